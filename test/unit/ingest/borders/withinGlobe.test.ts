import { describe, expect, test } from '@jest/globals';
import { withinGlobe } from '../../../../ingest/borders/withinGlobe.js';
import { toGrid } from '../../../../ingest/borders/grid.js';
import { DEGREE, rectangle, squareDegrees } from '../../../support/gridShapes.js';

describe('withinGlobe', () => {
  test('keeps both loops of a ring that crosses itself', () => {
    const bow = [[0, 0], [2, 2], [2, 0], [0, 2]].map(toGrid); // prettier-ignore
    expect(squareDegrees(withinGlobe([bow]))).toBeCloseTo(2);
  });

  test('moves what lies beyond ±180° to the other side, a hole with it', () => {
    // The hole is unwrapped to another turn than its outer ring.
    const rings = withinGlobe([rectangle(170, 0, 190, 10), rectangle(-176, 2, -174, 4)]);
    expect(squareDegrees(rings)).toBeCloseTo(200 - 4);
    const longitudes = rings.flat().map(({ x }) => x / DEGREE);
    expect(Math.min(...longitudes)).toBe(-180);
    expect(Math.max(...longitudes)).toBe(180);
    expect(longitudes.every((x) => x >= 170 || x <= -170)).toBe(true);
  });
});
