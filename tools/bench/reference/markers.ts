import type { MarkerDocument } from '../../../indices/markers.js';
import type { Point } from '../../../core/geo/point.js';
import type { Question } from '../load.js';
import { search } from '../requests.js';

/** As many as a lookup of ours answers. */
const ALL = 10_000;

/** Asks for the markers around a point, the nearest first. */
export function markersAround(
  index: string,
  { latitude, longitude }: Point,
  radiusMeters: number,
): Question {
  const location = { lat: latitude, lon: longitude };
  return search(index, {
    query: { bool: { filter: [{ geo_distance: { location, distance: `${radiusMeters}m` } }] } },
    sort: [{ _geo_distance: { location, order: 'asc', unit: 'm' } }],
    size: ALL,
  });
}

/** Writes a marker, and waits until every search finds it. */
export function writeMarker(index: string, marker: MarkerDocument): Question {
  return {
    method: 'PUT',
    path: `/${index}/_doc/${marker.id}?refresh=true`,
    body: JSON.stringify(marker),
  };
}
