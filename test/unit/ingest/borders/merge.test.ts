import { describe, expect, test } from '@jest/globals';
import { Clipper } from 'clipper2-ts';
import { merge } from '../../../../ingest/borders/merge.js';
import { rectangle, squareDegrees } from '../../../support/gridShapes.js';

describe('merge', () => {
  test('nests holes in their polygon, and islands in holes as polygons', () => {
    const hole = rectangle(1, 1, 9, 9).reverse();
    const polygons = merge([rectangle(0, 0, 10, 10), hole, rectangle(4, 4, 5, 5)]);
    expect(polygons.map((rings) => rings.length).sort()).toEqual([1, 2]);
    for (const [outer = [], ...holes] of polygons) {
      expect(Clipper.area(outer)).toBeGreaterThan(0);
      for (const ring of holes) expect(Clipper.area(ring)).toBeLessThan(0);
    }
  });

  test('makes one polygon of two that share an edge', () => {
    const polygons = merge([rectangle(0, 0, 1, 1), rectangle(1, 0, 2, 1)]);
    expect(polygons).toHaveLength(1);
    expect(squareDegrees(polygons.flat())).toBeCloseTo(2);
  });
});
