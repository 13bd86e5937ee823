import { describe, expect, test } from '@jest/globals';
import { cellToParent, getPentagons, latLngToCell, cellToChildren } from 'h3-js';
import { landCentre, parseLandId } from '../../../../core/geo/land.js';

const PARIS = '881fb46625fffff';

describe('parseLandId', () => {
  test('takes cells of resolution 8 in upper and lower case', () => {
    expect(parseLandId(PARIS)).toBe(PARIS);
    expect(parseLandId(PARIS.toUpperCase())).toBe(PARIS);
  });

  test('takes pentagons, and cells at the antimeridian and the poles', () => {
    const cells = [
      ...getPentagons(8),
      latLngToCell(-16.8, 180, 8),
      latLngToCell(90, 0, 8),
      latLngToCell(-90, 0, 8),
    ];
    for (const cell of cells) expect(parseLandId(cell)).toBe(cell);
  });

  test.each([
    '',
    'paris',
    PARIS.slice(1),
    `0${PARIS}`,
    `0x${PARIS}`,
    ` ${PARIS}`,
    `${PARIS}\0`,
    '88fffffffffffff',
    cellToParent(PARIS, 7),
    cellToChildren(PARIS, 9)[0] ?? '',
  ])('refuses %j', (text) => {
    expect(parseLandId(text)).toBeUndefined();
  });
});

test('the centre of a land lies in it', () => {
  for (const land of [PARIS, ...getPentagons(8), latLngToCell(10, 180, 8)]) {
    const { latitude, longitude } = landCentre(land);
    expect(latLngToCell(latitude, longitude, 8)).toBe(land);
  }
});
