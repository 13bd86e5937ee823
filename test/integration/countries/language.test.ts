import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, startApi } from '../../support/api.js';
import type { Country } from '../../support/records.js';

/** What the decisions ask for at least. */
const LANGUAGES =
  'en fr de es it pt nl pl ru uk tr ar fa he hi bn zh ja ko vi th id sv da nb fi cs hu ro el';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function nameOf(id: string, lang: string): Promise<string | undefined> {
  const { body } = await api.get<Country[]>('/countries/findByIds', { country_ids: id, lang });
  return body.data[0]?.name;
}

test.each(LANGUAGES.split(' '))('%s has names of its own', async (lang) => {
  const expected = new Intl.DisplayNames(lang, { type: 'region' }).of('DE');
  expect(await nameOf('DEU', lang)).toBe(expected);
});

test.each([
  ['fr', 'Allemagne'],
  ['FR', 'Allemagne'],
  ['fr-CA', 'Allemagne'],
  ['fr-Latn-CA-x-old', 'Allemagne'],
  ['zh-Hant-TW', '德国'],
  ['ZH-hans', '德国'],
  ['pt-BR', 'Alemanha'],
  ['de-1996', 'Deutschland'],
  ['en-GB', 'Germany'],
])('%s is looked up as in RFC 4647', async (lang, name) => {
  expect(await nameOf('DEU', lang)).toBe(name);
});

test('English is the default', async () => {
  const { body } = await api.get<Country[]>('/countries/findByIds', { country_ids: 'DEU' });
  expect(body.data[0]?.name).toBe('Germany');
});

test.each(['xx', 'sr', 'f', 'fra', 'french', 'fr_CA', '-fr', 'fr-', 'fr--CA', '*', '', ' fr'])(
  'refuses %j with the list of accepted codes',
  async (lang) => {
    const { status, body } = await api.get('/countries/findByName', { token: 'a', lang });
    expect(status).toBe(400);
    const [detail] = body.error.details ?? [];
    expect(detail?.path).toBe('lang');
    for (const code of LANGUAGES.split(' ')) {
      expect(detail?.message).toMatch(new RegExp(`\\b${code}\\b`));
    }
  },
);

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
