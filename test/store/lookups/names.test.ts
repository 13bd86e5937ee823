import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Language, LANGUAGES, type Names } from '../../../indices/languages.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import type { CityRow } from '../../../ingest/cities/row.js';
import { type Api, startApi } from '../../support/api.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { createSandbox, type Sandbox } from '../ingest/sandbox.js';
import { pick, seeded } from '../../support/random.js';
import { byPopulation, type City, type Country, ids } from '../../support/records.js';
import { untilEnd } from '../../support/each.js';

const api = untilEnd(await startApi());

type Resource = 'countries' | 'cities';
type NameQuery = Readonly<Record<string, string | number | boolean>> & { token: string };

const find = async (resource: Resource, query: NameQuery): Promise<City[]> =>
  (await api.get<City[]>(`/${resource}/findByName`, query)).body.data;

test.each<[Resource, string, string, string]>([
  ['countries', 'united', 'en', 'USA GBR'],
  ['countries', 'UNITED K', 'en', 'GBR'],
  ['countries', 'kingdom', 'en', ''],
  ['countries', 'VATICAN-C', 'en', 'VAT'],
  ['countries', '  vatícan   c ', 'en', 'VAT'],
  ['countries', 'Vatican., City', 'en', 'VAT'],
  ['countries', 'ｆｒａｎｃｅ', 'en', 'FRA'],
  ['countries', 'United‑K', 'en', 'GBR'],
  ['countries', 'allem', 'fr', 'DEU'],
  ['countries', 'allem', 'en', ''],
  ['countries', 'germany', 'fr', ''],
  ['countries', 'agypten', 'de', 'EGY'],
  ['countries', 'РОСС', 'ru', 'RUS'],
  ['countries', '日', 'ja', 'JPN'],
  ['countries', '한국', 'ko', ''],
  ['countries', 'מצר', 'he', 'EGY'],
  ['countries', 'france?', 'en', ''],
  ['cities', 'newyork', 'en', ''],
  ['cities', 'SAINT-SULPICE-LE-GUERETOIS', 'en', 'FRA_Saint-Sulpice-le-Guérétois'],
])('%s that start with %j in %s: %s', async (resource, token, lang, expected) => {
  expect(ids(await find(resource, { token, lang })).join(' ')).toBe(expected);
});

test.each<[string, string, string, string]>([
  ['st louis', 'en', 'USA_St.Louis', 'St. Louis'],
  ['SAINT-D', 'en', 'FRA_Saint-Denis', 'Saint-Denis'],
  ['ZU\u0308R', 'de', 'CHE_Zürich', 'Zürich'],
  ['l aquila', 'en', "ITA_L'Aquila", 'L’Aquila'],
  ['londres', 'fr', 'GBR_London', 'Londres'],
  ['東京', 'ja', 'JPN_Tokyo', '東京'],
  ['münch', 'da', 'DEU_Munich', 'München'],
  ['القاه', 'ar', 'EGY_Cairo', 'القاهرة'],
])('%j in %s finds the city %s, shown as %s', async (token, lang, id, name) => {
  expect(await find('cities', { token, lang })).toContainEqual(expect.objectContaining({ id, name })); // prettier-ignore
});

test.each<[Resource, string, string, string, string]>([
  ['countries', 'Deutschl', 'en', 'DEU', 'Germany'],
  ['countries', '日本', 'fr', 'JPN', 'Japon'],
  ['cities', 'London', 'fr', 'GBR_London', 'Londres'],
  ['cities', 'Londres', 'ja', 'GBR_London', 'ロンドン'],
  ['cities', 'Москва', 'en', 'RUS_Moscow', 'Moscow'],
  ['cities', 'new york city', 'en', 'USA_NewYorkCity', 'New York'],
])('any_name: %s, %j in %s finds %s first, as %s', async (resource, token, lang, id, name) => {
  const [first] = await find(resource, { token, lang, any_name: 'TRUE' });
  expect(first).toMatchObject({ id, name });
  expect(ids(await find(resource, { token, lang, any_name: false, limit: 1_000 }))).not.toContain(id); // prettier-ignore
});

describe.each<Resource>(['countries', 'cities'])('%s', (resource) => {
  const LONG = ['x', '🌍', '\ufdfa'].map((character) => character.repeat(100));
  test.each(['-', '.', "'", ' - ', '., ‑', '\u200b', 'pari*', 'p.*s', ...LONG])(
    '%j finds nothing',
    async (token) => {
      expect(await find(resource, { token })).toEqual([]);
    },
  );

  test('the most populous come first, then by id; limit takes the first ones', async () => {
    const all = await find(resource, { token: 's', limit: 1_000 });
    expect(all.length).toBeGreaterThan(resource === 'cities' ? 200 : 1);
    expect(all).toEqual(byPopulation(all));
    expect(await find(resource, { token: 's', limit: 1 })).toEqual(all.slice(0, 1));
    const unlimited = await find(resource, { token: 's' });
    expect(unlimited).toEqual(resource === 'cities' ? all.slice(0, 100) : all);
  });

  test('primary_only leaves out the others', async () => {
    const [token, own, other] = resource === 'cities' ? ['mon', 'MCO_Monaco', 'MCO_Monte-Carlo'] : ['g', 'DEU', 'GIB']; // prettier-ignore
    const all = ids(await find(resource, { token, limit: 1_000, primary_only: 'FALSE' }));
    const primary = ids(await find(resource, { token, limit: 1_000, primary_only: true }));
    expect([all.includes(own), all.includes(other)]).toEqual([true, true]);
    expect([primary.includes(own), primary.includes(other)]).toEqual([true, false]);
    expect(all.filter((id) => primary.includes(id))).toEqual(primary);
  });
});

test('all lookups name a country alike', async () => {
  const query = { country_ids: 'JPN', token: '日本', lat: 35.68, lng: 139.69, lang: 'ja-JP' };
  for (const route of ['findByIds', 'findByLocation', 'findByName']) {
    const { body } = await api.get<Country[]>(`/countries/${route}`, query);
    expect(body.data).toMatchObject([{ id: 'JPN', name: '日本' }]);
  }
});

describe('by brute force', () => {
  const OWN_TOKENS = 10;
  const ANY_TOKENS = 3;
  const LONGEST_TOKEN = 12;

  let all: Country[];
  const named = new Map<Language, Country[]>();
  beforeAll(async () => {
    for (const lang of LANGUAGES) {
      all = byPopulation((await api.get<Country[]>('/countries/findAll', { lang })).body.data);
      named.set(lang, all.map((country) => ({ ...country, name: comparable(country.name) }))); // prettier-ignore
    }
  });

  test.each(LANGUAGES)('countries by their names in %s, and in any language', async (lang) => {
    const random = seeded(LANGUAGES.indexOf(lang) + 1);
    const wrong: unknown[] = [];
    const own = named.get(lang) ?? [];
    for (let number = 0; number < OWN_TOKENS + ANY_TOKENS; number += 1) {
      const any_name = number >= OWN_TOKENS;
      const token = typed(random, pick(random, own).name, LONGEST_TOKEN);
      const prefix = comparable(token);
      const names = any_name ? [...named.values()].flat() : own;
      const matching = new Set(ids(names.filter(({ name }) => name.startsWith(prefix))));
      const should = ids(all.filter(({ id }) => prefix !== '' && matching.has(id))).join();
      const is = ids(await find('countries', { token, lang, any_name })).join();
      if (is !== should) wrong.push({ token, any_name, is, should });
    }
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['/cities/findByIds', { city_ids: 'DEU_Munich' }],
  ['/cities/findByCountries', { country_ids: 'DEU', limit: 1, offset: 2 }],
  ['/cities/findByLocation', { lat: 48.137, lng: 11.575 }],
  ['/cities/findByName', { token: 'münchen', any_name: true, limit: 1 }],
  ['/cities/findByName', { token: 'münchen', match: 'fuzzy', limit: 1 }],
  ['/search', { token: 'münchen', types: 'city', limit: 1 }],
  ['/locate', { lat: 48.137, lng: 11.575 }],
])('%s %j has the region in the language, the same from the cache, by default in English', async (route, query) => {
  for (const [lang, region] of [['de', 'Bayern'], ['it-CH', 'Baviera'], ['ru', 'Бавария'], ['en', 'Bavaria'], ['pt', 'Baviera']] as const)
    for (let times = 0; times < 2; times += 1) {
      const { body } = await api.get(route, { ...query, lang });
      expect(JSON.stringify(body)).toContain(`"region_name":"${region}"`);
    }
}); // prettier-ignore

test('a batch of locations has the regions in the language', async () => {
  const { body } = await api.post<{ city: City }[]>('/locate?lang=fr', [{ lat: 48.137, lng: 11.575 }, { lat: 0, lng: -30 }]); // prettier-ignore
  expect(body.data.map(({ city }) => city.region_name)).toEqual(['Bavière', '']);
});

describe('a city in languages', () => {
  const row = (
    countryCode: string,
    name: string,
    population: number,
    names: Names,
    more: Partial<CityRow> = {},
  ): Omit<CityRow, 'line' | 'sourceId'> => ({ latitude: 50, longitude: 10, capital: false, countryCode, name, population, names, ...more }); // prettier-ignore
  const ROWS = [
    row(
      'DE',
      'Munich',
      1_260_391,
      { en: 'Munich', de: 'München', ru: 'Мюнхен', ja: 'ミュンヘン' },
      { regionName: 'Bavaria', regionNames: { de: 'Bayern', fr: 'Bavière' } },
    ),
    row('DE', 'Köln', 963_395, { en: 'Cologne', fr: 'Cologne', ar: 'كولونيا' }),
    row('CH', 'Zurich', 341_730, { de: 'Zürich', it: 'Zurigo', zh: '苏黎世' }),
    row('FR', 'Colognac', 200, { it: '-' }),
  ].map((each, at): CityRow => ({ ...each, line: at + 1, sourceId: String(at + 1) }));

  let own: Sandbox;
  let ownApi: Api;
  beforeAll(async () => {
    own = createSandbox();
    const source = { file: 'own cities', rows: () => ROWS };
    await own.ingest(cityResource(source, { primaryMinimumPopulation: 1_000_000 }));
    ownApi = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await ownApi.stop();
    await own.remove();
  });

  test.each([
    // In that language, or in English.
    ['munchen', 'de', 'DEU_Munich'],
    ['MÜNCH', 'de-AT', 'DEU_Munich'],
    ['мюнх', 'ru', 'DEU_Munich'],
    ['ﾐｭﾝﾍﾝ', 'ja', 'DEU_Munich'],
    ['كولو', 'ar', 'DEU_Köln'],
    ['苏', 'zh-Hans-CN', 'CHE_Zurich'],
    ['colog', undefined, 'DEU_Köln FRA_Colognac'],
    ['munchen', undefined, ''],
    // Not by the default name if there is one in the language, nor by a third language.
    ['munich', 'de', ''],
    ['koln', 'fr', ''],
    ['munchen', 'fr', ''],
    // By the default name if there is none, or if it differs by accents only.
    ['munich', 'fr', 'DEU_Munich'],
    ['koln', 'de', 'DEU_Köln'],
    ['colog', 'it', 'FRA_Colognac'],
    ['zürich', 'de', 'CHE_Zurich'],
    ['zurich', 'de', 'CHE_Zurich'],
  ])('%j in %s finds %s', async (token, lang, expected) => {
    const query = { token, ...(lang === undefined ? {} : { lang }) };
    const { body } = await ownApi.get<City[]>('/cities/findByName', query);
    expect(ids(body.data).join(' ')).toBe(expected);
  });

  test.each([
    ['findByIds', { city_ids: 'DEU_Munich', lang: 'de' }, ['München', 'Bayern']],
    ['findByIds', { city_ids: 'DEU_Munich', lang: 'fr' }, ['Munich', 'Bavière']],
    ['findByIds', { city_ids: 'DEU_Munich', lang: 'ru' }, ['Мюнхен', 'Bavaria']],
    ['findByIds', { city_ids: 'DEU_Munich', lang: 'ko' }, ['Munich', 'Bavaria']],
    // Never by a name that cannot be found.
    ['findByIds', { city_ids: 'FRA_Colognac', lang: 'it' }, ['Colognac', null]],
    ['findByCountries', { country_ids: 'DEU', lang: 'fr', offset: 1 }, ['Cologne', null]],
    ['findByName', { token: 'zurich', lang: 'de' }, ['Zürich', null]],
    ['findByName', { token: 'm', lang: 'de', primary_only: true }, ['München', 'Bayern']],
  ])('%s %j shows %j', async (route, query, [name, region_name]) => {
    const { body } = await ownApi.get<City[]>(`/cities/${route}`, query);
    expect(body.data).toMatchObject([{ name, region_name }]);
  });
});
