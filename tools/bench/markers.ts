import { landAt } from '../../core/geo/land.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { geonamesRecords } from '../../ingest/sources/geonames.js';
import { seededRandom } from './statistics.js';
import { again } from './traffic/repeats.js';

const MARKERS_A_CITY = 100;
/** About 3 km to all sides. */
const SPREAD_DEGREES = 0.03;

/** Makes markers, a hundred around each city, the most populous ones first; always the same. */
export function* makeMarkers(): Generator<MarkerDocument> {
  const random = seededRandom(2);
  let made = 0;
  for (const city of again(geonamesRecords())) {
    const { latitude, longitude } = city;
    for (let count = 0; count < MARKERS_A_CITY; count += 1) {
      const point = {
        latitude: latitude + (random() - 0.5) * 2 * SPREAD_DEGREES,
        longitude: longitude + (random() - 0.5) * 2 * SPREAD_DEGREES,
      };
      yield {
        id: `bench-${made}`,
        land_id: landAt(point),
        location: [point.longitude, point.latitude],
      };
      made += 1;
    }
  }
}
