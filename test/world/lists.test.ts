import { describe, expect, test } from '@jest/globals';
import { builtInPrefix, createTestClient, type Query, startApi } from '../support/api.js';
import { untilEnd } from '../support/each.js';
import { byPopulation, type Country, ids } from '../support/records.js';
import { readCities } from '../support/stored.js';

// test/store/lookups/lists.test.ts has the rules.

const api = untilEnd(await startApi());
const client = createTestClient();
const cities = byPopulation(await readCities(client, builtInPrefix()));
await client.close();

const list = async (path: string, query: Query = {}): Promise<Country[]> =>
  (await api.get<Country[]>(path, query)).body.data;

describe('countries/findAll', () => {
  const PATH = '/countries/findAll';
  /** The entries of ISO 3166-1 that are neither members of the UN nor one of the four more. */
  const NOT_PRIMARY =
    'ABW AIA ALA ASM ATA ATF BES BLM BMU BVT CCK COK CUW CXR CYM ESH FLK FRO GGY GIB GLP GRL GUF GUM HKG HMD IMN IOT JEY MAC MAF MNP MSR MTQ MYT NCL NFK NIU PCN PRI PYF REU SGS SHN SJM SPM SXM TCA TKL UMI VGB VIR WLF';

  test('250: the entries of ISO 3166-1 and Kosovo, 197 of them primary', async () => {
    const all = ids(await list(PATH));
    expect(new Set(all).size).toBe(250);
    expect(all).toHaveLength(250);
    const primary = ids(await list(PATH, { primary_only: true }));
    expect(primary).toHaveLength(197);
    expect(
      all
        .filter((id) => !primary.includes(id))
        .sort()
        .join(' '),
    ).toBe(NOT_PRIMARY);
    expect(primary).toEqual(expect.arrayContaining(['VAT', 'PSE', 'TWN', 'XKX', 'FRA']));
  });

  test('seven continents', async () => {
    const all = await list(PATH);
    expect(new Set(all.map(({ continent }) => continent)).size).toBe(7);
    const continents = Object.fromEntries(all.map(({ id, continent }) => [id, continent]));
    expect(continents).toMatchObject({
      ...{ EGY: 'Africa', ATA: 'Antarctica', TUR: 'Asia', RUS: 'Europe', AUS: 'Oceania' },
      ...{ MEX: 'North America', PAN: 'North America', GUF: 'South America' },
    });
  });

  test('in the order of the alphabet of the language', async () => {
    const swedish = (await list(PATH, { lang: 'sv' })).map(({ name }) => name);
    expect(swedish.slice(-3)).toEqual(['Åland', 'Österrike', 'Östtimor']);
  });
});

test('the fields of a city without a region', async () => {
  const { body } = await api.get('/cities/findByIds', { city_ids: 'SGP_Singapore' });
  expect(JSON.stringify(body)).toMatch(
    /^{"status":"ok","data":\[{"id":"SGP_Singapore",.*"region_name":null,/,
  );
});

describe('cities/findByCountries', () => {
  const PATH = '/cities/findByCountries';
  const find = async (query: Query): Promise<string[]> => ids(await list(PATH, query));

  test('1,000 cities without limit, 10,000 at most', async () => {
    const all = ids(cities.filter(({ country_id }) => country_id === 'USA'));
    expect(all.length).toBeGreaterThan(10_000);
    expect(await find({ country_ids: 'USA' })).toEqual(all.slice(0, 1_000));
    expect(await find({ country_ids: 'USA', limit: 10_000 })).toEqual(all.slice(0, 10_000));
  });

  test('pages reach to offset 100,000', async () => {
    const countries = [...new Set(cities.map(({ country_id }) => country_id))];
    expect(cities.length).toBeGreaterThan(110_000);
    const query = { country_ids: countries.join(), offset: 100_000 };
    const last = ids(cities).slice(100_000, 110_000);
    expect(await find({ ...query, limit: 10_000 })).toEqual(last);
    expect(await find({ ...query, limit: 1 })).toEqual(last.slice(0, 1));
    expect(await find({ country_ids: 'MCO', offset: 1_000 })).toEqual([]);
  });
});
