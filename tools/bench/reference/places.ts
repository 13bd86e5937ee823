import { landAt, landDisk } from '../../../core/geo/land.js';
import type { Point } from '../../../core/geo/point.js';
import type { Question } from '../load.js';
import { search } from '../requests.js';

/** As many as a lookup of ours answers. */
const ALL = 10_000;

/** Asks for the places of a land and its neighbours, the most popular first. */
export function placesAround(index: string, point: Point): Question {
  return search(index, {
    query: { terms: { land_id: landDisk(landAt(point), 1) } },
    sort: [{ popularity: { order: 'desc', missing: '_last' } }, { id: 'asc' }],
    size: ALL,
  });
}
