import type { Point } from '../../../core/geo/point.js';
import { type MarkerDocument, markers } from '../../../indices/markers.js';
import { makeMarkers } from '../markers.js';
import { ask, getAt } from '../requests.js';
import { seededRandom, shuffled } from '../statistics.js';
import { closeTo, numbered } from '../traffic/repeats.js';
import type { Growing } from './growing.js';

const ONE_SITE_OF = 100;
const RADIUS_METERS = 1_500;

/** More and more markers, as dense as before, looked up by radius. */
export function growingMarkers(): Growing {
  const sites: Point[] = [];
  return {
    definition: markers,
    documents: remembering(makeMarkers(), sites),
    prepare: () => Promise.resolve(),
    lookups: () => ({
      'markers by radius': ask(
        closeTo(shuffled(seededRandom(91), sites), seededRandom(92)),
        (point) => getAt('/markers/findByRadius', point, `&radius=${RADIUS_METERS}&season=7`),
      ),
    }),
  };
}

/** Remembers where some of them stand, to look there. */
function* remembering(
  documents: Iterable<MarkerDocument>,
  sites: Point[],
): Generator<MarkerDocument> {
  for (const { item, number } of numbered(documents)) {
    const [longitude, latitude] = item.location;
    if (number % ONE_SITE_OF === 0) sites.push({ latitude, longitude });
    yield item;
  }
}
