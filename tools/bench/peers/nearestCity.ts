/** A process: the country by country-coder, then its nearest city by geokdbush. */
import { iso1A2Code } from '@rapideditor/country-coder';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { geonamesRecords } from '../../../ingest/sources/geonames.js';
import { serveAt } from './serve.js';

const cities = geonamesRecords();
const index = new KDBush(cities.length);
for (const { longitude, latitude } of cities) index.add(longitude, latitude);
index.finish();

serveAt(({ lat, lng }) => {
  const country = iso1A2Code([lng, lat]);
  const isOfCountry = (position: number): boolean => cities[position]?.countryCode === country;
  const [nearest] = country === null ? [] : around(index, lng, lat, 1, Infinity, isOfCountry);
  return nearest === undefined ? null : cities[nearest];
});
