import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Language, LANGUAGES } from '../../../indices/languages.js';
import { builtInNames } from '../../../ingest/cities/builtIn.js';
import { geonamesRecords } from '../../../ingest/sources/geonames.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { pick, seeded } from '../../support/random.js';
import { type City, ids } from '../../support/records.js';
import { readCities } from '../../support/stored.js';
import { type Lookups, startLookups } from '../../support/lookUp.js';
import type { CityRow } from '../../../ingest/cities/row.js';
import { ingestCities, type OwnCities } from '../../support/ownCities.js';

describe('ownNames', () => {
  const CITIES = 500;
  /** Most are the largest of their name, and few hits are asked for quickly. */
  const FIRST = 2;
  /** Of the same name and larger, there are far fewer. */
  const LIMIT = 50;
  const PATIENCE_MS = 300_000;
  /** Asked together, and without HTTP, these cost half. */
  const AT_ONCE = 32;

  let oracle: Lookups;
  let idOf: Map<string, string>;
  beforeAll(async () => {
    oracle = await startLookups();
    const client = createTestClient();
    const stored = await readCities(client, builtInPrefix());
    idOf = new Map(stored.map(({ source_id, id }) => [source_id, id]));
    await client.close();
  }, PATIENCE_MS);
  afterAll(() => oracle.stop());

  const names = builtInNames();
  const large = geonamesRecords().filter(({ population }) => population >= 100_000);
  const random = seeded(500);
  const drawn = new Set<string>();
  while (drawn.size < CITIES) drawn.add(pick(random, large).sourceId);

  interface Query {
    token: string;
    lang: string;
    limit: number;
  }

  /** The name that the answer has the city by; undefined: it is not in there. */
  async function shownAs(sourceId: string, query: Query): Promise<string | undefined> {
    const search = new URLSearchParams({ ...query, limit: String(query.limit) }).toString();
    const cities = (await oracle.ask('/cities/findByName', search)) as City[];
    return cities.find(({ id }) => id === idOf.get(sourceId))?.name;
  }

  test(
    'every one of 500 large cities is found and shown by its own name in every language it has one in',
    async () => {
      const questions = [...drawn].flatMap((sourceId) =>
        Object.entries(names.get(sourceId) ?? {}).map(([lang, name]) => ({ sourceId, lang, name })),
      );
      const lost: unknown[] = [];
      const found = new Map<string, number>();
      await inParallel(
        questions,
        async ({ sourceId, lang, name }) => {
          const query = { token: name, lang, limit: FIRST };
          const shown = (await shownAs(sourceId, query)) ?? (await shownAs(sourceId, { ...query, limit: LIMIT })); // prettier-ignore
          if (shown === name) found.set(lang, (found.get(lang) ?? 0) + 1);
          else lost.push({ sourceId, lang, name, shown });
        },
        AT_ONCE,
      );
      expect(lost).toEqual([]);
      // The share found of all drawn is the share named: see the test of the built-in names.
      const named = (language: Language): number =>
        questions.filter(({ lang }) => lang === language).length;
      expect(LANGUAGES.map((language) => found.get(language))).toEqual(LANGUAGES.map(named));
    },
    PATIENCE_MS,
  );
});

describe('languages', () => {
  const place = { latitude: 50, longitude: 10, capital: false };

  const ROWS: CityRow[] = [
    {
      ...place,
      line: 1,
      sourceId: '1',
      countryCode: 'DE',
      name: 'Munich',
      names: { en: 'Munich', de: 'München', ru: 'Мюнхен', ja: 'ミュンヘン' },
      regionName: 'Bavaria',
      regionNames: { de: 'Bayern', fr: 'Bavière' },
      population: 1_260_391,
    },
    {
      ...place,
      line: 2,
      sourceId: '2',
      countryCode: 'DE',
      name: 'Köln',
      names: { en: 'Cologne', fr: 'Cologne', ar: 'كولونيا' },
      population: 963_395,
    },
    {
      ...place,
      line: 3,
      sourceId: '3',
      countryCode: 'CH',
      name: 'Zurich',
      names: { de: 'Zürich', it: 'Zurigo', zh: '苏黎世' },
      population: 341_730,
    },
    {
      ...place,
      line: 4,
      sourceId: '4',
      countryCode: 'FR',
      name: 'Colognac',
      names: { it: '-' },
      population: 200,
    },
  ];

  let own: OwnCities;
  let api: Api;
  beforeAll(async () => {
    own = await ingestCities(ROWS, 1_000_000);
    api = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await api.stop();
    await own.remove();
  });

  async function find(token: string, lang?: string): Promise<string[]> {
    const query = { token, ...(lang === undefined ? {} : { lang }) };
    return ids((await api.get<City[]>('/cities/findByName', query)).body.data);
  }

  describe('the match is on the name in the language asked', () => {
    test.each([
      ['munchen', 'de', ['DEU_Munich']],
      ['MÜNCH', 'de-AT', ['DEU_Munich']],
      ['мюнх', 'ru', ['DEU_Munich']],
      ['ミュン', 'ja', ['DEU_Munich']],
      ['ﾐｭﾝﾍﾝ', 'ja', ['DEU_Munich']],
      ['كولو', 'ar', ['DEU_Köln']],
      ['苏', 'zh-Hans-CN', ['CHE_Zurich']],
      ['zurig', 'it', ['CHE_Zurich']],
    ])('%j in %s', async (token, lang, expected) => {
      expect(await find(token, lang)).toEqual(expected);
    });

    test('and English where none is asked', async () => {
      expect(await find('colog')).toEqual(['DEU_Köln', 'FRA_Colognac']);
      expect(await find('koln')).toEqual([]);
      expect(await find('munchen')).toEqual([]);
    });

    test('not on the default name where there is one in that language', async () => {
      expect(await find('munich', 'de')).toEqual([]);
      expect(await find('munich', 'ru')).toEqual([]);
      expect(await find('zurich', 'it')).toEqual([]);
      expect(await find('koln', 'fr')).toEqual([]);
    });

    test('not on a name in a third language', async () => {
      expect(await find('cologne', 'de')).toEqual([]);
      expect(await find('munchen', 'fr')).toEqual([]);
    });

    test('on the default name where there is none', async () => {
      expect(await find('munich', 'fr')).toEqual(['DEU_Munich']);
      expect(await find('koln', 'de')).toEqual(['DEU_Köln']);
      expect(await find('zuri', 'fr')).toEqual(['CHE_Zurich']);
      expect(await find('colog', 'it')).toEqual(['FRA_Colognac']);
    });

    test('on one that differs from the default name by accents only', async () => {
      expect(await find('zurich', 'de')).toEqual(['CHE_Zurich']);
      expect(await find('zürich', 'de')).toEqual(['CHE_Zurich']);
    });
  });

  describe('the answer shows the names in the language asked', () => {
    const shown = async (path: string, query: Record<string, string>): Promise<unknown[]> => {
      const { body } = await api.get<City[]>(path, query);
      return body.data.map(({ name, region_name }) => [name, region_name]);
    };

    test.each([
      ['de', ['München', 'Bayern']],
      ['fr', ['Munich', 'Bavière']],
      ['ru', ['Мюнхен', 'Bavaria']],
      ['ko', ['Munich', 'Bavaria']],
      ['en', ['Munich', 'Bavaria']],
    ])('findByIds in %s', async (lang, expected) => {
      expect(await shown('/cities/findByIds', { city_ids: 'DEU_Munich', lang })).toEqual([
        expected,
      ]);
    });

    test('findByCountries', async () => {
      expect(await shown('/cities/findByCountries', { country_ids: 'DEU', lang: 'fr' })).toEqual([
        ['Munich', 'Bavière'],
        ['Cologne', null],
      ]);
    });

    test('findByName', async () => {
      const query = { token: 'zurich', lang: 'de' };
      expect(await shown('/cities/findByName', query)).toEqual([['Zürich', null]]);
      expect(await shown('/cities/findByName', { ...query, lang: 'fr' })).toEqual([
        ['Zurich', null],
      ]);
    });

    test('never a name that could not be found', async () => {
      const query = { city_ids: 'FRA_Colognac', lang: 'it' };
      expect(await shown('/cities/findByIds', query)).toEqual([['Colognac', null]]);
    });
  });

  test('the id has the default name, and primary_only works in every language', async () => {
    const query = { token: 'm', lang: 'de', primary_only: true };
    const { body } = await api.get<City[]>('/cities/findByName', query);
    expect(ids(body.data)).toEqual(['DEU_Munich']);
    expect(await find('zu', 'de')).toEqual(['CHE_Zurich']);
  });
});
