import { expect, test } from '@jest/globals';
import { type FuzzyLookup, fuzzySearch, mistypedBy } from '../../../../src/cities/fuzzyQueries.js';
import { WEIGHTS } from '../../../../src/matching/rank.js';
import { readingsOf } from '../../../../src/matching/readings.js';

const lookup: FuzzyLookup = {
  ...{ language: 'de', limit: 5, near: undefined },
  ...{ primaryOnly: false, countryIds: undefined },
};

const body = (token: string, more: Partial<FuzzyLookup> = {}, edits = 0) => {
  const readings = readingsOf(token, (phrase) => (phrase === 'france' ? ['FRA'] : []));
  return fuzzySearch(readings, edits, { ...lookup, ...more }).body;
};

const text = (token: string, more: Partial<FuzzyLookup> = {}, edits?: number): string =>
  JSON.stringify(body(token, more, edits));
const mistyped = (token: string, edits = 2): string => text(token, {}, edits);

test('qualifiers are filters', () => {
  const regions = text('paris, tx, france');
  expect(regions).toContain('{"terms":{"country_id":["FRA"]}},{"prefix":{"regions":"france"}}');
  expect(regions).toContain('{"terms":{"country_id":[]}},{"term":{"regions":"tx"}}');
});

const boostsOf = (json: string): number[] =>
  [...json.matchAll(/"boost":(-?[\d.]+)/g)].map(([, boost]) => Number(boost));

test('Elasticsearch gets only positive boosts, and no scripts', () => {
  for (const token of ['p', 'st', 'paris', 'paris tx usa', 'new york, ny, us', '東京']) {
    const boosts = boostsOf(text(token));
    expect(boosts.length).toBeGreaterThan(2);
    expect(Math.min(...boosts)).toBeGreaterThan(0);
    expect(text(token)).not.toContain('script');
    expect(Math.min(...boostsOf(mistyped(token)))).toBeGreaterThan(0);
  }
}); // prettier-ignore

test('candidates of the last reading come after all others, and have positive boosts', () => {
  const [reading] = readingsOf('paris, tx', () => []);
  if (reading === undefined) throw new Error('no reading');
  const last = { ...reading, qualifiers: [], fallback: 1 };
  for (const edits of [0, 1]) {
    const [others, lasts] = [reading, last].map((each) => boostsOf(JSON.stringify(fuzzySearch([each], edits, lookup).body)));
    expect(Math.min(...(lasts ?? []))).toBeGreaterThan(0);
    // The most prominent city, and nearness.
    expect(Math.min(...(others ?? [])) - Math.max(...(lasts ?? []))).toBeGreaterThan(12 + WEIGHTS.near);
  }
}); // prettier-ignore

test('words have as many errors as they may have, but the first character is right', () => {
  const similar = (word: string, fuzziness: number) =>
    `{"fuzzy":{"words":{"value":"${word}","fuzziness":${fuzziness},"prefix_length":1,`;
  expect(mistyped('rio')).not.toContain('fuzzy');
  expect(text('pari')).not.toContain('fuzzy');
  expect(mistyped('pari')).toContain(similar('pari', 1));
  expect(mistyped('barcelna')).toContain(similar('barcelna', 2));
  expect(mistyped('barcelna', 1)).toContain(similar('barcelna', 1));
  // A blank too many is one of the errors.
  expect(mistyped('new castle')).toContain(similar('newcastle', 1));
  // Each word is short enough.
  expect(mistyped('santiago compostella galicia')).toContain(similar('santiago', 2));
  // Three errors in a word: two in its start.
  expect(mistyped('santiago compostella galicia')).toContain(similar('composte', 2));
});

const RANDOM =
  'sqzrtwplmnbvcxzlkjhg skjhgfdsapoiuytrewqm spoiuztrewqlkjhgfdsa smnbvcxylkjhgfdsapoi';
const LONG = 'santiago santamar krasnoye novoivan sanjuand sanpedro villamar saintmar mariinsk';

test.each([
  ...[RANDOM, `${RANDOM.slice(0, 97)}, x`, LONG, `${LONG} france`, `${LONG.slice(0, 35)}, x`, '㌖'.repeat(100)],
  ...['aaaa bbbb cccc dddd france', 'santiago santiago santiago santiago', 'a,b,c,d,e', 'sanjuan sanjuan sanjuan'],
])('%s: each word is one fuzzy query, and words with two errors are bounded in sum', (token) => {
  for (const edits of [0, 1, 2]) {
    const sought = readingsOf(token, () => ['FRA']).filter((each) => mistypedBy(each) >= edits);
    const { body: sent, cost } = fuzzySearch(sought, edits, lookup);
    const json = JSON.stringify(sent);
    const queries = [...json.matchAll(/"value":"([^"]+)","fuzziness":(\d)/g)];
    const twice = queries.filter(([, , errors]) => errors === '2').map(([, word = '']) => word);
    const lettersTwice = twice.join('').length;
    expect(queries.length).toBeLessThanOrEqual(7);
    expect(lettersTwice).toBeLessThanOrEqual(32);
    const { letters } = cost;
    expect(letters).toBeGreaterThanOrEqual(lettersTwice);
    expect(letters).toBeLessThanOrEqual(60);
    expect(letters > 0).toBe(queries.length > 0);
  }
}); // prettier-ignore

test('the first words have two errors, the others one', () => {
  const json = mistyped('petropavlovsk kamchatskiy kamchatka krasnoye');
  const errors = [...json.matchAll(/"value":"([^"]+)","fuzziness":(\d)/g)].map(
    ([, , most]) => most,
  );
  expect(errors.sort()).toEqual(['1', '2', '2', '2']);
});

test('a single letter finds only names that begin with it', () => {
  expect(text('p')).not.toContain('"words"');
});

test('countries, primary cities and a position are part of the query', () => {
  const more = { countryIds: ['FRA', 'DEU'], primaryOnly: true };
  expect(text('paris', more)).toContain('{"terms":{"country_id":["FRA","DEU"]}}');
  expect(text('paris', more)).toContain('{"term":{"primary":true}}');
  expect(text('paris')).not.toContain('gauss');
  const near = { latitude: 1, longitude: 2 };
  expect(text('paris', { near })).toContain('"origin":{"lat":1,"lon":2}');
});

test('more candidates are read than are shown, with all names that may have matched', () => {
  expect(body('paris').size).toBeGreaterThanOrEqual(lookup.limit + 6);
  const fields = ['names.*', 'aliases', 'regions', 'names.de', 'region_names.de'];
  expect(body('paris').stored_fields).toEqual(fields);
});
