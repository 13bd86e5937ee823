/** A process: the markers within a radius by geokdbush. */
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { makeMarkers } from '../markers.js';
import { take } from '../traffic/repeats.js';
import { serveAt } from './serve.js';

const markers = [...take(makeMarkers(), Number(process.argv[2]))];
const index = new KDBush(markers.length);
for (const { location } of markers) index.add(...location);
index.finish();

serveAt(({ lat, lng }, query) => {
  const radiusKm = Number(query.get('radius')) / 1_000;
  return around(index, lng, lat, Infinity, radiusKm).map((position) => markers[position]);
});
