import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../indices/languages.js';
import type { CityRow } from '../../../ingest/cities/row.js';
import { type Api, createTestClient, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { ingestCities, type OwnCities } from '../../support/ownCities.js';
import { below, pick, seeded } from '../../support/random.js';
import { byPopulation, type City, ids } from '../../support/records.js';
import { type NamedCity, readNamedCities } from '../../support/stored.js';

const TOKENS_PER_LANGUAGE = 20;
const LONGEST_TOKEN = 14;
const PRIMARY_FROM = 6_000;

/**
 * Real words of all scripts, in all languages: those for languages, which CLDR has translated. Of
 * each city, some translations are missing, and many cities are equally populous.
 */
function cityRows(): CityRow[] {
  const random = seeded(23);
  const naming = new Map(
    LANGUAGES.map((lang) => [
      lang,
      new Intl.DisplayNames(lang, { type: 'language', fallback: 'none' }),
    ]),
  );
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const codes = letters.flatMap((one) => letters.map((other) => `${one}${other}`));
  return codes.flatMap((code, line) => {
    const name = naming.get('en')?.of(code);
    if (name === undefined) return [];
    const names: Partial<Record<Language, string>> = {};
    for (const [lang, displayNames] of naming) {
      const translated = displayNames.of(code);
      if (translated !== undefined && random() < 0.6) names[lang] = translated;
    }
    return {
      line: line + 1,
      sourceId: code,
      countryCode: pick(random, ['FR', 'DE', 'JP', 'RU', 'EG']),
      name,
      names,
      population: 1_000 * below(random, 12),
      latitude: random() * 120 - 60,
      longitude: random() * 360 - 180,
      capital: false,
    };
  });
}

let own: OwnCities;
let api: Api;
let cities: NamedCity[];
beforeAll(async () => {
  own = await ingestCities(cityRows(), PRIMARY_FROM);
  api = await startApi({ indexPrefix: own.indexPrefix });
  const client = createTestClient();
  cities = byPopulation(await readNamedCities(client, own.indexPrefix));
  await client.close();
});
afterAll(async () => {
  await api.stop();
  await own.remove();
});

test('there are enough cities, with and without translations', () => {
  expect(cities.length).toBeGreaterThan(150);
  const translations = cities.flatMap(({ names }) => Object.keys(names));
  expect(translations.length / cities.length).toBeGreaterThan(10);
});

test.each(LANGUAGES)('findByName finds what brute force finds in %s', async (lang) => {
  const random = seeded(LANGUAGES.indexOf(lang) + 100);
  const shown = cities.map((city) => {
    const name = city.names[lang] ?? city.name;
    return { id: city.id, name, comparable: comparable(name), primary: city.primary };
  });
  const queries = Array.from({ length: TOKENS_PER_LANGUAGE }, () => ({
    token: typed(random, pick(random, shown).name, LONGEST_TOKEN),
    primaryOnly: random() < 0.3,
  }));
  const wrong: unknown[] = [];
  await inParallel(queries, async ({ token, primaryOnly }) => {
    const prefix = comparable(token);
    const expected = shown.filter(
      (city) =>
        prefix !== '' && city.comparable.startsWith(prefix) && (city.primary || !primaryOnly),
    );
    const query = { token, lang, limit: 1_000, primary_only: primaryOnly };
    const { body } = await api.get<City[]>('/cities/findByName', query);
    const [is, should] = [ids(body.data).join(), ids(expected).join()];
    const names = body.data.map(({ name }) => name).join();
    if (is !== should || names !== expected.map(({ name }) => name).join()) {
      wrong.push({ token, primaryOnly, is, should, names });
    }
  });
  expect(wrong).toEqual([]);
});
