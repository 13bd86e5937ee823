import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../indices/languages.js';
import { builtInPrefix, createTestClient, type Query, startApi } from '../../support/api.js';
import { byPopulation, type City, type Country, ids } from '../../support/records.js';
import { readCities } from '../../support/stored.js';
import { untilEnd } from '../../support/each.js';

const api = untilEnd(await startApi());
const client = createTestClient();
const cities = byPopulation(await readCities(client, builtInPrefix()));
await client.close();

const list = async <Found extends { id: string } = Country>(
  path: string,
  query: Query = {},
  token?: string,
): Promise<Found[]> => (await api.get<Found[]>(path, query, token ? { token } : {})).body.data;

describe('findByIds', () => {
  const PARAMETERS = { countries: 'country_ids', cities: 'city_ids', lands: 'land_ids', places: 'place_ids' }; // prettier-ignore
  type Resource = keyof typeof PARAMETERS;

  async function find(resource: Resource, asked: string, more: object = {}) {
    const name = PARAMETERS[resource];
    const path = `/${resource}/findByIds`;
    const internal = { token: 'dev-internal' };
    const { body } = await api.get<City[]>(path, { [name]: asked, ...more }, internal);
    const wanted = asked.split(',');
    const posted = await api.post<City[]>(path, { ids: wanted }, { ...more }, internal);
    expect(posted.body).toEqual(body);
    expect(posted.headers.get('cache-control')).toBe('no-store');
    const pairs = wanted.map((id) => `${name}=${encodeURIComponent(id)}`).join('&');
    const others = new URLSearchParams({ ...more }).toString();
    expect((await api.get(path, `${pairs}&${others}`, internal)).body).toEqual(body);
    return { found: ids(body.data), missing: body.missing };
  }

  const STRANGE = "USA_St.Louis,FRA_Paris,ITA_L'Aquila,CHE_Zürich,DEU_Halle(Saale)";
  const PLACES = 'geonames-2643743,geonames-2988507';
  const PRIMARY = { primary_only: 'true' };

  test.each<[Resource, string, string, (string | undefined)?, object?]>([
    ['countries', 'USA,ATA,FRA,VAT,GIB,CAN', 'USA,ATA,FRA,VAT,GIB,CAN'],
    ['countries', ' fra , Deu,\titA,FRA,ABC,abc', 'FRA,DEU,ITA', 'ABC'],
    ['countries', 'ZZZ,FRA,AAA', 'FRA', 'ZZZ,AAA'],
    ['cities', STRANGE, STRANGE],
    ['cities', ' FRA_Paris ,\tCHE_Zürich, FRA_Paris,X,X', 'FRA_Paris,CHE_Zürich', 'X'],
    ['cities', 'ZZZ_A,fra_paris,NO_CITY,FRA_Paris', 'FRA_Paris', 'ZZZ_A,fra_paris,NO_CITY'],
    ['cities', 'MCO_Monte-Carlo,MCO_Monaco,X', 'MCO_Monaco', 'MCO_Monte-Carlo,X', PRIMARY],
    ['cities', 'MCO_Monte-Carlo,MCO_Monaco', 'MCO_Monte-Carlo,MCO_Monaco', undefined, { primary_only: 'False' }], // prettier-ignore
    ['places', PLACES, PLACES],
    ['lands', '881FB46625FFFFF,887c650711fffff', '881fb46625fffff', '887c650711fffff'],
    ['places', 'z,geonames-2988507,GEONAMES-2988507', 'geonames-2988507', 'z,GEONAMES-2988507'],
  ])('%s %j: found %s, missing %s', async (...[resource, asked, found, missing, more]) => {
    const expected = { found: found.split(','), missing: missing?.split(',') };
    expect(await find(resource, asked, more)).toEqual(expected);
    const reversed = asked.split(',').reverse().join();
    expect((await find(resource, reversed, more)).found.sort()).toEqual(expected.found.sort());
  });

  test('500 ids, found or missing, and a long one', async () => {
    const found = ids(await list('/cities/findByCountries', { country_ids: 'FRA', limit: 500 }));
    found.reverse();
    expect(await find('cities', found.join())).toEqual({ found, missing: undefined });
    const missing = Array.from({ length: 499 }, (_, number) => `FRA_Nowhere${number}`);
    expect(await find('cities', [...missing, 'FRA_Paris'].join())).toEqual({
      found: ['FRA_Paris'],
      missing,
    });
    const long = `FRA_${'x'.repeat(2_000)}`;
    expect(await find('cities', long)).toEqual({ found: [], missing: [long] });
  });

  test.each<[unknown, string[], string]>([
    [{}, ['ids'], 'is required: ISO 3166'],
    [{ ids: [] }, ['ids'], 'must be ISO 3166'],
    [{ ids: 7 }, ['ids'], 'must be ISO 3166'],
    [
      { ids: ['FRA', 7, 'DEU', null, 'FR', 'FRA,DEU', ''] },
      ['ids'],
      '(see elements 2, 4, 5, 6, 7)',
    ],
    [{ ids: Array(501).fill('FRA') }, ['ids'], 'at most 500'],
    [{ ids: ['FRA'], lang: 'fr', country_ids: ['FRA'] }, ['lang', 'country_ids'], 'is unknown'],
    [[], [], 'JSON object'],
  ])('a body of %.60j is rejected', async (sent, paths, message) => {
    const { status, body } = await api.post('/countries/findByIds', sent);
    expect(status).toBe(400);
    expect((body.error.details ?? []).map(({ path }) => path)).toEqual(paths);
    expect(JSON.stringify(body.error)).toContain(message);
  });

  test('a body has the ids only: all else is in the query string, and faults of both are listed', async () => {
    const ids = ['FRA'];
    const french = await api.post<Country[]>('/countries/findByIds', { ids }, { lang: 'fr', country_ids: 'DEU' }); // prettier-ignore
    expect(french.body.data.map(({ name }) => name)).toEqual(['France']);
    expect(french.headers.get('x-ignored-params')).toBe('country_ids');
    const faulty = await api.post('/countries/findByIds', { ids: ['1'] }, { lang: 'xx' });
    expect(faulty.body.error.details?.map(({ path }) => path).sort()).toEqual(['ids', 'lang']);
    for (const [path, token, status] of [['places', 'dev-public', 403], ['places', 'x', 401], ['countries', 'dev-public', 200]] as const)
      expect((await api.post(`/${path}/findByIds`, { ids }, {}, { token })).status).toBe(status);
  }); // prettier-ignore

  test('a city has exactly the fields of the specification', async () => {
    const { body } = await api.get('/cities/findByIds', { city_ids: 'FRA_Paris,VAT_VaticanCity' });
    expect(JSON.stringify(body)).toMatch(
      /^{"status":"ok","data":\[{"id":"FRA_Paris","country_id":"FRA","name":"Paris","region_name":"Île-de-France","population":2138551,"latlng":{"latitude":48\.85341,"longitude":2\.3488}},{.*"region_name":null,/,
    );
  });

  test('unknown parameters are named', async () => {
    const { headers } = await api.get('/countries/findByIds', 'country_ids=GUF&primary_only=true');
    expect(headers.get('x-ignored-params')).toBe('primary_only');
  });
});

describe('countries/findAll', () => {
  const PATH = '/countries/findAll';
  const ALL = 'ATA CAN CHE DEU EGY ESP FJI FRA GBR GIB ITA JPN MCO RUS USA VAT';

  test('all, or the primary ones', async () => {
    const sorted = async (query: Query) => ids(await list(PATH, query)).sort().join(' '); // prettier-ignore
    expect(await sorted({})).toBe(ALL);
    expect(await sorted({ primary_only: true })).toBe(ALL.replace(/ATA |GIB /g, ''));
  });

  test('each has the fields of the specification, and its continent', async () => {
    const all = await list(PATH);
    for (const country of all)
      expect(Object.keys(country)).toEqual(['id', 'name', 'continent', 'population']);
    const continents = Object.fromEntries(all.map(({ id, continent }) => [id, continent]));
    expect(continents).toMatchObject({
      ...{ EGY: 'Africa', ATA: 'Antarctica', JPN: 'Asia', RUS: 'Europe', FJI: 'Oceania' },
      ...{ CAN: 'North America' },
    });
  });

  test.each(LANGUAGES)('alphabetical in %s', async (lang) => {
    const all = await list(PATH, { lang });
    const names = all.map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator(lang).compare));
    const germany = new Intl.DisplayNames(lang, { type: 'region' }).of('DE');
    expect(all.find(({ id }) => id === 'DEU')?.name).toBe(germany);
  });

  test.each([{}, { primary_only: true }, { lang: 'ja', primary_only: true }])(
    'pages of %j have no gaps and no repeats',
    async (query) => {
      const whole = await list(PATH, query);
      const pages: Country[] = [];
      for (let offset = 0; offset < whole.length; offset += 5)
        pages.push(...(await list(PATH, { ...query, limit: 5, offset })));
      expect(pages).toEqual(whole);
      expect(await list(PATH, { ...query, offset: 9 })).toEqual(whole.slice(9));
    },
  );

  test('beyond the end is nothing', async () => {
    expect(await list(PATH, { offset: 16 })).toEqual([]);
    expect(await list(PATH, { limit: 999_999_999_999 })).toHaveLength(16);
  });
});

describe('cities/findByCountries', () => {
  const PATH = '/cities/findByCountries';
  const find = async (query: Query): Promise<string[]> => ids(await list(PATH, query));
  const expected = (...countries: string[]): string[] =>
    ids(cities.filter(({ country_id }) => countries.includes(country_id)));

  test.each([
    ['FJI', ['FJI']],
    ['gib, VAT ,Mco,GIB', ['MCO', 'GIB', 'VAT']],
    ['ABC,MCO', ['MCO']],
    ['ABC,ATA', []],
  ])('%s: the most populous first, then by id', async (country_ids, countries) => {
    const { body } = await api.get<City[]>(PATH, { country_ids });
    expect(ids(body.data)).toEqual(expected(...countries));
    expect(body.data.length > 0).toBe(countries.length > 0);
    expect(body).not.toHaveProperty('missing');
  });

  test('1,000 cities without limit, more with one', async () => {
    const all = expected('USA');
    expect(all.length).toBeGreaterThan(1_000);
    expect(await find({ country_ids: 'USA' })).toEqual(all.slice(0, 1_000));
    expect(await find({ country_ids: 'USA', limit: 10_000 })).toEqual(all);
  });

  test('pages have no gaps and no repeats where many cities are equally populous', async () => {
    const all = expected('CHE', 'ESP');
    const pages: string[] = [];
    for (let offset = 0; offset < all.length; offset += 97)
      pages.push(...(await find({ country_ids: 'CHE,ESP', limit: 97, offset })));
    expect(pages).toEqual(all);
  });

  test('ignores primary_only', async () => {
    const { headers, body } = await api.get<City[]>(PATH, 'country_ids=MCO&primary_only=true');
    expect(headers.get('x-ignored-params')).toBe('primary_only');
    expect(ids(body.data)).toEqual(expected('MCO'));
  });
});
