import { describe, expect, test } from '@jest/globals';
import * as queries from '../../../../src/cities/queries.js';

const SUMMARY = { _source: true, stored_fields: ['names.de', 'region_names.de'] };
const BY_POPULATION = [{ population: 'desc' }, { id: 'asc' }];
const asked = { primaryOnly: false, language: 'de' } as const;
const PRIMARY = { term: { primary: true } };

test('findByIds asks for all ids at once, and reads one language', () => {
  expect(queries.findByIds(['A_B', 'C_D'], asked.language)).toEqual({
    query: { bool: { filter: [{ ids: { values: ['A_B', 'C_D'] } }] } },
    size: 2,
    ...SUMMARY,
  });
});

test('findByCountries asks for a page in the order of the index', () => {
  const countryIds = ['FRA', 'DEU'];
  const page = { countryIds, limit: 10, offset: 30, language: asked.language };
  expect(queries.findByCountries(page)).toEqual({
    query: { bool: { filter: [{ terms: { country_id: ['FRA', 'DEU'] } }] } },
    sort: BY_POPULATION,
    size: 10,
    from: 30,
    ...SUMMARY,
  });
});

describe('findByName', () => {
  const byName = { ...asked, limit: 5, anyName: false };

  test('the name in the language, or the default one where there is none', () => {
    expect(queries.findByName({ ...byName, token: 'MÜNCH' })).toEqual({
      query: {
        bool: {
          filter: [
            {
              bool: {
                should: [
                  { prefix: { 'folded.de': 'munch' } },
                  {
                    bool: {
                      filter: [{ prefix: { 'folded.default': 'munch' } }],
                      must_not: [{ exists: { field: 'folded.de' } }],
                    },
                  },
                ],
              },
            },
          ],
        },
      },
      sort: BY_POPULATION,
      size: 5,
      ...SUMMARY,
    });
  });

  test('any name: the default one or another', () => {
    const body = queries.findByName({ ...byName, token: 'Lond', anyName: true });
    expect(body.query?.bool?.filter).toEqual([
      {
        bool: {
          should: [{ prefix: { 'folded.any': 'lond' } }, { prefix: { 'folded.default': 'lond' } }],
        },
      },
    ]);
    expect(body).toMatchObject(SUMMARY);
  });

  test('of the primary ones', () => {
    const body = queries.findByName({ ...byName, token: 'm', primaryOnly: true });
    expect(body.query?.bool?.filter).toContainEqual(PRIMARY);
  });

  test.each(['-', '’', '\ufdfa'.repeat(100)])('nothing for %j', (token) => {
    const { query } = queries.findByName({ ...byName, token });
    expect(query).toEqual({ bool: { filter: [{ match_none: {} }] } });
  });
});

test('findClosest asks for one city, longitude first', () => {
  const point = { latitude: 48.5, longitude: -7.25 };
  const body = queries.findClosest(['FRA'], { ...asked, point, primaryOnly: true });
  expect(body).toEqual({
    query: {
      bool: {
        filter: [{ terms: { country_id: ['FRA'] } }, PRIMARY],
        should: [{ distance_feature: { field: 'location', origin: [-7.25, 48.5], pivot: '1km' } }],
      },
    },
    size: 1,
    ...SUMMARY,
  });
});
