import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, type Query, startApi } from '../../support/api.js';
import { faultyParameters } from '../../support/faults.js';
import { type Country, byPopulation, ids } from '../../support/records.js';

const PATH = '/countries/findByName';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

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

  test.each(
    [
      '',
      'token=',
      'token=%20%20',
      'token=a&token=b',
      `token=${'x'.repeat(101)}`,
      `token=${encodeURIComponent('🌍'.repeat(101))}`,
      'token=%ff',
    ].map((query) => [query.slice(0, 60), query]),
  )('is refused: %s', async (_, query) => {
    expect(await faultyParameters(api, PATH, query)).toEqual(['token']);
  });
});

test.each(['0', '-1', '', '1.0', 'all'])('limit %j is refused', async (limit) => {
  expect(await faultyParameters(api, PATH, { token: 'a', limit })).toEqual(['limit']);
});
