import { describe, expect, test } from '@jest/globals';
import * as queries from '../../../../src/countries/queries.js';

const summary = (language: string): string[] => [
  'id',
  `names.${language}`,
  'continent',
  'population',
];

describe('findAll', () => {
  test('all countries, in the order of the language', () => {
    const all = { limit: undefined, offset: 0, primaryOnly: false, language: 'sv' } as const;
    expect(queries.findAll(all)).toEqual({
      query: { match_all: {} },
      sort: [{ 'rank.sv': 'asc' }],
      size: 1_000,
      from: 0,
      _source: summary('sv'),
    });
  });

  test('a page of the primary ones', () => {
    const page = { limit: 10, offset: 20, primaryOnly: true, language: 'en' } as const;
    expect(queries.findAll(page)).toMatchObject({
      query: { bool: { filter: [{ term: { primary: true } }] } },
      size: 10,
      from: 20,
    });
  });

  test('never asks for more than Elasticsearch gives', () => {
    const far = { limit: 1e15, offset: 100_000, primaryOnly: false, language: 'en' } as const;
    const { size = 0, from = 0 } = queries.findAll(far);
    expect(size + from).toBeLessThanOrEqual(10_000);
    expect(from).toBeGreaterThanOrEqual(250);
  });
});

test('findByIds asks for all ids at once', () => {
  expect(queries.findByIds({ ids: ['FRA', 'ABC'], language: 'de' })).toEqual({
    query: { ids: { values: ['FRA', 'ABC'] } },
    size: 2,
    _source: summary('de'),
  });
});

describe('findByLocation', () => {
  const point = { latitude: 48.5, longitude: -7.25 };

  test('one search tells who holds the point and who is nearby', () => {
    const body = queries.findByLocation({ point, primaryOnly: false, language: 'en' });
    expect(body).toEqual({
      query: {
        bool: {
          filter: [{ geo_distance: { border: { lat: 48.5, lon: -7.25 }, distance: '7500m' } }],
          should: [
            {
              constant_score: {
                filter: {
                  geo_shape: { border: { shape: { type: 'point', coordinates: [-7.25, 48.5] } } },
                },
              },
            },
          ],
        },
      },
      sort: [{ _score: { order: 'desc' } }, { population: 'desc' }, { id: 'asc' }],
      size: 50,
      _source: summary('en'),
    });
  });

  test('of the primary ones', () => {
    const { query } = queries.findByLocation({ point, primaryOnly: true, language: 'en' });
    expect(query?.bool?.filter).toContainEqual({ term: { primary: true } });
  });
});

describe('findByName', () => {
  const asked = {
    token: ' Côte-d',
    limit: undefined,
    primaryOnly: false,
    language: 'fr',
    anyName: false,
  } as const;

  test('a folded prefix of the name in the language', () => {
    expect(queries.findByName(asked)).toEqual({
      query: { bool: { filter: [{ prefix: { 'folded.fr': 'cote d' } }] } },
      sort: [{ population: 'desc' }, { id: 'asc' }],
      size: 1_000,
      _source: summary('fr'),
    });
  });

  test('of the name in any language', () => {
    const { query } = queries.findByName({ ...asked, anyName: true });
    expect(query).toEqual({ bool: { filter: [{ prefix: { 'folded.any': 'cote d' } }] } });
  });

  test('of the primary ones, a few', () => {
    const body = queries.findByName({ ...asked, limit: 3, primaryOnly: true });
    expect(body.query?.bool?.filter).toContainEqual({ term: { primary: true } });
    expect(body.size).toBe(3);
  });

  test.each(['-', ' . ', '\ufdfa'.repeat(100)])('nothing for %j', (token) => {
    expect(queries.findByName({ ...asked, token }).query).toEqual({ match_none: {} });
  });
});
