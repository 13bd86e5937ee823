import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Language, LANGUAGES } from '../../../indices/languages.js';
import { type Api, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { comparable, typed } from '../../support/naiveNames.js';
import { pick, seeded } from '../../support/random.js';
import { byPopulation, type Country, ids } from '../../support/records.js';

const TOKENS = 300;
const LONGEST_TOKEN = 12;

let api: Api;
const namesById = new Map<string, string[]>();
let all: Country[];
beforeAll(async () => {
  api = await startApi();
  for (const lang of LANGUAGES) {
    const { body } = await api.get<Country[]>('/countries/findAll', { lang });
    all = byPopulation(body.data);
    for (const { id, name } of all) namesById.set(id, [...(namesById.get(id) ?? []), name]);
  }
});
afterAll(() => api.stop());

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

test('any_name finds what brute force finds among all names', async () => {
  const random = seeded(30);
  const names = [...namesById.values()].flat();
  const tokens = Array.from({ length: TOKENS }, () =>
    typed(random, pick(random, names), LONGEST_TOKEN),
  );
  const known = new Map(
    [...namesById].map(([id, ofAll]) => [id, [...new Set(ofAll.map(comparable))]]),
  );
  const wrong: unknown[] = [];
  await inParallel(tokens, async (token) => {
    const found = await api.get<Country[]>('/countries/findByName', { token, any_name: 'TRUE' });
    const prefix = comparable(token);
    const expected = all.filter(
      ({ id }) => prefix !== '' && known.get(id)?.some((name) => name.startsWith(prefix)),
    );
    const [is, should] = [ids(found.body.data).join(), ids(expected).join()];
    if (is !== should) wrong.push({ token, is, should });
  });
  expect(wrong).toEqual([]);
});

test.each(['yes', '', '1'])('any_name=%j is refused', async (value) => {
  for (const path of ['/countries/findByName', '/cities/findByName']) {
    const { status, body } = await api.get(path, { token: 'a', any_name: value });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('any_name');
  }
});

test('other lookups do not know it', async () => {
  const { headers } = await api.get('/countries/findAll', { any_name: true });
  expect(headers.get('x-ignored-params')).toBe('any_name');
});
