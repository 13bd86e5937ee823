import { describe, expect, test } from '@jest/globals';
import type { MarkerDocument } from '../../../../indices/markers.js';
import { build, builtState, clear } from '../../../../src/markers/states.js';

const marker: MarkerDocument = {
  id: 'a',
  land_id: '881fb46625fffff',
  location: [2.3488, 48.85341],
};
const state = { season: 7, icon: 12, skin: 'gold' };
const built7: MarkerDocument = { ...marker, ...state };
const ingestedAsNull: MarkerDocument = { ...marker, season: null, icon: null, skin: null };

describe('built', () => {
  test.each([marker, ingestedAsNull])('where nothing was built: %j', (before) => {
    expect(build(before, state)).toEqual(built7);
    expect(build(before, { season: 0, icon: 0, skin: '' })).toMatchObject({ season: 0, icon: 0 });
  });

  test('the same season replaces icon and skin', () => {
    const after = build(built7, { season: 7, icon: 3, skin: '' });
    expect(after).toEqual({ ...marker, season: 7, icon: 3, skin: '' });
  });

  test('a newer season builds for that one', () => {
    const after = build(built7, { season: 8, icon: 3, skin: 'x' });
    expect(after).toEqual({ ...marker, season: 8, icon: 3, skin: 'x' });
  });

  test('an older season is refused', () => {
    expect(() => build(built7, { ...state, season: 6 })).toThrow(
      expect.objectContaining({ status: 409, code: 'stale_season' }),
    );
  });

  test.each([{}, { skin: null }])('a skin that is not stored is the default one: %j', (skin) => {
    const stored = { ...marker, season: 7, icon: 12, ...skin };
    expect(builtState(stored)).toEqual({ season: 7, icon: 12, skin: '' });
  });

  test('season 0 is a season', () => {
    const zero = { ...marker, season: 0, icon: 0, skin: '' };
    expect(builtState(zero)).toEqual({ season: 0, icon: 0, skin: '' });
    expect(build(zero, { season: 0, icon: 1, skin: '' }).icon).toBe(1);
  });
});

describe('cleared', () => {
  test('only the built state goes', () => {
    expect(clear(built7)).toEqual(marker);
  });

  test.each([marker, ingestedAsNull])('what is not built stays as it is: %j', (before) => {
    expect(clear(before)).toEqual(marker);
  });

  test('it may be built for an older season afterwards', () => {
    expect(build(clear(built7), { ...state, season: 1 }).season).toBe(1);
  });
});

test('neither changes what it is given', () => {
  const frozen = Object.freeze({ ...built7 });
  build(frozen, { ...state, season: 9 });
  clear(frozen);
  expect(frozen).toEqual(built7);
});
