import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Api,
  builtInPrefix,
  createTestClient,
  type Query,
  startApi,
} from '../../support/api.js';
import { byPopulation, type City, ids, NO_CITY } from '../../support/records.js';
import { readCities, type StoredCity } from '../../support/stored.js';
import { distanceMeters } from '../../support/sphere.js';

/** For a machine that has other things to do as well. */
const PATIENCE_MS = 300_000;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('findByIds', () => {
  const PATH = '/cities/findByIds';

  async function ask(city_ids: string, more: Query = {}): Promise<unknown> {
    const { body } = await api.get<City[]>(PATH, { city_ids, ...(more as object) });
    return { found: ids(body.data), ...('missing' in body ? { missing: body.missing } : {}) };
  }

  /** As many ids as wanted; all but the last one are no city's. */
  const unknown = (count: number): string[] => [
    ...Array.from({ length: count - 1 }, (_, number) => `FRA_Nowhere${number}`),
    'FRA_Paris',
  ];

  describe('answers', () => {
    test('a city with exactly the fields of the specification', async () => {
      const { body } = await api.get<City[]>(PATH, { city_ids: 'FRA_Paris' });
      expect(JSON.stringify(body)).toBe(
        '{"status":"ok","data":[{"id":"FRA_Paris","country_id":"FRA","name":"Paris","region_name":"Île-de-France","population":2138551,"latlng":{"latitude":48.85341,"longitude":2.3488}}]}',
      );
    });

    test('null for an unknown region', async () => {
      const { body } = await api.get<City[]>(PATH, { city_ids: 'SGP_Singapore' });
      expect(body.data[0]?.region_name).toBeNull();
    });

    test('in the order asked, whatever the characters of the ids', async () => {
      const asked = [
        'USA_St.Louis',
        'FRA_Paris',
        "ITA_L'Aquila",
        'BRA_SãoPaulo',
        'DEU_Halle(Saale)',
      ];
      expect(await ask(asked.join())).toEqual({ found: asked });
      expect(await ask(asked.reverse().join())).toEqual({ found: asked });
    });

    test('ids with blanks around them, and those given twice once', async () => {
      expect(await ask(' FRA_Paris ,\tCHE_Zürich, FRA_Paris,X,X')).toEqual({
        found: ['FRA_Paris', 'CHE_Zürich'],
        missing: ['X'],
      });
    });

    test('what does not exist in `missing`, in the order asked', async () => {
      expect(await ask('ZZZ_A,FRA_Paris,AAA_B')).toEqual({
        found: ['FRA_Paris'],
        missing: ['ZZZ_A', 'AAA_B'],
      });
      expect(await ask('fra_paris')).toEqual({ found: [], missing: ['fra_paris'] });
    });

    test('never the empty city', async () => {
      expect(await ask('NO_CITY')).toEqual({ found: [], missing: ['NO_CITY'] });
    });

    test('500 ids, long ones too', async () => {
      const asked = unknown(500);
      expect(await ask(asked.join())).toEqual({
        found: ['FRA_Paris'],
        missing: asked.slice(0, -1),
      });
      const long = `FRA_${'x'.repeat(2_000)}`;
      expect(await ask(long)).toEqual({ found: [], missing: [long] });
    });

    test('500 cities that exist', async () => {
      const { body } = await api.get<City[]>('/cities/findByCountries', {
        country_ids: 'FRA',
        limit: 500,
      });
      const asked = ids(body.data).reverse();
      expect(await ask(asked.join())).toEqual({ found: asked });
    });
  });

  test('with primary_only what is not primary is missing', async () => {
    expect(await ask('MCO_Monte-Carlo,MCO_Monaco,X', { primary_only: 'true' })).toEqual({
      found: ['MCO_Monaco'],
      missing: ['MCO_Monte-Carlo', 'X'],
    });
    expect(await ask('MCO_Monte-Carlo,MCO_Monaco', { primary_only: 'False' })).toEqual({
      found: ['MCO_Monte-Carlo', 'MCO_Monaco'],
    });
  });
});

describe('findByCountries', () => {
  const PATH = '/cities/findByCountries';

  let cities: StoredCity[];
  beforeAll(async () => {
    const client = createTestClient();
    cities = byPopulation(await readCities(client, builtInPrefix()));
    await client.close();
  }, PATIENCE_MS);

  const list = async (query: Query): Promise<City[]> =>
    (await api.get<City[]>(PATH, query)).body.data;

  const expected = (...countries: string[]): string[] =>
    ids(cities.filter(({ country_id }) => countries.includes(country_id)));

  describe('answers', () => {
    test('the cities of a country, the most populous first, then by id', async () => {
      expect(ids(await list({ country_ids: 'LIE' }))).toEqual(expected('LIE'));
      const found = await list({ country_ids: 'LUX' });
      expect(found).toEqual(byPopulation(found));
      expect(ids(found)).toEqual(expected('LUX'));
      expect(found[0]?.id).toBe('LUX_Luxembourg');
    });

    test('those of several countries together', async () => {
      const all = expected('MCO', 'LIE', 'SMR');
      expect(ids(await list({ country_ids: 'smr, LIE ,Mco,SMR' }))).toEqual(all);
    });

    test('nothing for codes that do not exist, and no `missing`', async () => {
      const { body } = await api.get<City[]>(PATH, { country_ids: 'ABC,MCO' });
      expect(ids(body.data)).toEqual(expected('MCO'));
      expect(body).not.toHaveProperty('missing');
      expect(await list({ country_ids: 'ABC' })).toEqual([]);
      expect(await list({ country_ids: 'BVT' })).toEqual([]);
    });

    test('1,000 cities without limit, 10,000 at most', async () => {
      const all = expected('USA');
      expect(all.length).toBeGreaterThan(10_000);
      expect(ids(await list({ country_ids: 'USA' }))).toEqual(all.slice(0, 1_000));
      expect(ids(await list({ country_ids: 'USA', limit: 10_000 }))).toEqual(all.slice(0, 10_000));
    });

    test('500 codes', async () => {
      const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
      const codes = letters
        .flatMap((one) => letters.map((other) => `X${one}${other}`))
        .slice(0, 499);
      expect(ids(await list({ country_ids: [...codes, 'MCO'].join(), limit: 3 }))).toEqual(
        expected('MCO', ...codes).slice(0, 3),
      );
    });
  });

  describe('pages', () => {
    test('have no gaps and no repeats where many cities are equally populous', async () => {
      const all = expected('CHE', 'AUT');
      const pages: string[] = [];
      for (let offset = 0; offset < all.length; offset += 997) {
        pages.push(...ids(await list({ country_ids: 'CHE,AUT', limit: 997, offset })));
      }
      expect(pages).toEqual(all);
    });

    test('reach to offset 100,000', async () => {
      const countries = [...new Set(cities.map(({ country_id }) => country_id))];
      const all = ids(cities);
      expect(all.length).toBeGreaterThan(110_000);
      const query = { country_ids: countries.join(), offset: 100_000 };
      expect(ids(await list({ ...query, limit: 10_000 }))).toEqual(all.slice(100_000, 110_000));
      expect(ids(await list({ ...query, limit: 1 }))).toEqual(all.slice(100_000, 100_001));
    });

    test('beyond the end are empty', async () => {
      expect(await list({ country_ids: 'MCO', offset: 1_000 })).toEqual([]);
    });
  });

  test('does not know primary_only, as the specification', async () => {
    const { headers, body } = await api.get<City[]>(PATH, 'country_ids=MCO&primary_only=true');
    expect(headers.get('x-ignored-params')).toBe('primary_only');
    expect(ids(body.data)).toEqual(expected('MCO'));
  });
});

describe('findByLocation', () => {
  const PATH = '/cities/findByLocation';

  const find = async (query: Query): Promise<string> =>
    (await api.get<City>(PATH, query)).body.data.id;

  test('one city, as the other routes show it', async () => {
    const { body } = await api.get<City>(PATH, { lat: 48.8566, lng: 2.3522 });
    const byId = await api.get<City[]>('/cities/findByIds', { city_ids: 'FRA_Paris' });
    expect([body.data]).toEqual(byId.body.data);
  });

  describe('the closest city of the country that holds the place', () => {
    // Each beside a border, with the city across it that is closer.
    test.each([
      ['FRA_Strasbourg', 48.57, 7.79, 'DEU_Kehl'],
      ['USA_ImperialBeach', 32.56, -117, 'MEX_Tijuana'],
      ['CAN_Windsor', 42.33, -83.03, 'USA_Detroit'],
      ['MEX_CiudadJuárez', 31.71, -106.54, 'USA_ElPaso'],
    ])('%s, though a city across the border is closer', async (id, lat, lng, closer) => {
      const { body } = await api.get<City>(PATH, { lat, lng });
      expect(body.data.id).toBe(id);
      const both = await api.get<City[]>('/cities/findByIds', { city_ids: `${id},${closer}` });
      const [own = NaN, other = NaN] = both.body.data.map(({ latlng }) =>
        distanceMeters({ latitude: lat, longitude: lng }, latlng),
      );
      expect(other).toBeLessThan(own);
    });

    test('where borders overlap, of all countries that hold it', async () => {
      expect(await find({ lat: 41.9034, lng: 12.4534 })).toBe('VAT_VaticanCity');
    });

    test('at any distance', async () => {
      expect(await find({ lat: 78, lng: -40 })).toMatch(/^GRL_/);
      expect(await find({ lat: -25, lng: 126 })).toMatch(/^AUS_/);
    });

    test('a nearby country decides only where none holds the place', async () => {
      // Off Monaco: nobody's, and both countries are nearby.
      const off = { lat: 43.72, lng: 7.44 };
      const { body } = await api.get<{ id: string }[]>('/countries/findByLocation', off);
      expect(body.data.map(({ id }) => id)).toEqual(expect.arrayContaining(['MCO']));
      expect(await find(off)).toMatch(/^(MCO|FRA)_/);
      // Christmas Island's town is beside its border as drawn.
      expect(await find({ lat: -10.42, lng: 105.678 })).toBe('CXR_FlyingFishCove');
    });
  });

  describe('at the antimeridian', () => {
    test('Fiji, from both sides', async () => {
      expect(await find({ lat: -16.8, lng: 180 })).toBe('FJI_Savusavu');
      expect(await find({ lat: -16.8, lng: -180 })).toBe('FJI_Savusavu');
      expect(await find({ lat: -16.8, lng: -179.95 })).toBe('FJI_Savusavu');
    });

    test('Chukotka, from both sides', async () => {
      expect(await find({ lat: 66.3, lng: 179.5 })).toBe('RUS_Egvekinot');
      expect(await find({ lat: 66, lng: 180 })).toBe('RUS_Egvekinot');
      expect(await find({ lat: 66, lng: -180 })).toBe('RUS_Egvekinot');
    });
  });

  describe('the empty city, to the letter', () => {
    test.each([
      ['in the middle of an ocean', { lat: -48.88, lng: -123.39 }],
      ['at the North Pole', { lat: 90, lng: 0 }],
      ['in a country without cities', { lat: -54.423, lng: 3.36 }],
      ['in a country without primary cities', { lat: -90, lng: 0, primary_only: true }],
    ])('%s', async (_, query) => {
      const { status, body } = await api.get(PATH, query);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toBe(`{"status":"ok","data":${NO_CITY}}`);
    });
  });

  test('primary_only passes over the others', async () => {
    const monteCarlo = { lat: 43.7405, lng: 7.4283 };
    expect(await find(monteCarlo)).toMatch(/^MCO_/);
    expect(await find(monteCarlo)).not.toBe('MCO_Monaco');
    expect(await find({ ...monteCarlo, primary_only: 'TRUE' })).toBe('MCO_Monaco');
  });
});

describe('findByName', () => {
  const PATH = '/cities/findByName';

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
});
