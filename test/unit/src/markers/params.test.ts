import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../../src/errors.js';
import type { ParameterRules } from '../../../../src/parameters/rules.js';
import { findByRadius, remove, update } from '../../../../src/markers/params.js';
import { faultsOf, read } from '../parameters/readings.js';

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
