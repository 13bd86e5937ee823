import { describe, expect, test } from '@jest/globals';
import { type Language, perLanguage } from '../../../../indices/languages.js';
import {
  countrySchema,
  presentAll,
  presentCountry,
  presentTerritory,
} from '../../../../src/countries/present.js';
import * as queries from '../../../../src/countries/queries.js';

describe('documents', () => {
  const country = (id: string, area_km2: number, names = {}, primary = true) => [
  id,
  {
    id,
    names: { ...perLanguage(id), ...names },
    continent: 'Europe',
    population: 1,
    primary,
    area_km2,
  },
] as const; // prettier-ignore
  const known = new Map([
    country('SWE', 450_000, { sv: 'Sverige' }),
    country('AUT', 84_000, { sv: 'Österrike' }),
    country('ALA', 1_500, { sv: 'Åland' }, false),
  ]);

  describe('all countries', () => {
    const all = { limit: undefined, offset: 0, primaryOnly: false, language: 'sv' } as const;
    const ids = (change: Partial<Parameters<typeof presentAll>[1]> = {}): string[] =>
      presentAll(known, { ...all, ...change }).map(({ id }) => id);

    test('are in the alphabetical order of the language', () => {
      expect(ids()).toEqual(['SWE', 'ALA', 'AUT']);
      expect(ids({ language: 'de' })).toEqual(['ALA', 'AUT', 'SWE']);
    });

    test('come in pages, the last one shorter, then none', () => {
      expect(ids({ limit: 2, offset: 1 })).toEqual(['ALA', 'AUT']);
      expect(ids({ limit: 2, offset: 2 })).toEqual(['AUT']);
      expect(ids({ limit: Number.MAX_SAFE_INTEGER, offset: 3 })).toEqual([]);
      expect(ids({ primaryOnly: true, offset: 1 })).toEqual(['AUT']);
    });
  });

  test('of those that hold a point the smallest comes first, then those nearby as they were found', () => {
    const found = (id: string, isInside: boolean) => ({ id, isInside });
    const countries = [found('SWE', true), found('ALA', true), found('AUT', false)];
    const territory = {
      key: '',
      countries,
      held: { decidingIds: [] },
      decidingIds: ['SWE', 'ALA'],
    };
    const point = { latitude: 60, longitude: 20 };
    const ids = (primaryOnly: boolean): string[] =>
      presentTerritory(territory, known, { point, language: 'en', primaryOnly }).map(
        ({ id }) => id,
      );
    expect(ids(false)).toEqual(['ALA', 'SWE', 'AUT']);
    expect(ids(true)).toEqual(['SWE', 'AUT']);
  });
});

describe('present', () => {
  const names = { en: 'Germany', fr: 'Allemagne' } as Record<Language, string>;
  const stored = { id: 'DEU', names, continent: 'Europe', population: 83, primary: true };

  test('a country has the four fields of the specification and no more', () => {
    expect(JSON.stringify(presentCountry(stored, 'fr'))).toBe(
      '{"id":"DEU","name":"Allemagne","continent":"Europe","population":83}',
    );
  });

  test('the documented shape takes it, and nothing else', () => {
    const country = presentCountry(stored, 'en');
    expect(countrySchema.validate(country).error).toBeUndefined();
    expect(countrySchema.validate({ ...country, primary: true }).error).toBeDefined();
    expect(countrySchema.validate({ ...country, continent: 'Atlantis' }).error).toBeDefined();
  });
});

describe('queries', () => {
  const summary = (language: string): string[] => [
    'id',
    `names.${language}`,
    'continent',
    'population',
  ];

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
});
