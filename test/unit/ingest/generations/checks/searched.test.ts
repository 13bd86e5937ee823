import type { Client } from '@elastic/elasticsearch';
import { describe, expect, test } from '@jest/globals';
import { omit } from 'es-toolkit/object';
import { isPlainObject } from 'es-toolkit/predicate';
import { changed } from '../../../../../ingest/generations/checks/changed.js';
import type { Check } from '../../../../../ingest/generations/checks/check.js';
import { letters } from '../../../../../ingest/generations/checks/letters.js';
import { ownCountry } from '../../../../../ingest/generations/checks/ownCountry.js';
import { groupsOf } from '../../../../../ingest/generations/checks/sample.js';
import { pairs } from '../../../../../ingest/generations/checks/pairs.js';
import { probes } from '../../../../../ingest/generations/checks/probes.js';
import type { Probe } from '../../../../../ingest/generations/resource.js';

interface Document {
  readonly id: string;
  readonly [field: string]: unknown;
}
type Query = Record<string, unknown>;
type Indices = Readonly<Record<string, readonly Document[]>>;

/** Returns whether a document is found by a query of the kinds that checks send. */
function isFound(document: Document, query: Query): boolean {
  const [kind, value] = Object.entries(query)[0] ?? ['nothing'];
  const each = [value].flat() as Query[];
  if (kind === 'match_all') return true;
  if (kind === 'function_score') return isFound(document, each[0]?.query as Query);
  if (kind === 'ids') return (each[0]?.values as string[]).includes(document.id);
  if (kind === 'geo_distance') return true;
  if (kind === 'exists') return document[String(each[0]?.field)] !== undefined;
  if (kind === 'bool') {
    const { filter = [], must_not = [], should = [] } = value as Record<string, Query | Query[]>;
    const some = [should].flat();
    return (
      [filter].flat().every((one) => isFound(document, one)) &&
      ![must_not].flat().some((one) => isFound(document, one)) &&
      (some.length === 0 || some.some((one) => isFound(document, one)))
    );
  }
  const [field, wanted] = Object.entries(each[0] ?? {})[0] ?? ['id'];
  const text = String(document[field]);
  if (kind === 'prefix') return document[field] !== undefined && text.startsWith(String(wanted));
  if (kind === 'term') return text === wanted;
  if (kind === 'terms') return (wanted as string[]).includes(text);
  throw new Error(`there is no ${kind}`);
}

/** Returns a context whose indices have these documents. */
function contextOf(indices: Indices, sources: readonly object[] = []) {
  const openPointInTime = ({ index }: { index: string }) => Promise.resolve({ id: index });
  const closePointInTime = () => Promise.resolve({});
  const search = ({ pit: { id } = { id: '' }, index = id, query = { match_all: {} }, size = 10 }: { pit?: { id: string }; index?: string; query?: Query; size?: number }) => {
    const found = (indices[index] ?? []).filter((document) => isFound(document, query));
    const hits = found.slice(0, size).map((document) => ({ _id: document.id, _source: document }));
    return Promise.resolve({ hits: { hits } });
  }; // prettier-ignore
  const provenance = { ...{ sources, options: {}, counts: { rows: 1, indexed: 1, rejected: 0 }, version: '1.0.0' }, ...{ begun: '2026-01-01T00:00:00.000Z', live: '2026-01-01T00:00:01.000Z' } }; // prettier-ignore
  const getMapping = ({ index }: { index: string }) => Promise.resolve({ [index]: { mappings: { _meta: { provenance } } } }); // prettier-ignore
  return {
    client: { search, openPointInTime, closePointInTime, indices: { getMapping } },
    overrides: { countries: 'countries' },
  };
}

/** Returns the measures of a check that compares two lists of documents. */
async function compare<Of>(check: Check<Of>, name: string, before: readonly Document[], after: readonly Document[], more: object = {}, sources: readonly object[] = []) {
  const live = { index: 'live', count: before.length };
  const context = contextOf({ live: before, new: after }, sources);
  const checked = { context, name, index: 'new', count: after.length, live, sources, options: {}, ...more };
  const measures = await check.measure(checked as Of);
  return new Map(measures.map((measure) => [measure.of, measure]));
} // prettier-ignore

const cities = (count: number, change: (at: number) => object = () => ({})): Document[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `${at}`, name: `City ${at}`, location: [at / 10, 48], country_id: 'AUT' },
    ...{ source_id: `${at}`, region_name: null, time_zone: null, population: 0, primary: false },
    ...change(at),
  }));

describe('documents that changed', () => {
  const OWN = [{ name: 'own.csv', bytes: 1, sha256: 'a'.repeat(64) }];
  const refused = async (...all: Parameters<typeof compare>) =>
    [...(await compare(...all)).values()].flatMap(({ of, complaint }) => complaint === undefined ? [] : [of]); // prettier-ignore

  test.each([
    ['some are gone', cities(100), cities(79), {}, OWN, ['gone']],
    ['few are gone', cities(100), cities(80), {}, OWN, []],
    ['some of other sources are gone', cities(100), cities(79), {}, [], []],
    ['many are gone, as is allowed', cities(100), cities(2), { allowShrink: true }, OWN, []],
    ['all are gone, although some may be', cities(100), [], { allowShrink: true }, OWN, ['gone']],
    ['there are many more', cities(5_001), cities(6_100), {}, OWN, ['growth']],
    ['there are some more', cities(5_001), cities(6_000), {}, OWN, []],
    ['there are a thousand more of few', cities(10), cities(1_010), {}, OWN, []],
    ['there are many more of other sources', cities(5_001), cities(6_100), {}, [], []],
    ['names are others', cities(100), cities(100, () => ({ name: 'New' })), {}, [], ['name', 'sameName']],
    ['any change is allowed', cities(100), cities(100, () => ({ name: 'New' })), { allowChange: true }, [], []],
    ['all of one source are others', cities(100, (at) => at < 5 ? { source_id: `own-${at}` } : {}), cities(100, (at) => at < 5 ? { source_id: `own-${at}`, name: `New ${at}` } : {}), {}, [], ['name']],
  ])('%s', async (_, before, after, more, sources, expected) => {
    expect(await refused(changed, 'cities', before, after, more, sources)).toEqual(expected);
  }); // prettier-ignore

  test('fields that no live document has are named', async () => {
    const before = cities(3).map((each) => omit(each, ['time_zone', 'primary']) as Document);
    const found = (await compare(changed, 'cities', before, cities(3))).get(undefined);
    expect(found?.complaint).toBe(
      'it cannot be compared with live, which another version may have made: its documents have no time_zone, primary. If the new data is right, use --allow-change',
    );
  });

  test('built-in places and others are compared apart', async () => {
    const before = [...cities(100, (at) => ({ id: `geonames-${at}` })), ...cities(5, (at) => ({ id: `own-${at}` }))]; // prettier-ignore
    const after = before.map((each) => (each.id.startsWith('own-') ? { ...each, name: `New ${each.id}` } : each)); // prettier-ignore
    expect(await refused(changed, 'places', before, after)).toEqual(['name']);
  });

  test.each([
    [{ primaryMinimumPopulation: 1 }, []],
    [{}, ['primary']],
  ])('another choice of primary cities, %j, is no fault', async (options, expected) => {
    const before = cities(100, () => ({ primary: true }));
    expect(await refused(changed, 'cities', before, cities(100, () => ({ primary: false })), { options })).toEqual(expected); // prettier-ignore
  });
});

test('cities of a country that are few among all have a sample of their own', async () => {
  const all = cities(900, (at) => ({ country_id: at % 30 === 0 ? 'CHE' : at % 2 === 0 ? 'AUT' : 'DEU' })); // prettier-ignore
  const { client } = contextOf({ live: all });
  const groups = await groupsOf(client as unknown as Client, 'cities', 'live', { ofSource: 100, ofCountry: 40 }); // prettier-ignore
  expect(groups.map(({ country = 'all', ids }) => [country, ids.length]).sort()).toEqual([
    ['AUT', 27],
    ['CHE', 30],
    ['DEU', 29],
    ['all', 57],
  ]);
});

describe('names of neighbours', () => {
  const twice = (count: number, km: number, more: object = {}) => (at: number): object =>
    at < 2 * count && at % 2 === 1 ? { name: `City ${at - 1}`, location: [(at - 1) / 10, 48 + km / 111.2], ...more } : {}; // prettier-ignore
  test.each([
    ['that are equal', twice(5, 0.9), {}, true],
    ['that are equal, but for accents and case', twice(5, 0.9), { fold: true }, true],
    ['that are equal more than 1 km away', twice(5, 1.1), {}, false],
    ['that are equal of a few', twice(2, 0.9), {}, false],
    ['that are equal, as is allowed', twice(5, 0.9), { allowChange: true }, false],
    ['that differ', () => ({}), {}, false],
  ])('%s', async (_, change, more, isRefused) => {
    for (const name of ['cities', 'places']) {
      const after = cities(100, change).map((each, at) => 'fold' in more && at % 2 === 0 ? { ...each, name: `CÍTY ${at}` } : each); // prettier-ignore
      const measured = await compare(pairs, name, cities(100), after, more);
      expect([name, measured.get('pairs')?.complaint !== undefined]).toEqual([name, isRefused]);
    }
  });

  test('are compared with the live ones', async () => {
    const same = cities(100, twice(20, 0.5));
    expect((await compare(pairs, 'cities', same, same)).get('pairs')?.complaint).toBeUndefined();
    expect((await compare(pairs, 'countries', [], same)).size).toBe(0);
  });
});

describe('letters of names', () => {
  const broken = (count: number, name: string) => cities(100, (at) => (at < count ? { name } : {}));
  test.each([
    ['are replaced', broken(2, 'S\ufffdo'), cities(100), {}, 'replaced'],
    ['are replaced once', broken(1, 'S\ufffdo'), cities(100), {}, undefined],
    ['are replaced, as in the live ones', broken(2, 'S\ufffdo'), broken(2, 'S\ufffdo'), {}, undefined],
    ['are replaced, and trusted', broken(2, 'S\ufffdo'), cities(100), { isTrusted: true }, undefined],
    ['are replaced, as is allowed', broken(2, 'S\ufffdo'), cities(100), { allowChange: true }, undefined],
    ['are replaced, up to another limit', broken(2, 'S\ufffdo'), cities(100), { limits: { letters: 0.02 } }, undefined],
    ['are replaced, without live ones', broken(2, 'S\ufffdo'), [], { live: undefined }, 'replaced'],
    ['are replaced in another language', cities(100, (at) => ({ names: { fr: at < 2 ? 'S\ufffdo' : 'Nom' } })), cities(100), {}, 'replaced'],
    ['of other fields are replaced', cities(100, () => ({ region_name: 'S\ufffdo' })), cities(100), {}, undefined],
  ])('%s', async (_, after, before, more, kind) => {
    const measured = [...(await compare(letters, 'cities', before, after, more)).values()];
    const refused = measured.filter(({ complaint }) => complaint !== undefined);
    expect(refused.map(({ of }) => of)).toEqual(kind === undefined ? [] : [kind]);
  }); // prettier-ignore
});

test('cities outside of their country are counted, and refuse nothing', async () => {
  const after = cities(4, (at) => ({ id: `c${at}` }));
  /** The countries that hold the cities: the first is at home, the second abroad, the others are at sea. */
  const holding: Record<string, string[]> = { '0': ['AUT', 'DEU'], '0.1': ['DEU'] };
  const { client: stored } = contextOf({ new: after });
  const search = (request: { index: string; query: Query }) => {
    if (request.index !== 'countries') return stored.search(request);
    const { should } = request.query.bool as { should: { bool: { _name: string; filter: Query[] } }[] }; // prettier-ignore
    const matched = should.flatMap(({ bool: { _name: name, filter } }) => {
      const own = filter.flatMap((each) => (each.term as { id: string } | undefined)?.id ?? []);
      const shape = JSON.stringify(filter.find((each) => isPlainObject(each.geo_shape)));
      const longitude = /"coordinates":\[([\d.]+)/.exec(shape)?.[1] ?? '';
      const ids = (holding[longitude] ?? []).filter((id) => own.length === 0 || own.includes(id));
      return ids.map((id) => ({ _id: id, matched_queries: [name] }));
    });
    return Promise.resolve({ hits: { hits: matched } });
  };
  const context = { client: { search }, overrides: { countries: 'countries' } };
  const checked = { context, name: 'cities', index: 'new' };
  const measures = await ownCountry.measure(checked as never);
  expect(measures).toEqual([
    { of: 'country', value: 0.25, limit: 1, note: '1 of 4 cities that were compared (25 %) lie in another country: c1 in DEU' },
    { of: 'sea', value: 0.5, limit: 1, note: '2 of 4 cities that were compared (50 %) lie at sea, or in no country that is there: c2; c3' },
  ]);
  expect(await ownCountry.measure({ ...checked, name: 'places' } as never)).toEqual([]);
}); // prettier-ignore

describe('a probe', () => {
  const stored: Indices = {
    cities: [
      { id: 'c1', 'folded.default': 'wien', 'folded.fr': 'vienne', country_id: 'AUT' },
      { id: 'c2', 'folded.default': 'wiener neustadt', country_id: 'AUT' },
    ],
    regions: [
      {
        id: 'r1',
        name: 'Niederösterreich',
        names: { fr: 'Basse-Autriche' },
        aliases: ['3'],
        prominence: 2,
      },
      ...Array.from({ length: 10 }, (_, at) => ({
        id: `o${at}`,
        name: `Niederau ${at}`,
        names: {},
        aliases: [],
        prominence: 3,
      })),
    ],
    markers: [{ id: 'm1', land_id: '881fb46625fffff' }],
  };
  const at = { latitude: 48.85, longitude: 2.35 };
  test.each<[string, Probe, boolean, string?]>([
    ['a name', { resource: 'cities', name: 'Wien', expect: 'c1' }, true],
    ['the start of a name', { resource: 'cities', name: 'WIENER n', expect: 'c2' }, true],
    ['a name in a language', { resource: 'cities', name: 'Vienne', language: 'fr', expect: 'c1' }, true],
    ['a default name in a language without one', { resource: 'cities', name: 'Wiener', language: 'fr', expect: 'c2' }, true],
    ['a default name in a language with another one', { resource: 'cities', name: 'Wien', language: 'fr', expect: 'c1' }, false, 'the probe of cities named "Wien" in fr'],
    ['another name', { resource: 'cities', name: 'Graz', expect: 'c1' }, false, 'the probe of cities named "Graz" should find c1, and finds nothing'],
    ['a name of another one', { resource: 'cities', name: 'Wiener', expect: 'c1' }, false, 'should find c1, and finds c2'],
    ['a region by its name', { resource: 'regions', name: 'niederost', expect: 'r1' }, true],
    ['a region by its name in any language', { resource: 'regions', name: 'Basse', expect: 'r1' }, true],
    ['a region of which the start is that of ten better known ones', { resource: 'regions', name: 'nieder', expect: 'r1' }, false],
    ['a region by its id', { resource: 'regions', name: 'r1', expect: 'r1' }, true],
    ['a region by another name', { resource: 'regions', name: 'Ober', expect: 'r1' }, false],
    ['a marker by its id', { resource: 'markers', name: 'm1', expect: 'm1' }, true],
    ['a marker by its place', { resource: 'markers', ...at, expect: 'm2' }, false, 'the probe of markers at 48.85, 2.35 should find m2'],
    ['a land that is not one', { resource: 'lands', name: 'x', expect: '881fb46625fffff' }, false],
  ])('of %s', async (_, probe, isRight, complaint = '') => {
    const { resource: name } = probe;
    const checked = { context: contextOf(stored), name, index: name, probes: [probe] };
    const [count, ...wrong] = await probes.measure(checked as never);
    expect(count).toEqual({ value: isRight ? 0 : 1, limit: 0, unit: 'count' });
    expect(wrong.map((each) => each.complaint?.includes(complaint))).toEqual(isRight ? [] : [true]);
    expect(await probes.measure({ ...checked, name: 'places' } as never)).toEqual([]);
  }); // prettier-ignore
});
