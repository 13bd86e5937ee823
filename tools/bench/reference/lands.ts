import { groupOf, landAt, landDisk } from '../../../core/geo/land.js';
import type { Point } from '../../../core/geo/point.js';
import type { Question } from '../load.js';

/** Asks for what a land and its neighbours are made of, and counts the markers in them: two searches at once. */
export function landsAround(
  { lands, markers }: { lands: string; markers: string },
  point: Point,
): Question {
  const ids = landDisk(landAt(point), 1);
  const groups = [...new Set(ids.map(groupOf))];
  const lines = [
    { index: lands },
    { query: { ids: { values: groups } }, size: groups.length },
    { index: markers },
    {
      query: { terms: { land_id: ids } },
      size: 0,
      aggs: { lands: { terms: { field: 'land_id', size: ids.length } } },
    },
  ];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { method: 'POST', path: '/_msearch', body };
}
