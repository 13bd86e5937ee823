import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Language, LANGUAGES } from '../../../indices/languages.js';
import { type Api, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { pick, seeded } from '../../support/random.js';
import { byPopulation, type Country, ids } from '../../support/records.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('prefixes', () => {
  const TOKENS_PER_LANGUAGE = 10;
  /** Few at a time: the test judges answers, not how many the machine can give at once. */
  const AT_ONCE = 4;
  const PATIENCE_MS = 300_000;
  const LONGEST_TOKEN = 12;

  test.each(LANGUAGES)(
    'findByName finds what brute force finds in %s',
    async (lang) => {
      const random = seeded(LANGUAGES.indexOf(lang) + 1);
      const { body } = await api.get<Country[]>('/countries/findAll', { lang });
      const all = byPopulation(body.data).map((country) => ({
        ...country,
        comparable: comparable(country.name),
      }));
      const tokens = Array.from({ length: TOKENS_PER_LANGUAGE }, () =>
        typed(random, pick(random, all).name, LONGEST_TOKEN),
      );
      const wrong: unknown[] = [];
      await inParallel(
        tokens,
        async (token) => {
          const found = await api.get<Country[]>('/countries/findByName', { token, lang });
          const prefix = comparable(token);
          const expected = all.filter(
            (country) => prefix !== '' && country.comparable.startsWith(prefix),
          );
          const [is, should] = [ids(found.body.data).join(), ids(expected).join()];
          if (is !== should) wrong.push({ token, is, should });
        },
        AT_ONCE,
      );
      expect(wrong).toEqual([]);
    },
    PATIENCE_MS,
  );
});

describe('anyName', () => {
  const TOKENS = 100;
  const AT_ONCE = 4;
  const PATIENCE_MS = 300_000;
  const LONGEST_TOKEN = 12;

  const namesById = new Map<string, string[]>();
  let all: Country[];
  beforeAll(async () => {
    for (const lang of LANGUAGES) {
      const { body } = await api.get<Country[]>('/countries/findAll', { lang });
      all = byPopulation(body.data);
      for (const { id, name } of all) namesById.set(id, [...(namesById.get(id) ?? []), name]);
    }
  });

  test.each<[string, Language, string, string]>([
    ['Deutschl', 'en', 'DEU', 'Germany'],
    ['Allemagne', 'ja', 'DEU', 'ドイツ'],
    ['日本', 'fr', 'JPN', 'Japon'],
    ['Росс', 'de', 'RUS', 'Russland'],
  ])('%j, shown in %s, finds %s', async (token, lang, id, name) => {
    const any = await api.get<Country[]>('/countries/findByName', { token, lang, any_name: true });
    expect(any.body.data[0]).toMatchObject({ id, name });
    const own = await api.get<Country[]>('/countries/findByName', { token, lang });
    expect(ids(own.body.data)).not.toContain(id);
  });

  test(
    'any_name finds what brute force finds among all names',
    async () => {
      const random = seeded(30);
      const names = [...namesById.values()].flat();
      const tokens = Array.from({ length: TOKENS }, () =>
        typed(random, pick(random, names), LONGEST_TOKEN),
      );
      const known = new Map(
        [...namesById].map(([id, ofAll]) => [id, [...new Set(ofAll.map(comparable))]]),
      );
      const wrong: unknown[] = [];
      await inParallel(
        tokens,
        async (token) => {
          const found = await api.get<Country[]>('/countries/findByName', {
            token,
            any_name: 'TRUE',
          });
          const prefix = comparable(token);
          const expected = all.filter(
            ({ id }) => prefix !== '' && known.get(id)?.some((name) => name.startsWith(prefix)),
          );
          const [is, should] = [ids(found.body.data).join(), ids(expected).join()];
          if (is !== should) wrong.push({ token, is, should });
        },
        AT_ONCE,
      );
      expect(wrong).toEqual([]);
    },
    PATIENCE_MS,
  );

  test('other lookups do not know it', async () => {
    const { headers } = await api.get('/countries/findAll', { any_name: true });
    expect(headers.get('x-ignored-params')).toBe('any_name');
  });
});

describe('language', () => {
  /** What the decisions ask for at least. */
  const LANGUAGES =
    'en fr de es it pt nl pl ru uk tr ar fa he hi bn zh ja ko vi th id sv da nb fi cs hu ro el';

  async function nameOf(id: string, lang: string): Promise<string | undefined> {
    const { body } = await api.get<Country[]>('/countries/findByIds', { country_ids: id, lang });
    return body.data[0]?.name;
  }

  test.each(LANGUAGES.split(' '))('%s has names of its own', async (lang) => {
    const expected = new Intl.DisplayNames(lang, { type: 'region' }).of('DE');
    expect(await nameOf('DEU', lang)).toBe(expected);
  });

  test('every country is named alike by all routes', async () => {
    const answers = await Promise.all([
      api.get<Country[]>('/countries/findByIds', { country_ids: 'JPN', lang: 'ja' }),
      api.get<Country[]>('/countries/findByLocation', { lat: 35.68, lng: 139.69, lang: 'ja' }),
      api.get<Country[]>('/countries/findByName', { token: '日本', lang: 'ja' }),
    ]);
    const [byIds, ...others] = answers.map(({ body }) => body.data);
    expect(byIds?.[0]?.name).toBe('日本');
    for (const other of others) expect(other).toEqual(byIds);
  });
});
