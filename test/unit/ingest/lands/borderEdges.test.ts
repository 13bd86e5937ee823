import { describe, expect, test } from '@jest/globals';
import { BorderEdges } from '../../../../ingest/lands/borderEdges.js';
import { drawnCountry } from '../../../support/landTerritories.js';

/** A degree high, from 179° E to 179° W. */
const across = drawnCountry('AAA', [[[179, 10], [-179, 10], [-179, 11], [179, 11]]]); // prettier-ignore
const edges = new BorderEdges(across.border);

describe('the edges of a border across ±180°', () => {
  test.each([
    [180, true],
    [-180, true],
    [179.999_999, true],
    [-179.999_999, true],
    [179.001, true],
    [178.999, false],
    [-178.999, false],
    [0, false],
  ])('at %d° hold a point: %s', (longitude, inside) => {
    expect(edges.holds({ latitude: 10.5, longitude })).toBe(inside);
    expect(edges.holds({ latitude: 11.5, longitude })).toBe(false);
  });

  test('enclose their area', () => {
    const sine = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
    const expected = ((2 * Math.PI) / 180) * (sine(11) - sine(10)) * 6_371_008.8 ** 2;
    expect(edges.area / expected).toBeCloseTo(1, 6);
  });

  test('may cross boxes on both sides', () => {
    const box = (west: number, east: number) => [{ west, east, south: 10.2, north: 10.4 }];
    expect(edges.mayCross(box(178.9, 179.1))).toBe(true);
    expect(edges.mayCross(box(-179.1, -178.9))).toBe(true);
    expect(edges.mayCross(box(179.1, 179.9))).toBe(false);
    expect(edges.mayCross(box(-170, 170))).toBe(false);
  });
});
