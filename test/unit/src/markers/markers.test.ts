import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../../src/errors.js';
import type { ParameterRules } from '../../../../src/parameters/rules.js';
import { findByRadius, remove, update } from '../../../../src/markers/params.js';
import { faultsOf, read } from '../parameters/readings.js';
import { markerSchema, presentMarker } from '../../../../src/markers/present.js';
import {
  build,
  builtState,
  clear,
  findByRadius as radiusQuery,
} from '../../../../src/markers/queries.js';
import type { MarkerDocument } from '../../../../indices/markers.js';

describe('params', () => {
  const ID = { id: 'a' };
  const BUILD = { id: 'a', season: 7, icon: 12 };

  /** The members that a body is refused for; empty if it is not. */
  function faulty(rules: ParameterRules<unknown>, body: Record<string, unknown>): string[] {
    try {
      rules.read(body, new Map());
      return [];
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return (error.details ?? []).map(({ path }) => path).sort();
    }
  }

  describe('findByRadius', () => {
    test('all four parameters', () => {
      expect(read(findByRadius, 'lat=-90&lng=180&radius=0.5&season=0')).toEqual({
        point: { latitude: -90, longitude: 180 },
        radiusMeters: 0.5,
        season: 0,
      });
    });

    test('all four are required', () => {
      expect(Object.keys(faultsOf(findByRadius, '')).sort()).toEqual(['lat', 'lng', 'radius', 'season']); // prettier-ignore
    });

    const query = { lat: '1', lng: '2', radius: '3', season: '4' };
    test.each([
      ['lat', ['90', '-90', '0.5'], ['90.1', '-90.1', '', 'x', '1e1', ' 1', 'NaN']],
      ['lng', ['180', '-180'], ['180.1', '-180.1', '', 'x']],
      ['radius', ['50000', '0.001', '1'], ['0', '-1', '50000.1', '', '1km', 'Infinity']],
      ['season', ['0', '1000000'], ['-1', '1000001', '1.5', '', 'x']],
    ])('%s', (name, accepted, refused) => {
      const faults = (value: string): string[] =>
      Object.keys(faultsOf(findByRadius, new URLSearchParams({ ...query, [name]: value }).toString())); // prettier-ignore
      for (const value of accepted) expect([value, faults(value)]).toEqual([value, []]);
      for (const value of refused) expect([value, faults(value)]).toEqual([value, [name]]);
    });
  });

  describe('update', () => {
    test('the skin is the default one when absent', () => {
      expect(update.read(BUILD, new Map())).toEqual({
        id: 'a',
        built: { season: 7, icon: 12, skin: '' },
      });
    });

    test('every faulty member is named at once, and so is one that is not known', () => {
      expect(faulty(update, {})).toEqual(['icon', 'id', 'season']);
      expect(faulty(update, { id: 1, season: '7', icon: null, skin: 0, x: 1 })).toEqual([
        'icon',
        'id',
        'season',
        'skin',
        'x',
      ]);
    });

    test.each([
      ['season', [0, 1_000_000, 7.0], [-1, 1_000_001, 1.5, '7', null, true, [7], 2 ** 60]],
      ['icon', [0, 1_000_000], [-1, 1_000_001, 0.5, '12', null, {}]],
      ['id', ['a', ' ', 'ä/../b', '\u0000', 'x'.repeat(2_000)], ['', 1, null, ['a'], '\ud800', 'a\udc00']], // prettier-ignore
      ['skin', ['', ' ', 'x'.repeat(64), '🏰'.repeat(64), '\n'], ['x'.repeat(65), '🏰'.repeat(65), null, 1, '\ud83c', 'a\udfff']], // prettier-ignore
    ])('%s', (name, accepted, refused) => {
      for (const value of accepted) {
        expect([value, faulty(update, { ...BUILD, [name]: value })]).toEqual([value, []]);
      }
      for (const value of refused) {
        expect([value, faulty(update, { ...BUILD, [name]: value })]).toEqual([value, [name]]);
      }
    });

    test('texts are taken literally', () => {
      const body = { ...BUILD, id: ' a ', skin: ' Gold ' };
      expect(update.read(body, new Map())).toMatchObject({ id: ' a ', built: { skin: ' Gold ' } });
    });
  });

  test('remove takes an id and nothing else', () => {
    expect(remove.read(ID, new Map())).toEqual(ID);
    expect(faulty(remove, {})).toEqual(['id']);
    expect(faulty(remove, { id: '' })).toEqual(['id']);
    expect(faulty(remove, { ...ID, season: 7 })).toEqual(['season']);
  });
});

describe('present', () => {
  const base = {
    id: 'geonames-2988507',
    land_id: '881fb46625fffff',
    location: [2.3488, 48.85341] as [number, number],
  };
  const stored = { ...base, season: 7, icon: 12, skin: 'gold' };
  const CONSTRUCTIBLE =
    '{"id":"geonames-2988507","land_id":"881fb46625fffff","latlng":{"latitude":48.85341,"longitude":2.3488},"is_built":false}';

  test('a marker built in the asked season has the six fields of the specification', () => {
    expect(JSON.stringify(presentMarker(stored, 7))).toBe(
      '{"id":"geonames-2988507","land_id":"881fb46625fffff","latlng":{"latitude":48.85341,"longitude":2.3488},"icon":12,"skin":"gold","is_built":true}',
    );
  });

  test.each([
    ['built in an older season', stored, 8],
    ['built in a newer season', stored, 6],
    ['never built', base, 7],
    ['cleared', { ...base, season: null, icon: null, skin: null }, 0],
  ])('%s: neither icon nor skin', (_, marker, season) => {
    expect(JSON.stringify(presentMarker(marker, season))).toBe(CONSTRUCTIBLE);
  });

  test('the default skin is shown, and so are season and icon 0', () => {
    const marker = presentMarker({ ...base, season: 0, icon: 0, skin: '' }, 0);
    expect(marker).toMatchObject({ icon: 0, skin: '', is_built: true });
  });

  test('the documented shape takes both, and nothing else', () => {
    for (const season of [7, 8]) {
      const marker = presentMarker(stored, season);
      expect(markerSchema.validate(marker).error).toBeUndefined();
      expect(markerSchema.validate({ ...marker, season }).error).toBeDefined();
    }
  });
});

describe('queries', () => {
  test('findByRadius asks for one marker more than is answered, the nearest first', () => {
    const point = { latitude: 48.5, longitude: -7.25 };
    expect(radiusQuery({ point, radiusMeters: 1500.5, season: 7 })).toEqual({
      query: {
        bool: {
          filter: [{ geo_distance: { location: { lat: 48.5, lon: -7.25 }, distance: '1500.5m' } }],
        },
      },
      sort: [
        { _geo_distance: { location: { lat: 48.5, lon: -7.25 }, order: 'asc', unit: 'm' } },
        { id: 'asc' },
      ],
      size: 10_001,
    });
  });
});

describe('states', () => {
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
});
