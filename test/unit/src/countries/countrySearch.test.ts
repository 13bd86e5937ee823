import { expect, test } from '@jest/globals';
import { countryNames, populationOf } from '../../../../ingest/countries/documents.js';
import { countryCodes } from '../../../../ingest/reference/iso.js';
import type { AllCountries } from '../../../../src/countries/allCountries.js';
import { CountrySearch } from '../../../../src/countries/countrySearch.js';
import { rank } from '../../../../src/matching/rank.js';
import type { Snapshot } from '../../../../src/search/live.js';
import { readTable } from '../../../support/geonames.js';

const table = readTable('country-aliases.tsv').map(({ country_id: id = '', alias = '' }) => ({
  id,
  alias,
}));
const namesOf = countryNames();
const stored = countryCodes().map(({ id, alpha2 }) => {
  const { names } = namesOf(alpha2);
  const aliases = [alpha2, ...table.filter((row) => row.id === id).map(({ alias }) => alias)];
  const more = {
    continent: 'Europe',
    area_km2: 1,
    population: populationOf(alpha2),
    primary: id !== 'GUF',
  };
  return [id, { id, names, aliases, ...more }] as const;
});
const byId = new Map(stored);
const search = new CountrySearch({ find: () => Promise.resolve(byId) } as unknown as AllCountries);
const live = {} as Snapshot;

const find = async (token: string, primaryOnly = false): Promise<string[]> => {
  const matches = await search.find({ token, language: 'en', primaryOnly }, live);
  return rank(matches).map(({ entity }) => entity.id);
};

/** Larger countries whose name is longer come first. */
const SECOND = new Set(['DMA']);

test('every alias and every English name finds its country first', async () => {
  const texts = [...table, ...stored.map(([id, { names }]) => ({ id, alias: names.en }))];
  expect(texts.length).toBeGreaterThan(700);
  const wrong: string[] = [];
  for (const { id, alias } of texts) {
    const found = (await find(alias)).slice(0, SECOND.has(id) ? 2 : 1);
    if (!found.includes(id)) wrong.push(`${alias}: ${found.join()}, not ${id}`);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['korea, south', 'KOR'],
  ['朝鲜', 'PRK'],
  ['FRA', 'FRA'],
  ['switzerlnad', 'CHE'],
  // Not the start of an alias: China is a People’s Republic, and Malawi was Nyasaland.
  ['p', 'PAK'],
  ['ny', undefined],
  ['uk', 'GBR'],
])('%s finds %s', async (token, id) => {
  expect((await find(token))[0]).toBe(id);
});

test.each(['xqzzk', '-', ' , ', '🌍', 'a '.repeat(50)])('%j finds nothing', async (token) => {
  expect(await find(token)).toEqual([]);
});

test('only primary countries', async () => {
  expect(await find('french guiana', true)).not.toContain('GUF');
});

test('a phrase means the countries with that name, alias or code, or with its start while it is typed', async () => {
  const { idsOf: countryIdsOf } = await search.byName(live);
  expect(countryIdsOf('uk', false)).toEqual(['GBR']);
  expect(countryIdsOf('uk', true)).toEqual(['GBR', 'UKR']);
  expect(countryIdsOf('deutschland', false)).toEqual(['DEU']);
  expect(countryIdsOf('fran', false)).toEqual([]);
  expect(countryIdsOf('fran', true)).toContain('FRA');
  expect(countryIdsOf('xqzzk', true)).toEqual([]);
});
