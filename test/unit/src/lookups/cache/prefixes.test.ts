import { expect, test } from '@jest/globals';
import { packName, PrefixCache } from '../../../../../src/lookups/cache/prefixes.js';
import { currentTokenId, Trace, traced } from '../../../../../src/observe/elasticsearch.js';
import type { NameLookup } from '../../../../../src/lookups/answering.js';
import { prefixLookup as lookup } from '../../../../support/prefixLookup.js';

const MEGABYTE = 2 ** 20;
const VERSION = 'v1';
const SAINT_DENIS = { id: 1, name: 'Saint-Denis' };
const SAINT_DIZIER = { id: 2, name: 'Saint-Dizier\n"\t"' };
const SAINTES = { id: 3, name: 'Sąintes' };
const ALL = [SAINT_DENIS, SAINTES, SAINT_DIZIER];

interface Row {
  readonly name: string;
}

/** A cache in front of rows in an order, and the prefixes that it has read. */
function cacheOf(rows: readonly Row[], megabytes = 8) {
  const prefixes = new PrefixCache(megabytes * MEGABYTE);
  const read: string[] = [];
  const find = async (asked: NameLookup, version: string | undefined = VERSION) => {
    const json = await prefixes.find('cities', asked, version, async (prefix, limit) => {
      read.push(prefix);
      await new Promise(setImmediate);
      const named = rows.map(packName).filter(({ folded }) => folded.startsWith(prefix));
      return named.slice(0, limit);
    });
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  };
  const get = (asked: NameLookup, version: string | undefined = VERSION): unknown => {
    const json = prefixes.get('cities', asked, version);
    return json === undefined ? undefined : (JSON.parse(json) as unknown);
  };
  return { prefixes, read, find, get };
}

test('the JSON of cities, which lists shorten, is given unchanged', async () => {
  const latlng = { latitude: 48.85341, longitude: 2.3488 };
  const city = { id: 'FRA_Paris', country_id: 'FRA', name: 'Paris', region_name: 'Île-de-France', population: 2_138_551, latlng }; // prettier-ignore
  const rows = [
    city,
    { ...city, name: 'Paris ","name":"\u0001\u0007', region_name: null },
    { ...city, name: 'Paris {"id":"', latlng: null },
  ];
  const { find, prefixes } = cacheOf(rows);
  expect(await find(lookup('pari'))).toEqual(rows);
  expect(prefixes.get('cities', lookup('pari'), VERSION)).toBe(JSON.stringify(rows));
});

/** As many rows whose names start with a text. */
const many = (start: string, count: number): Row[] =>
  Array.from({ length: count }, (_, number) => ({ name: `${start}${number}` }));

test.each([
  ['sai', ALL],
  ['saint', ALL],
  ['SAINT', ALL],
  ['saint d', [SAINT_DENIS, SAINT_DIZIER]],
  ['Saint-Dé', [SAINT_DENIS]],
  ['sainte', [SAINTES]],
  ['saint x', []],
  ['saintes2', []],
])('%s is in the list of a shorter prefix, in its order', async (token, expected) => {
  const { read, find, get } = cacheOf(ALL);
  expect(await find(lookup(token))).toEqual(expected);
  for (const other of [token, 'sail', 'saintdi']) await find(lookup(other));
  expect(get(lookup(token))).toEqual(expected);
  expect(read).toEqual(['sai']);
});

test('a smaller limit takes the first ones, a larger one or none takes all', async () => {
  const { find, get } = cacheOf(ALL);
  await find(lookup('saint', { limit: 1 }));
  expect(get(lookup('saint d', { limit: 1 }))).toEqual([SAINT_DENIS]);
  expect(get(lookup('saint d', { limit: undefined }))).toHaveLength(2);
  expect(get(lookup('saint', { limit: 1_000 }))).toEqual(ALL);
});

test.each([
  ['another prefix', lookup('sao'), ['sao']],
  ['another language', lookup('saint', { language: 'de' }), ['sai']],
  ['primary ones', lookup('saint', { primaryOnly: true }), ['sai']],
  ['two characters', lookup('sa'), []],
  ['two characters of two code units', lookup('𠮷𠮷'), []],
  ['names in all languages', lookup('saint d', { anyName: true }), []],
  ['nothing that can be compared', lookup('-'), []],
  ['fuzzy matches', lookup('saint d', { match: 'fuzzy' }), []],
  ['cities of a country', lookup('saint d', { countryIds: ['FRA'] }), []],
  ['cities of a region', lookup('saint d', { regionId: 'FRA_1' }), []],
  ['what is near', lookup('saint d', { near: { latitude: 1, longitude: 2 } }), []],
])('%s must be searched for', async (_, asked, lists) => {
  const { find, get, read } = cacheOf(ALL);
  await find(lookup('saint'));
  expect(get(asked)).toBeUndefined();
  expect((await find(asked)) === undefined).toBe(lists.length === 0);
  expect(read).toEqual(['sai', ...lists]);
});

test('nothing is read or cached while the version is unknown, and each version has its lists', async () => {
  const { prefixes, read, find, get } = cacheOf(ALL);
  const never = () => Promise.reject(new Error('must not read'));
  expect(await prefixes.find('cities', lookup('saint'), undefined, never)).toBeUndefined();
  expect(prefixes.get('cities', lookup('saint'), undefined)).toBeUndefined();
  await find(lookup('saint'));
  expect(get(lookup('saint'), 'v2')).toBeUndefined();
  await find(lookup('saint'), 'v2');
  expect(read).toEqual(['sai', 'sai']);
});

test.each([
  ['𠮷𠮷𠮷野', '𠮷𠮷𠮷'],
  ['Ночь', 'ноч'],
  ['a'.repeat(1_000), 'aaa'],
])('%s: a list starts with whole characters', async (name, prefix) => {
  const { find, get, read } = cacheOf([{ name }, { name: `${name.slice(0, -1)}λ` }]);
  expect(await find(lookup(name))).toEqual([{ name }]);
  expect(get(lookup(prefix))).toHaveLength(2);
  expect(read).toEqual([prefix]);
});

test.each([
  [499, 'saint', ['sai'], 499],
  [500, 'sain', ['sai', 'sain'], undefined],
  [500, 'sai', ['sai'], undefined],
])('of %i names, %s is looked for in the lists %j', async (count, token, lists, found) => {
  const { find, get, read } = cacheOf(many('saint', count));
  const asked = lookup(token, { limit: undefined });
  for (let time = 0; time < 2; time += 1) {
    const all = (await find(asked)) as Row[] | undefined;
    expect(all?.length).toBe(found);
    expect(read).toEqual(lists);
  }
  expect((get(asked) as Row[] | undefined)?.length).toBe(found);
});

test('too many names: the next longer prefix has a list, and a lookup reads two lists at most', async () => {
  const { find, read } = cacheOf([...many('saint', 600), SAINT_DENIS]);
  expect(await find(lookup('sail'))).toEqual([]);
  expect(read).toEqual(['sai', 'sail']);
  expect(await find(lookup('saint d'))).toBeUndefined();
  expect(read).toEqual(['sai', 'sail', 'sain', 'saint']);
  expect(await find(lookup('saint d'))).toEqual([SAINT_DENIS]);
  expect(read.slice(4)).toEqual(['saint ']);
});

test('a name that is matched by another one than it shows has no list', async () => {
  const { prefixes } = cacheOf([]);
  const read = (prefix: string) => Promise.resolve(prefix === 'xan' ? [packName(SAINTES)] : []);
  expect(await prefixes.find('cities', lookup('xan'), VERSION, read)).toBeUndefined();
  expect(await prefixes.find('cities', lookup('xant'), VERSION, read)).toBe('[]');
});

test('concurrent lookups read a list together, for callers of any token', async () => {
  const prefixes = new PrefixCache(MEGABYTE);
  const tokens: (string | undefined)[] = [];
  const ask = (tokenId: string, token: string) =>
    traced([Object.assign(new Trace(tokenId), { tokenId })], () =>
      prefixes.find('cities', lookup(token), VERSION, async () => {
        tokens.push(currentTokenId());
        await new Promise(setImmediate);
        return ALL.map(packName);
      }),
    );
  const found = await Promise.all([ask('a', 'saint'), ask('b', 'sainte'), ask('b', 'saintes')]);
  expect(found.map((json) => (JSON.parse(json ?? '') as unknown[]).length)).toEqual([3, 1, 1]);
  expect(tokens).toEqual([undefined]);
});

test('20 lists are read at a time, further lookups search, as those of a failed list do, which is read again', async () => {
  const prefixes = new PrefixCache(MEGABYTE);
  const fails: ((error: Error) => void)[] = [];
  const ask = (token: string) =>
    prefixes.find('cities', lookup(token), VERSION, () => {
      return new Promise((_, reject) => fails.push(reject));
    });
  const asked = Array.from({ length: 20 }, (_, number) => ask(`town ${number}`));
  const others = Array.from({ length: 20 }, (_, number) => ask(`${number + 100}`));
  expect(fails).toHaveLength(20);
  expect(await others[19]).toBeUndefined();
  const joined = ask('town of');
  for (const fail of fails) fail(new Error('away'));
  const all = await Promise.allSettled([...asked, ...others.slice(0, 19), joined]);
  expect(all.every((each) => each.status === 'fulfilled' && each.value === undefined)).toBe(true);
  expect(await cacheOf(ALL).find(lookup('town'))).toEqual([]);
  void ask('town').catch(() => undefined);
  expect(fails).toHaveLength(21);
});

test('a list that is too large for the cache is not read for each lookup', async () => {
  const { find, read } = cacheOf(many('saint'.repeat(20), 300), 1);
  expect(await find(lookup('sai'))).toBeUndefined();
  expect(await find(lookup('sai'))).toBeUndefined();
  expect(read).toEqual(['sai']);
});
