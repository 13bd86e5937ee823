import { describe, expect, test } from '@jest/globals';
import { splitAtTouchingPoints } from '../../../../ingest/borders/touching.js';
import { toGrid } from '../../../../ingest/borders/grid.js';
import { DEGREE, rectangle } from '../../../support/gridShapes.js';

describe('splitAtTouchingPoints', () => {
  test('makes a point that touches an edge a point of that edge, in the order of the edge', () => {
    const [ring] = splitAtTouchingPoints([
      rectangle(0, 0, 10, 10),
      [[5, 0], [4, -1], [6, -1]].map(toGrid), // prettier-ignore
      [[2, 0], [1, -1], [3, -1]].map(toGrid), // prettier-ignore
    ]);
    expect(ring?.map(({ x, y }) => [x / DEGREE, y / DEGREE])).toEqual([
      [0, 0], [2, 0], [5, 0], [10, 0], [10, 10], [0, 10],
    ]); // prettier-ignore
  });

  test('tolerates rounding, and leaves points alone that are only near', () => {
    const touching = [{ x: 5 * DEGREE, y: 1 }, { x: 4 * DEGREE, y: -DEGREE }, { x: 6 * DEGREE, y: -DEGREE }]; // prettier-ignore
    const near = [{ x: 5 * DEGREE, y: -3 }, { x: 4 * DEGREE, y: -DEGREE }, { x: 6 * DEGREE, y: -DEGREE }]; // prettier-ignore
    expect(splitAtTouchingPoints([rectangle(0, 0, 10, 10), touching])[0]).toHaveLength(5);
    expect(splitAtTouchingPoints([rectangle(0, 0, 10, 10), near])[0]).toHaveLength(4);
  });
});
