import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, type Query, startApi } from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { byPopulation, type City, ids } from '../../support/records.js';

const PATH = '/cities/findByName';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const find = async (query: Query): Promise<City[]> =>
  (await api.get<City[]>(PATH, query)).body.data;

describe('"starts with"', () => {
  test.each([
    ['st louis', 'USA_St.Louis'],
    ['St. Louis', 'USA_St.Louis'],
    ['ST LOUIS', 'USA_St.Louis'],
    ['saint d', 'FRA_Saint-Denis'],
    ['SAINT-D', 'FRA_Saint-Denis'],
    ['Saint‑D', 'FRA_Saint-Denis'],
    ['saint — d', 'FRA_Saint-Denis'],
    ['saint  denis', 'FRA_Saint-Denis'],
    ['sao', 'BRA_SãoPaulo'],
    ['são p', 'BRA_SãoPaulo'],
    ['SA\u0303O', 'BRA_SãoPaulo'],
    ['zurich', 'CHE_Zürich'],
    ['zürich', 'CHE_Zürich'],
    ['munchenst', 'CHE_Münchenstein'],
    ['l aquila', "ITA_L'Aquila"],
    ['L’Aquila', "ITA_L'Aquila"],
    ["'s-hertog", "NLD_'s-Hertogenbosch"],
    ['s hertog', "NLD_'s-Hertogenbosch"],
    ['ｐａｒｉｓ', 'FRA_Paris'],
    ['new york', 'USA_NewYorkCity'],
    ['  new   york ', 'USA_NewYorkCity'],
    ['октябрьс', 'BLR_Октябрьский'],
    // Longer than the prefixes that are terms of their own in the index.
    ['saint-sulpice-le-gueretois', 'FRA_Saint-Sulpice-le-Guérétois'],
    ['SAO PAULO DE OLIVENC', 'BRA_SãoPaulodeOlivença'],
  ])('%j finds %s', async (token, id) => {
    expect(ids(await find({ token }))).toContain(id);
  });

  test.each(['-', '.', "'", ' - ', '., ‑', '\u200b'])('%j finds nothing', async (token) => {
    expect(await find({ token })).toEqual([]);
  });

  test.each([
    ['londres', 'fr', 'GBR_London', 'Londres'],
    ['Лонд', 'ru', 'GBR_London', 'Лондон'],
    ['Москва', 'ru', 'RUS_Moscow', 'Москва'],
    ['東京', 'ja', 'JPN_Tokyo', '東京'],
    ['Münch', 'de', 'DEU_Munich', 'München'],
    ['münch', 'da', 'DEU_Munich', 'München'],
    ['القاه', 'ar', 'EGY_Cairo', 'القاهرة'],
    ['서울', 'ko', 'KOR_Seoul', '서울'],
  ])('%j in %s finds %s first, as %s', async (token, lang, id, name) => {
    const [first] = await find({ token, lang });
    expect(first).toMatchObject({ id, name });
  });

  test.each([
    ['London', 'fr', 'GBR_London', 'Londres'],
    ['Londo', 'fr', 'GBR_London', 'Londres'],
    ['Londres', 'ja', 'GBR_London', 'ロンドン'],
    ['Москва', undefined, 'RUS_Moscow', 'Moscow'],
    ['東京', undefined, 'JPN_Tokyo', 'Tokyo'],
    ['Münch', undefined, 'DEU_Munich', 'Munich'],
    ['new york city', undefined, 'USA_NewYorkCity', 'New York'],
  ])('%j with any_name, lang %s, finds %s first, as %s', async (token, lang, id, name) => {
    const language = lang === undefined ? {} : { lang };
    const [first] = await find({ token, any_name: true, ...language });
    expect(first).toMatchObject({ id, name });
    expect(ids(await find({ token, any_name: false, limit: 1_000, ...language }))).not.toContain(
      id,
    );
  });

  test('means the whole name, not any word in it', async () => {
    const york = ids(await find({ token: 'york', limit: 1_000 }));
    expect(york).toContain('GBR_York');
    expect(york).not.toContain('USA_NewYorkCity');
    expect(ids(await find({ token: 'louis', limit: 1_000 }))).not.toContain('USA_St.Louis');
    expect(ids(await find({ token: 'newyork' }))).toEqual([]);
  });

  test('wildcards are characters like others', async () => {
    for (const token of ['pari*', 'par?s', 'p.*s', '"paris"']) {
      expect(ids(await find({ token }))).not.toContain('FRA_Paris');
    }
  });
});

describe('answers', () => {
  test('the most populous first, then by id', async () => {
    const found = await find({ token: 's', limit: 1_000 });
    expect(found).toEqual(byPopulation(found));
    expect(found[0]?.id).toBe('CHN_Shanghai');
    const saints = await find({ token: 'san ', limit: 1_000 });
    expect(saints.length).toBeGreaterThan(900);
    expect(saints).toEqual(byPopulation(saints));
  });

  test('100 cities without limit, 1,000 at most', async () => {
    const all = await find({ token: 'a', limit: 1_000 });
    expect(all).toHaveLength(1_000);
    expect(await find({ token: 'a' })).toEqual(all.slice(0, 100));
    expect(await find({ token: 'a', limit: 1 })).toEqual(all.slice(0, 1));
  });

  test('primary cities only, if asked', async () => {
    const all = ids(await find({ token: 'mon', limit: 1_000 }));
    const primary = ids(await find({ token: 'mon', limit: 1_000, primary_only: true }));
    expect(all).toEqual(expect.arrayContaining(['MCO_Monaco', 'MCO_Monte-Carlo']));
    expect(primary).toContain('MCO_Monaco');
    expect(primary).not.toContain('MCO_Monte-Carlo');
    expect(all.filter((id) => primary.includes(id))).toEqual(primary);
    expect(ids(await find({ token: 'mon', limit: 1_000, primary_only: 'FALSE' }))).toEqual(all);
  });

  test('exactly the fields of the specification', async () => {
    for (const city of await find({ token: 'b', limit: 1_000 })) {
      expect(Object.keys(city)).toEqual([
        'id',
        'country_id',
        'name',
        'region_name',
        'population',
        'latlng',
      ]);
      expect(Object.keys(city.latlng ?? {})).toEqual(['latitude', 'longitude']);
    }
  });
});

test('a token may have 100 characters, however much they stand for', async () => {
  for (const character of ['x', '🌍', '\ufdfa']) {
    expect(await find({ token: character.repeat(100) })).toEqual([]);
  }
});

test.each(
  [
    ['', 'token'],
    ['token=', 'token'],
    ['token=+', 'token'],
    [`token=${'x'.repeat(101)}`, 'token'],
    ['token=a&token=b', 'token'],
    ['token=%C3', 'token'],
    ['token=a&limit=0', 'limit'],
    ['token=a&limit=1001', 'limit'],
    ['token=a&limit=', 'limit'],
    ['token=a&primary_only=', 'primary_only'],
    ['token=a&lang=', 'lang'],
    ['token=a&lang=xx', 'lang'],
  ].map(([query = '', parameter = '']) => [query.slice(0, 60), query, parameter]),
)('refuses %s', async (_, query, parameter) => {
  expect(await faultyParameters(api, PATH, query)).toEqual([parameter]);
});

test('names the parameters that it does not know', async () => {
  const { headers } = await api.get(PATH, 'token=a&offset=5&Limit=3');
  expect(headers.get('x-ignored-params')).toBe('offset, Limit');
});
