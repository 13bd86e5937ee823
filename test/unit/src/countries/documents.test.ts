import { describe, expect, test } from '@jest/globals';
import { perLanguage } from '../../../../indices/languages.js';
import { listAll, listAt } from '../../../../src/countries/documents.js';

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
  const ids = (change: Partial<Parameters<typeof listAll>[1]> = {}): string[] =>
    listAll(known, { ...all, ...change }).map(({ id }) => id);

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
  const territory = { key: '', countries, held: { decidingIds: [] }, decidingIds: ['SWE', 'ALA'] };
  const point = { latitude: 60, longitude: 20 };
  const ids = (primaryOnly: boolean): string[] =>
    listAt(territory, known, { point, language: 'en', primaryOnly }).map(({ id }) => id);
  expect(ids(false)).toEqual(['ALA', 'SWE', 'AUT']);
  expect(ids(true)).toEqual(['SWE', 'AUT']);
});
