import { describe, expect, test } from '@jest/globals';
import type { FileSource, Source } from '../../../../../indices/provenance.js';
import type {
  Check,
  Compared,
  Held,
  Loaded,
  Measure,
} from '../../../../../ingest/generations/checks/check.js';
import { countries } from '../../../../../ingest/generations/checks/countries.js';
import { origin, overtaken, pinned, replaced, whole } from '../../../../../ingest/generations/checks/held.js'; // prettier-ignore
import { older } from '../../../../../ingest/generations/checks/older.js';
import { rejects } from '../../../../../ingest/generations/checks/rejects.js';
import { written } from '../../../../../ingest/generations/checks/rows.js';
import { hasShrunk, size } from '../../../../../ingest/generations/checks/size.js';
import { generationOf, startAliasStore } from '../../../../support/aliasStore.js';

/** Returns what a check has measured, and its first complaint. */
async function measured<Of>(check: Check<Of>, of: object) {
  const measures: readonly Measure[] = await check.measure(of as Of);
  const [complaint] = measures.flatMap((each) => each.complaint ?? []);
  return { values: measures.flatMap(({ value }) => value ?? []), complaint };
}

describe('the size of a generation', () => {
  test.each([
    // Ten percent of the live ones may be gone.
    [100, 90, {}, 0.1, false],
    [1_000, 899, {}, 0.101, true],
    [100, 91, {}, 0.09, false],
    [100, 120, {}, 0, false],
    [100, 0, {}, 1, true],
    [0, 0, {}, 0, false],
    [0, 5, {}, 0, false],
    [100, 10, { allowShrink: true }, undefined, false],
    [100, 10, { name: 'regions' }, undefined, false],
  ])('%d live ones, %d new ones, %j: %d', async (before, count, more, value, isRefused) => {
    const live = { index: 'live', count: before };
    const found = await measured<Compared>(size, { name: 'cities', count, live, ...more });
    expect(found.values).toEqual(value === undefined ? [] : [expect.closeTo(value, 9)]);
    expect(found.complaint !== undefined).toBe(isRefused);
    if (value !== undefined) expect(hasShrunk(count, before)).toBe(isRefused);
    if (isRefused) expect(found.complaint).toContain(`${count} documents, the live one ${before}`);
  });

  test('is not compared with nothing, and needs a live one that can be read', async () => {
    expect((await measured(size, { name: 'cities', count: 1 })).complaint).toBeUndefined();
    const live = { index: 'geo-1', count: undefined };
    expect((await measured(size, { name: 'cities', count: 1, live })).complaint).toContain('geo-1, cannot be read'); // prettier-ignore
  });
});

describe('rejected rows', () => {
  const report = (rows: number, indexed: number, more: object = {}) => ({ rows, indexed, expected: [], lost: [], ...more }); // prettier-ignore
  const expected = [{ tolerated: 2, count: 2, text: 'too many' }];
  test.each([
    ['one of a thousand', report(1_000, 999), {}, 0.001, undefined],
    ['two of a thousand', report(1_000, 998), {}, 0.002, 'only 998 of 1000 rows could be indexed, 99.9 % are needed'],
    ['two that are expected', report(1_000, 998, { expected }), {}, 0, undefined],
    ['three, two of them expected', report(100, 97, { expected }), {}, 0.01, 'only 97 of 100 rows could be indexed, 99.9 % are needed, and 2 rejects expected'],
    ['more than expected of one kind', report(1_000, 997, { expected: [{ tolerated: 1, count: 3, text: 'too many' }] }), {}, 0.002, 'too many'],
    ['all of them', report(3, 0), { maxRejects: 1 }, 1, 'only 0 of 3 rows could be indexed, at least one is needed'],
    ['all of them, beside documents that were kept', report(3, 0), { maxRejects: 1, kept: 1 }, 1, undefined],
    ['none, of another limit', report(2, 2), { maxRejects: 0 }, 0, undefined],
    ['one, of another limit', report(2_000, 1_999), { maxRejects: 0 }, 0.0005, '100 % are needed'],
    ['rows that are lost', report(10, 10, { lost: ['one file has no rows'] }), {}, 0, 'one file has no rows'],
    ['no rows', report(0, 0), {}, undefined, 'its sources have no rows'],
    ['no rows beside documents that were kept', report(0, 0), { kept: 5 }, 0, undefined],
    ['no regions', report(0, 0), { name: 'regions' }, undefined, undefined],
  ])('%s', async (_, ofRows, more, value, complaint) => {
    const found = await measured<Loaded>(rejects, { name: 'cities', kept: 0, report: ofRows, ...more });
    expect(found.values).toEqual(value === undefined ? [] : [value]);
    if (complaint === undefined) expect(found.complaint).toBeUndefined();
    else expect(found.complaint).toContain(complaint);
  }); // prettier-ignore
});

test.each([
  ['all', 10, 8, 2, undefined],
  ['fewer', 9, 8, 2, 'geo-1 holds 9 documents, though 10 were written (a node may be lost'],
  ['more', 11, 8, 2, 'geo-1 holds 11 documents, though 10 were written'],
])('%s documents are there that were written', async (_, count, indexed, kept, complaint) => {
  const found = await measured<Loaded>(written, { index: 'geo-1', count, report: { indexed }, kept });
  expect(found.values).toEqual([Math.abs(10 - count)]);
  if (complaint === undefined) expect(found.complaint).toBeUndefined();
  else expect(found.complaint).toContain(complaint);
  if (count > 10) expect(found.complaint).not.toContain('a node may be lost');
}); // prettier-ignore

test.each([
  ['cities', ['AUT', 'DEU'], ['AUT', 'DEU', 'FRA'], 100, {}, undefined],
  ['cities', ['AUT', 'DEU'], ['AUT'], 100, {}, 'it has no cities of DEU, which are live'],
  ['countries', ['AUT'], ['DEU'], 100, {}, 'it has no countries of AUT, which are live'],
  ['cities', ['AUT'], [], 100, { allowShrink: true }, undefined],
  // The check of the size complains.
  ['cities', ['AUT'], [], 10, {}, undefined],
  ['places', ['AUT'], [], 100, {}, undefined],
])('%s of %j, then of %j', async (name, before, after, count, more, complaint) => {
  const search = ({ index }: { index: string }) => {
    const buckets = (index === 'live' ? before : after).map((key) => ({ key }));
    return Promise.resolve({ aggregations: { countries: { buckets } } });
  };
  const live = { index: 'live', count: 100 };
  const of = { context: { client: { search } }, name, index: 'new', live, count, ...more };
  const found = await measured<Compared>(countries, of);
  if (complaint === undefined) expect(found.complaint).toBeUndefined();
  else expect(found.complaint).toContain(complaint);
});

const file = (name: string, more: Partial<FileSource> = {}): FileSource => ({ name, bytes: 1, sha256: 'a'.repeat(64), ...more }); // prettier-ignore
const provenanceOf = (sources: readonly Source[]) => ({
  ...{ sources, options: {}, counts: { rows: 1, indexed: 1, rejected: 0 }, version: '1.0.0' },
  ...{ begun: '2026-01-01T00:00:00.000Z', live: '2026-01-01T00:00:01.000Z' },
});
const LIVE = generationOf('cities', 2);

/** Returns a context in which cities of these sources are live. */
function contextOf(sources?: readonly Source[]) {
  const store = startAliasStore({ cities: { live: '2', held: '3' } });
  const index = store.indices.get(LIVE);
  if (index !== undefined && sources !== undefined) index.meta = { provenance: provenanceOf(sources) }; // prettier-ignore
  return store.context;
}

describe('sources', () => {
  const dated = (name: string, asOf: string) => file(name, { asOf });
  test.each([
    ['a day older', [dated('a.csv', '2026-01-02')], [dated('a.csv', '2026-01-01')], {}, 1, true],
    ['a day older, as is allowed', [dated('a.csv', '2026-01-02')], [dated('a.csv', '2026-01-01')], { allowOlder: true }, 1, false],
    ['of the same day', [dated('a.csv', '2026-01-02')], [dated('a.csv', '2026-01-02')], {}, 0, false],
    ['newer', [dated('a.csv', '2026-01-02')], [dated('a.csv', '2026-02-02')], {}, 0, false],
    ['of another name', [dated('a.csv', '2026-01-02')], [dated('b.csv', '2026-01-01')], {}, undefined, false],
    ['without a day', [file('a.csv')], [dated('a.csv', '2026-01-01')], {}, undefined, false],
    ['the worst of two', [dated('a.csv', '2026-01-02'), dated('b.csv', '2026-01-09')], [dated('a.csv', '2026-01-01'), dated('b.csv', '2026-01-01')], {}, 8, true],
    ['a renamed one of the same sources file', [file('s.json', { role: 'sources' }), dated('a.csv', '2026-01-02')], [file('s.json', { role: 'sources' }), dated('b.csv', '2026-01-01')], {}, 1, true],
  ])('that are %s', async (_, before, after, more, days, isRefused) => {
    const live = { index: LIVE, count: 1 };
    const found = await measured<Compared>(older, { context: contextOf(before), live, sources: after, ...more });
    expect(found.values).toEqual(days === undefined ? [] : [days]);
    expect(found.complaint !== undefined).toBe(isRefused);
  }); // prettier-ignore
});

describe('a held generation', () => {
  const sources = [file('own.csv')];
  const generations = { live: LIVE, held: generationOf('cities', 3), leftovers: [] };
  const LANDS_OF = (index: string) => [{ generation: index }];
  test.each<[string, Check<Held>, object, string | undefined]>([
    ['is not pinned', pinned, {}, undefined],
    ['is pinned', pinned, { generations: { ...generations, pinned: LIVE } }, 'the live cities are pinned'],
    ['is whole', whole, { count: 1 }, undefined],
    ['has lost a document', whole, { count: 0 }, 'it holds 0 documents, though 1 were written'],
    ['was held beside what is live', overtaken, { note: { beside: LIVE } }, undefined],
    ['was held beside another one', overtaken, { note: { beside: 'geo-1' } }, `it was compared with geo-1 when it was held, but ${LIVE} is live: hold it again`],
    ['was held beside another one, and may differ', overtaken, { note: { beside: 'geo-1' }, allowChange: true }, undefined],
    ['was held beside nothing', overtaken, { note: {} }, 'it was compared with nothing when it was held'],
    ['is a copy of another one with changes', overtaken, { note: { beside: 'geo-1' }, allowChange: true, sources: [file('c.csv', { role: 'changes' })] }, 'it is a copy of geo-1 with changes'],
    ['is of the same file', replaced, {}, undefined],
    ['is of other files', replaced, { sources: [file('other.csv')] }, 'it would replace live data of own.csv'],
    ['is of built-in data', replaced, { sources: [file('own.csv', { builtIn: true })] }, 'it would replace live data of own.csv'],
    ['is of other files, as is allowed', replaced, { sources: [], replaceSource: true }, undefined],
    ['is of other files, as was allowed beside what is live', replaced, { sources: [], note: { replaceSource: true, beside: LIVE } }, undefined],
    ['is of other files, and that was not allowed', replaced, { sources: [], note: { beside: LIVE } }, 'it would replace live data of own.csv'],
    ['is of other files, as was allowed beside another one', replaced, { sources: [], note: { replaceSource: true, beside: 'geo-1' } }, 'it would replace live data of own.csv'],
    ['is the first one', replaced, { sources: [], generations: { leftovers: [] } }, undefined],
    ['replaces an unknown source', replaced, { context: contextOf([]) }, 'it would replace live data of an unknown source'],
    ['is made from the live cities', origin, { name: 'lands', sources: LANDS_OF(LIVE) }, undefined],
    ['is made from cities that are promoted with it', origin, { name: 'lands', sources: LANDS_OF('geo-9'), promoted: { cities: 'geo-9' } }, undefined],
    ['is made from held cities', origin, { name: 'lands', sources: LANDS_OF(generationOf('cities', 3)) }, 'which is held, too: `npm run ingest -- promote cities` first'],
    ['is made from other cities', origin, { name: 'lands', sources: LANDS_OF('geo-1') }, `it is made from geo-1, but ${LIVE} is live: hold it again`],
    ['is made from no other resource', origin, { name: 'countries', sources: LANDS_OF('geo-1') }, undefined],
  ])('%s', async (_, check, more, complaint) => {
    const note = { provenance: provenanceOf(sources) };
    const found = await measured(check, { context: contextOf(sources), name: 'cities', generations, sources, promoted: {}, count: 1, note, ...more });
    if (complaint === undefined) expect(found.complaint).toBeUndefined();
    else expect(found.complaint).toContain(complaint);
  }); // prettier-ignore
});
