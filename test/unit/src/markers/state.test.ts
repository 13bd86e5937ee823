import { describe, expect, test } from '@jest/globals';
import { NO_MARKER, STALE_SEASON } from '../../../../src/errors.js';
import { build, clear } from '../../../../src/markers/state.js';

const marker = { id: 'm', land_id: 'new', location: [1, 2] as [number, number] };
const stored = {
  id: 'm',
  land_id: 'old',
  location: [3, 4] as [number, number],
  season: 7,
  icon: 1,
  skin: '',
};
const state = { season: 7, icon: 2, skin: 'Gold' };

describe('a build', () => {
  test.each([
    ['of nothing before', undefined, marker, state, { ...marker, ...state }],
    ['of the same season', stored, marker, state, { ...marker, ...state }],
    ['of a newer season', stored, marker, { ...state, season: 8 }, { ...marker, ...state, season: 8 }],
    ['of a marker whose place has vanished', stored, undefined, state, { ...stored, ...state }],
  ])('%s is stored', (_, before, base, next, expected) => {
    expect(build(before, base, next)).toEqual(expected);
  }); // prettier-ignore

  test.each([
    ['of an older season', stored, marker, { ...state, season: 6 }, STALE_SEASON],
    ['of an older season and a vanished place', stored, undefined, { ...state, season: 6 }, STALE_SEASON], // prettier-ignore
    ['of no marker', undefined, undefined, state, NO_MARKER],
  ])('%s is rejected', (_, before, base, next, error) => {
    expect(() => build(before, base, next)).toThrow(error);
  });
});

test.each([
  [stored, marker],
  [stored, undefined],
  [undefined, marker],
])('a build is cleared if there is %j, or %j', (before, base) => {
  expect(() => {
    clear(before, base);
  }).not.toThrow();
});

test('neither a build nor a marker cannot be cleared', () => {
  expect(() => {
    clear(undefined, undefined);
  }).toThrow(NO_MARKER);
});
