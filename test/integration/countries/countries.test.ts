import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../../../indices/languages.js';
import { type Api, type Query, startApi } from '../../support/api.js';
import { byPopulation, type Country, ids } from '../../support/records.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('findAll', () => {
  const PATH = '/countries/findAll';

  /** The entries of ISO 3166-1 that are neither members of the UN nor one of the four more. */
  const NOT_PRIMARY =
    'ABW AIA ALA ASM ATA ATF BES BLM BMU BVT CCK COK CUW CXR CYM ESH FLK FRO GGY GIB GLP GRL GUF GUM HKG HMD IMN IOT JEY MAC MAF MNP MSR MTQ MYT NCL NFK NIU PCN PRI PYF REU SGS SHN SJM SPM SXM TCA TKL UMI VGB VIR WLF';

  const list = async (query: Query = {}): Promise<Country[]> =>
    (await api.get<Country[]>(PATH, query)).body.data;

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
});

describe('findByIds', () => {
  const PATH = '/countries/findByIds';

  async function ask(list: string): Promise<{ found: string[]; missing?: string[] }> {
    const { body } = await api.get<Country[]>(PATH, { country_ids: list });
    return {
      found: ids(body.data),
      ...('missing' in body ? { missing: body.missing } : {}),
    };
  }

  /** As many well-formed codes as wanted, none of them a country's but for `FRA`, the last one. */
  function codes(count: number): string[] {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const unused = letters.flatMap((one) => letters.map((other) => `Q${one}${other}`));
    const free = unused.filter((code) => code !== 'QAT');
    return [...free.slice(0, count - 1), 'FRA'];
  }

  describe('answers', () => {
    test('in the order asked', async () => {
      expect(await ask('USA,AND,FRA,XKX,ZWE,CHN')).toEqual({
        found: ['USA', 'AND', 'FRA', 'XKX', 'ZWE', 'CHN'],
      });
    });

    test('a single code', async () => {
      expect(await ask('FRA')).toEqual({ found: ['FRA'] });
    });

    test('codes in any case, with blanks around them', async () => {
      expect(await ask(' fra , Deu,\titA ')).toEqual({ found: ['FRA', 'DEU', 'ITA'] });
    });

    test('codes given twice, once', async () => {
      expect(await ask('FRA,DEU,fra,ABC,FRA,abc')).toEqual({
        found: ['FRA', 'DEU'],
        missing: ['ABC'],
      });
    });

    test('what does not exist in `missing`, in the order asked', async () => {
      expect(await ask('ZZZ,FRA,AAA')).toEqual({ found: ['FRA'], missing: ['ZZZ', 'AAA'] });
      expect(await ask('ZZZ')).toEqual({ found: [], missing: ['ZZZ'] });
    });

    test('500 codes', async () => {
      const asked = codes(500);
      expect(await ask(asked.join())).toEqual({ found: ['FRA'], missing: asked.slice(0, -1) });
    });

    test('all countries at once', async () => {
      const { body } = await api.get<Country[]>('/countries/findAll');
      const all = ids(body.data).reverse();
      expect(await ask(all.join())).toEqual({ found: all });
    });
  });

  test('names the parameters that it does not know', async () => {
    const { body, headers } = await api.get<Country[]>(PATH, 'country_ids=GUF&primary_only=true');
    expect(ids(body.data)).toEqual(['GUF']);
    expect(headers.get('x-ignored-params')).toBe('primary_only');
  });
});

describe('findByLocation', () => {
  const PATH = '/countries/findByLocation';

  async function find(query: Query): Promise<string[]> {
    return ids((await api.get<Country[]>(PATH, query)).body.data);
  }

  describe('the countries that hold the place come first, then the nearby ones', () => {
    test.each([
      ['Paris', 48.8566, 2.3522, ['FRA']],
      ['Strasbourg, though Germany has more people', 48.58, 7.79, ['FRA', 'DEU']],
      ['Basel, the nearby ones by population', 47.56, 7.59, ['CHE', 'DEU', 'FRA']],
      ['Vaals, the nearby ones by population, not by id', 50.77, 5.98, ['NLD', 'DEU', 'BEL']],
      ['Monaco, the smaller one first', 43.735, 7.42, ['MCO', 'FRA']],
      ['Gibraltar', 36.14, -5.35, ['GIB', 'ESP']],
      ['Maseru, in an enclave', -29.31, 27.48, ['LSO', 'ZAF']],
      ['the middle of an enclave', -29.6, 28.2, ['LSO']],
      ['Vatican City, which alone holds the place', 41.9034, 12.4534, ['VAT', 'ITA']],
    ])('in %s', async (_, lat, lng, expected) => {
      expect(await find({ lat, lng })).toEqual(expected);
    });

    test('at the antimeridian, on both of its longitudes', async () => {
      expect(await find({ lat: -16.8, lng: 180 })).toEqual(['FJI']);
      expect(await find({ lat: -16.8, lng: -180 })).toEqual(['FJI']);
      expect(await find({ lat: 66, lng: 180 })).toEqual(['RUS']);
      expect(await find({ lat: 66, lng: -180 })).toEqual(['RUS']);
    });

    test('at the poles, whatever the longitude', async () => {
      for (const lng of [-180, -90, 0, 45.5, 180]) {
        expect(await find({ lat: -90, lng })).toEqual(['ATA']);
        expect(await find({ lat: 90, lng })).toEqual([]);
      }
    });

    test('in an ocean there are none', async () => {
      expect(await find({ lat: -48.88, lng: -123.39 })).toEqual([]);
      expect(await find({ lat: 0, lng: 0 })).toEqual([]);
    });

    test('5 km outside a border matches, 10 km outside does not', async () => {
      const degrees = (kilometres: number): number => kilometres / 111.195;
      for (const lng of [-120, -115.3, -110, -100]) {
        expect(await find({ lat: 49 - degrees(5), lng })).toEqual(['USA', 'CAN']);
        expect(await find({ lat: 49 + degrees(5), lng })).toEqual(['CAN', 'USA']);
        expect(await find({ lat: 49 - degrees(10), lng })).toEqual(['USA']);
        expect(await find({ lat: 49 + degrees(10), lng })).toEqual(['CAN']);
      }
    });
  });

  test('primary_only leaves out the others, inside and nearby', async () => {
    const saintLaurent = { lat: 5.498, lng: -54.03 };
    expect(await find(saintLaurent)).toEqual(['GUF', 'SUR']);
    expect(await find({ ...saintLaurent, primary_only: true })).toEqual(['SUR']);
    expect(await find({ lat: 4.9372, lng: -52.326, primary_only: true })).toEqual([]);
    expect(await find({ lat: 36.14, lng: -5.35, primary_only: 'True' })).toEqual(['ESP']);
    expect(await find({ lat: 36.14, lng: -5.35, primary_only: 'FALSE' })).toEqual(['GIB', 'ESP']);
  });

  test('a country has the fields of the specification, its name in the language asked', async () => {
    const query = { lat: 52.52, lng: 13.405, lang: 'fr-CA' };
    const { body } = await api.get<Country[]>(PATH, query);
    const byId = await api.get<Country[]>('/countries/findByIds', {
      country_ids: 'DEU',
      lang: 'fr',
    });
    expect(body.data).toEqual(byId.body.data);
    expect(body.data[0]?.name).toBe('Allemagne');
    expect(Object.keys(body.data[0] ?? {})).toEqual(['id', 'name', 'continent', 'population']);
  });
});

describe('findByName', () => {
  const PATH = '/countries/findByName';

  async function find(query: Query): Promise<string[]> {
    return ids((await api.get<Country[]>(PATH, query)).body.data);
  }

  describe('"starts with"', () => {
    test.each([
      ['united', 'en', ['USA', 'GBR', 'ARE']],
      ['UNITED K', 'en', ['GBR']],
      ['kingdom', 'en', []],
      ['cote d', 'en', ['CIV']],
      ['CÔTE-D', 'en', ['CIV']],
      ['Côte dʼIv', 'en', ['CIV']],
      ['  cote   d ', 'en', ['CIV']],
      ['st lucia', 'en', ['LCA']],
      ['St., Lucia', 'en', ['LCA']],
      ['aland', 'en', ['ALA']],
      ['ｆｒａｎｃｅ', 'en', ['FRA']],
      ['guinea bissau', 'en', ['GNB']],
      ['Guinea‑B', 'en', ['GNB']],
      ['allem', 'fr', ['DEU']],
      ['allem', 'en', []],
      ['germany', 'fr', []],
      ['etats unis', 'fr', ['USA']],
      ['osterreich', 'de', ['AUT']],
      ['росс', 'ru', ['RUS']],
      ['РОСС', 'ru', ['RUS']],
      ['ελλαδ', 'el', ['GRC']],
      ['日', 'ja', ['JPN']],
      ['한국', 'ko', []],
      ['대한', 'ko', ['KOR']],
      ['مصر', 'ar', ['EGY']],
      ['ישר', 'he', ['ISR']],
      ['ไท', 'th', ['THA']],
      ['-', 'en', []],
      ['.', 'en', []],
      ['’', 'en', []],
      ['*', 'en', []],
      ['france?', 'en', []],
    ])('%j in %s', async (token, lang, expected) => {
      expect(await find({ token, lang })).toEqual(expected);
    });
  });

  test('the most populous come first, and all come without limit', async () => {
    const { body } = await api.get<Country[]>(PATH, { token: 's' });
    expect(body.data.length).toBeGreaterThan(20);
    expect(body.data).toEqual(byPopulation(body.data));
    expect(body.data.every(({ name }) => /^s/i.test(name))).toBe(true);
  });

  test('limit takes the first ones', async () => {
    const all = await find({ token: 'a' });
    expect(all.length).toBeGreaterThan(10);
    expect(await find({ token: 'a', limit: 1 })).toEqual(all.slice(0, 1));
    expect(await find({ token: 'a', limit: 7 })).toEqual(all.slice(0, 7));
    expect(await find({ token: 'a', limit: 10_000 })).toEqual(all);
  });

  test('primary_only leaves out the others', async () => {
    expect(await find({ token: 'guam' })).toEqual(['GUM']);
    expect(await find({ token: 'guam', primary_only: true })).toEqual([]);
    expect(await find({ token: 'hong', primary_only: false })).toEqual(['HKG']);
    expect(await find({ token: 'taiwan', primary_only: true })).toEqual(['TWN']);
    expect(await find({ token: 'koso', primary_only: true })).toEqual(['XKX']);
    expect(await find({ token: 'palestine', primary_only: true })).toEqual(['PSE']);
    expect(await find({ token: 'vatican', primary_only: true })).toEqual(['VAT']);
  });

  describe('the token', () => {
    test('has at most 100 characters, however long they are in UTF-16', async () => {
      expect(await find({ token: 'x'.repeat(100) })).toEqual([]);
      expect(await find({ token: '🌍'.repeat(100) })).toEqual([]);
      // Every one of these folds to 18 letters.
      expect(await find({ token: '\ufdfa'.repeat(100) })).toEqual([]);
      expect(await find({ token: ` france${' '.repeat(200)}` })).toEqual(['FRA']);
    });
  });
});

describe('territories', () => {
  async function find(lat: number, lng: number): Promise<string[]> {
    return ids((await api.get<Country[]>('/countries/findByLocation', { lat, lng })).body.data);
  }

  describe('ISO entries that the source draws as parts of another one have their own border', () => {
    test.each([
      ['Kralendijk, Bonaire', 12.15, -68.277, 'BES'],
      ['The Bottom, Saba', 17.63, -63.235, 'BES'],
      ['Oranjestad, Sint Eustatius', 17.485, -62.98, 'BES'],
      ['Bouvet Island', -54.423, 3.36, 'BVT'],
      ['West Island, Cocos', -12.188, 96.829, 'CCK'],
      ['Flying Fish Cove, Christmas Island', -10.42, 105.678, 'CXR'],
      ['Pointe-à-Pitre, Guadeloupe', 16.241, -61.533, 'GLP'],
      ['Cayenne', 4.9372, -52.326, 'GUF'],
      ['Fort-de-France, Martinique', 14.609, -61.07, 'MTQ'],
      ['Mamoudzou, Mayotte', -12.78, 45.228, 'MYT'],
      ['Saint-Denis, Réunion', -20.882, 55.45, 'REU'],
      ['Longyearbyen, Svalbard', 78.2232, 15.6469, 'SJM'],
      ['Jan Mayen', 70.98, -8.53, 'SJM'],
      ['Nukunonu, Tokelau', -9.2, -171.848, 'TKL'],
    ])('%s', async (_, lat, lng, id) => {
      expect(await find(lat, lng)).toEqual([id]);
    });
  });

  describe('territory without a code of its own goes to the country that claims it', () => {
    test.each([
      ['Kyrenia, Northern Cyprus', 35.33, 33.33, ['CYP']],
      ['Nicosia, by the buffer zone', 35.17, 33.36, ['CYP']],
      ['Hargeisa, Somaliland', 9.56, 44.065, ['SOM']],
      ['Baikonur', 45.62, 63.31, ['KAZ']],
      ['Guantanamo Bay', 19.9, -75.13, ['CUB']],
      ['Akrotiri', 34.59, 32.97, ['GBR', 'CYP']],
      ['Dhekelia', 34.99, 33.74, ['GBR', 'CYP']],
      ['Siachen Glacier', 35.42, 77.1, ['IND']],
      ['Clipperton', 10.3, -109.217, ['FRA']],
      ['Scarborough Reef', 15.14, 117.76, ['CHN']],
      ['Bajo Nuevo Bank', 15.88, -78.64, ['COL']],
      ['Serranilla Bank', 15.7949, -79.9886, ['COL']],
      ['Spratly Islands', 10.2378, 115.3674, ['VNM']],
      ['Coral Sea Islands', -21.0295, 154.3917, ['AUS']],
      ['the United Nations buffer zone of Cyprus', 35.0576, 33.9611, ['CYP', 'GBR']],
      ['Simferopol, Crimea', 44.95, 34.1, ['UKR']],
      ['El Aaiún, Western Sahara', 27.15, -13.2, ['ESH']],
    ])('%s', async (_, lat, lng, expected) => {
      expect(await find(lat, lng)).toEqual(expected);
    });
  });

  describe('the primary countries that are no members of the UN', () => {
    test.each([
      ['Pristina', 42.66, 21.16, 'XKX'],
      ['Taipei', 25.03, 121.56, 'TWN'],
      ['Ramallah', 31.9, 35.2, 'PSE'],
      ['Vatican City', 41.9034, 12.4534, 'VAT'],
    ])('%s', async (_, lat, lng, id) => {
      const query = { lat, lng, primary_only: true };
      const { body } = await api.get<Country[]>('/countries/findByLocation', query);
      expect(ids(body.data)).toContain(id);
    });
  });
});
