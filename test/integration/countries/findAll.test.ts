import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../indices/languages.js';
import { type Api, type Query, startApi } from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { type Country, ids } from '../../support/records.js';

const PATH = '/countries/findAll';

/** The entries of ISO 3166-1 that are neither members of the UN nor one of the four more. */
const NOT_PRIMARY =
  'ABW AIA ALA ASM ATA ATF BES BLM BMU BVT CCK COK CUW CXR CYM ESH FLK FRO GGY GIB GLP GRL GUF GUM HKG HMD IMN IOT JEY MAC MAF MNP MSR MTQ MYT NCL NFK NIU PCN PRI PYF REU SGS SHN SJM SPM SXM TCA TKL UMI VGB VIR WLF';

let api: Api;
const list = async (query: Query = {}): Promise<Country[]> =>
  (await api.get<Country[]>(PATH, query)).body.data;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('which countries there are', () => {
  test('250: the entries of ISO 3166-1 and Kosovo', async () => {
    const all = ids(await list());
    expect(new Set(all).size).toBe(250);
    expect(all).toHaveLength(250);
    expect(all).toContain('XKX');
    expect(all.every((id) => /^[A-Z]{3}$/.test(id))).toBe(true);
  });

  test('197 are primary', async () => {
    const primary = ids(await list({ primary_only: true }));
    const others = ids(await list()).filter((id) => !primary.includes(id));
    expect(primary).toHaveLength(197);
    expect(others.sort().join(' ')).toBe(NOT_PRIMARY);
    expect(primary).toEqual(expect.arrayContaining(['VAT', 'PSE', 'TWN', 'XKX', 'FRA']));
  });

  test('a country has exactly the fields of the specification', async () => {
    for (const country of await list()) {
      expect(Object.keys(country)).toEqual(['id', 'name', 'continent', 'population']);
      expect(Number.isInteger(country.population)).toBe(true);
    }
  });

  test('there are seven continents', async () => {
    const all = await list();
    expect([...new Set(all.map(({ continent }) => continent))].sort()).toEqual([
      'Africa',
      'Antarctica',
      'Asia',
      'Europe',
      'North America',
      'Oceania',
      'South America',
    ]);
    const of = Object.fromEntries(all.map(({ id, continent }) => [id, continent]));
    expect(of).toMatchObject({
      EGY: 'Africa',
      ATA: 'Antarctica',
      TUR: 'Asia',
      RUS: 'Europe',
      MEX: 'North America',
      PAN: 'North America',
      AUS: 'Oceania',
      GUF: 'South America',
    });
  });
});

describe('order and pages', () => {
  test.each(LANGUAGES)('are alphabetical in %s', async (language) => {
    const names = (await list({ lang: language })).map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator(language).compare));
    expect(names).toHaveLength(250);
  });

  test('differ from language to language', async () => {
    const orders = new Set<string>();
    for (const lang of LANGUAGES) orders.add(ids(await list({ lang })).join());
    expect(orders.size).toBe(LANGUAGES.length);
    const swedish = (await list({ lang: 'sv' })).map(({ name }) => name);
    expect(swedish.slice(-3)).toEqual(['Åland', 'Österrike', 'Östtimor']);
  });

  test.each([{}, { primary_only: true }, { lang: 'ja', primary_only: true }])(
    'pages of %j have no gaps and no repeats',
    async (query) => {
      const whole = await list(query);
      const pages: Country[] = [];
      for (let offset = 0; offset < whole.length; offset += 37) {
        const page = await list({ ...query, limit: 37, offset });
        expect(page).toHaveLength(Math.min(37, whole.length - offset));
        pages.push(...page);
      }
      expect(pages).toEqual(whole);
    },
  );

  test('the rest follows an offset without limit', async () => {
    expect(await list({ offset: 240 })).toEqual((await list()).slice(240));
  });

  test('beyond the end is nothing', async () => {
    expect(await list({ offset: 250 })).toEqual([]);
    expect(await list({ offset: 100_000 })).toEqual([]);
    expect(await list({ limit: 999_999_999_999 })).toHaveLength(250);
  });
});

test.each([
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=1&limit=2', 'limit'],
  ['offset=-1', 'offset'],
  ['offset=100001', 'offset'],
  ['offset=', 'offset'],
  ['primary_only=', 'primary_only'],
  ['primary_only=1', 'primary_only'],
  ['primary_only=yes', 'primary_only'],
  ['lang=', 'lang'],
])('refuses %s', async (query, parameter) => {
  expect(await faultyParameters(api, PATH, query)).toEqual([parameter]);
});

test('names all faults at once', async () => {
  const query = 'limit=0&offset=-1&primary_only=maybe&lang=xx';
  const all = ['lang', 'limit', 'offset', 'primary_only'];
  expect(await faultyParameters(api, PATH, query)).toEqual(all);
});

test('takes primary_only in any case', async () => {
  expect(await list('primary_only=TRUE')).toHaveLength(197);
  expect(await list('primary_only=False')).toHaveLength(250);
});

test('64 who ask at once are all answered', async () => {
  const slow = await startApi({ cacheMegabytes: 0 });
  try {
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        slow.get<Country[]>(PATH, { lang: LANGUAGES[index % LANGUAGES.length] ?? 'en' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await slow.stop();
  }
});
