import { describe, expect, test } from '@jest/globals';
import { FULL_TURN, HALF_TURN, QUARTER_TURN } from '../../../../ingest/borders/grid.js';
import { unwrap } from '../../../../ingest/borders/unwrap.js';

const degree = HALF_TURN / 180;

describe('unwrapping a ring', () => {
  test('leaves one alone that does not cross the antimeridian', () => {
    const ring = unwrap([
      [10, 0],
      [11, 0],
      [11, 1],
      [10, 0],
    ]);
    expect(ring.map(({ x, y }) => [x / degree, y / degree])).toEqual([
      [10, 0],
      [11, 0],
      [11, 1],
      [10, 0],
    ]);
  });

  test.each([
    ['eastwards', 179, -179, 181],
    ['westwards', -179, 179, -181],
  ])('goes on beyond a half turn %s', (_, from, to, expected) => {
    const ring = unwrap([
      [from, 0],
      [to, 0],
      [to, 1],
      [from, 0],
    ]);
    expect(ring.map(({ x }) => x / degree)).toEqual([from, expected, expected, from]);
  });

  test.each([
    ['South', -80, -QUARTER_TURN],
    ['North', 80, QUARTER_TURN],
  ])('closes one around the %s Pole along it', (_, latitude, pole) => {
    const ring = unwrap([-180, -90, 0, 90, 180].map((longitude) => [longitude, latitude]));
    expect(ring.slice(-3)).toEqual([
      { x: HALF_TURN, y: latitude * degree },
      { x: HALF_TURN, y: pole },
      { x: HALF_TURN - FULL_TURN, y: pole },
    ]);
  });
});
