import { describe, expect, test } from '@jest/globals';
import { citySchema, EMPTY_CITY, presentCity } from '../../../../src/cities/present.js';
import { NO_CITY } from '../../../support/records.js';
import * as queries from '../../../../src/cities/queries.js';

describe('present', () => {
  const stored = {
    id: 'DEU_Munich',
    source_id: '2867714',
    country_id: 'DEU',
    name: 'Munich',
    region_name: null,
    population: 1_260_391,
    primary: true,
    time_zone: null,
    location: [11.57549, 48.13743] as [number, number],
  };
  const fields = { 'names.de': ['München'], 'region_names.de': ['Bayern'] };

  test('a city has the six fields of the specification and no more', () => {
    expect(JSON.stringify(presentCity(stored, fields, 'de'))).toBe(
      '{"id":"DEU_Munich","country_id":"DEU","name":"München","region_name":"Bayern","population":1260391,"latlng":{"latitude":48.13743,"longitude":11.57549}}',
    );
  });

  test('the default names stand in for those of the language', () => {
    const byDefault = { name: 'Munich', region_name: null };
    expect(presentCity(stored, fields, 'fr')).toMatchObject(byDefault);
    expect(presentCity(stored, {}, 'de')).toMatchObject(byDefault);
    expect(presentCity(stored, undefined, 'de')).toMatchObject(byDefault);
  });

  test('the empty city is the one of the decisions', () => {
    expect(JSON.stringify(EMPTY_CITY)).toBe(NO_CITY);
  });

  test('the documented shape takes both, and nothing else', () => {
    const city = presentCity(stored, fields, 'de');
    expect(citySchema.validate(city).error).toBeUndefined();
    expect(citySchema.validate(EMPTY_CITY).error).toBeUndefined();
    expect(citySchema.validate({ ...city, primary: true }).error).toBeDefined();
  });
});

describe('queries', () => {
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
            should: [
              { prefix: { 'folded.any': 'lond' } },
              { prefix: { 'folded.default': 'lond' } },
            ],
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
          should: [
            { distance_feature: { field: 'location', origin: [-7.25, 48.5], pivot: '1km' } },
          ],
        },
      },
      size: 1,
      ...SUMMARY,
    });
  });
});
