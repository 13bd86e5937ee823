import { describe, expect, test } from '@jest/globals';
import { cutAtBox } from '../../../../ingest/borders/cutAtBox.js';
import { toGrid } from '../../../../ingest/borders/grid.js';
import { squareDegrees } from '../../../support/gridShapes.js';

describe('cutAtBox', () => {
  test('shares a polygon out, nothing lost', () => {
    const ring = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]; // prettier-ignore
    const { inside, outside } = cutAtBox([ring], { west: -1, south: -1, east: 5, north: 1 });
    const area = (polygons: number[][][][]) => squareDegrees(polygons.flat().map((each) => each.map(toGrid))); // prettier-ignore
    expect(area(inside)).toBeCloseTo(4);
    expect(area(outside)).toBeCloseTo(12);
    expect(inside[0]?.[0]?.at(0)).toEqual(inside[0]?.[0]?.at(-1));
  });
});
