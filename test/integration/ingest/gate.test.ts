import { type DiagnosticResult, errors, type estypes } from '@elastic/elasticsearch';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pick } from 'es-toolkit/object';
import { addReplicas, NO_REPLICAS } from '../../../ingest/generations/creation.js';
import { describeReport } from '../../../ingest/generations/describeReport.js';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import type { Outcome } from '../../../ingest/load/outcome.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { intercept, interceptBulks, interceptOnce } from '../../support/interceptOnce.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { countryResource } from '../../../ingest/countries/resource.js';
import { landResource } from '../../../ingest/lands/resource.js';
import { UNKNOWN_TERRAIN } from '../../support/landGroups.js';
import { realCountries } from '../../support/landTerritories.js';
import { placeResource } from '../../../ingest/places/resource.js';
import { numbered, placesAt } from './world.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { citiesOf, originOf, type Thing, thingResource, things } from './sources.js';
import { untilEnd } from '../../support/each.js';

/** Each test goes on with what the one before it left live. */
const sandbox = untilEnd(createSandbox());
afterEach(() => {
  sandbox.heal();
});

/** Some rows that are no documents, then sound ones. */
async function* faulty(rejects: number, sound: number): AsyncGenerator<Outcome<Thing>> {
  for (let line = 1; line <= rejects; line += 1) {
    yield { origin: originOf(line), reason: 'the value is missing' };
  }
  yield* things(sound, 2);
}

type Rows = () => AsyncIterable<Outcome<Thing>>;
const ingest = (rows: Rows, options: Parameters<Sandbox['ingest']>[1] = {}) =>
  sandbox.ingest(thingResource(rows), options);

/** Runs an ingestion that must fail, and that must leave everything as it was. */
async function expectRefused(ingestion: () => Promise<unknown>, message: RegExp): Promise<void> {
  const state = async () => [await sandbox.generations('things'), await sandbox.indices()];
  const before = await state();
  await expect(ingestion()).rejects.toThrow(message);
  expect(await state()).toEqual(before);
}

describe('of rejected rows', () => {
  const lenient = { maxRejects: 1, allowShrink: true };
  test.each([
    [1, 999, {}],
    [3, 1, lenient],
  ])('%d beside %d may be, with %j', async (rejects, sound, options) => {
    const report = await ingest(() => faulty(rejects, sound), options);
    expect(report).toMatchObject({ counts: { indexed: sound, rejected: rejects } });
  });

  test.each([
    [2, 998, {}, /only 998 of 1000 rows .*, 99\.9 % .*--max-rejects.*things\.csv:1 \(id 1\): the value is missing/], // prettier-ignore
    [3, 0, lenient, /only 0 of 3 rows could be indexed, at least one is needed/],
    [1, 2_000, { maxRejects: 0 }, /only 2000 of 2001 rows could be indexed, 100 % are needed/],
    [0, 0, {}, /- its sources have no rows\n/],
  ])('%d beside %d may not be, with %j', (rejects, sound, options, message) =>
    expectRefused(() => ingest(() => faulty(rejects, sound), options), message),
  );
});

test('a generation may shrink to 90 %, or as far as is allowed', async () => {
  const shrinkTo = (count: number, allowShrink = false) =>
    ingest(() => things(count, 2), { allowShrink });
  await shrinkTo(100, true);
  const report = await shrinkTo(94);
  expect(report.values?.[0]).toEqual({ check: 'size', value: 0.06, limit: 0.1, unit: 'share' });
  expect(describeReport(report).slice(1)).toEqual(['  warning: size: 6 %, at most 10 %']);
  await shrinkTo(90);
  await expectRefused(
    () => shrinkTo(80),
    /it has 80 documents, the live one 90; if that is right, use --allow-shrink/,
  );
  await shrinkTo(80, true);
  const { live: index = '' } = await sandbox.generations('things');
  await sandbox.client.indices.close({ index });
  const unreadable = /cannot be read to compare; to replace it, use --allow-shrink/;
  await expectRefused(() => shrinkTo(100), unreadable);
  await expect(shrinkTo(100, true)).resolves.toMatchObject({ counts: { indexed: 100 } });
});

test('each field of a share of the cities may differ from the live ones', async () => {
  const cities = (change: (at: number) => object) =>
    citiesOf(Array.from({ length: 40 }, (_, at) => ({ name: `City ${at}`, names: { fr: 'Ville' }, regionName: 'R', timeZone: 'Europe/Paris', latitude: 45 + at / 20, ...change(at) }))); // prettier-ignore
  const elsewhere = createSandbox();
  const ingestCities = (change: (at: number) => object, options = {}) =>
    elsewhere.ingest(cities(change), options);
  const moved = (at: number) => (at < 9 ? { latitude: 50 } : {});
  await ingestCities(() => ({}));
  await ingestCities((at) => (at < 8 ? { regionName: undefined } : {}));
  await ingestCities(() => ({}));
  const { live } = await elsewhere.generations('cities');
  const message =
    /- coordinates may come from other columns, .*\. Documents that moved by more than 25 km: 9 of 40 \(22\.5 %, at most 5 % may be\); for example (FRA_City\d: moved by \d+ km(; |\. )){5}If that is right, use --allow-change, or set checks\.cities\.location in the sources file/;
  await expect(ingestCities(moved)).rejects.toThrow(message);
  const { complaints } = await ingestCities(moved, { ending: 'dry' });
  expect(complaints?.map((complaint) => `- ${complaint}`)).toEqual([expect.stringMatching(message)]); // prettier-ignore
  for (const [change, limit] of [
    [() => ({ population: 1 }), 'populationFactor'],
    [() => ({ timeZone: 'UTC' }), 'zone'],
    [(at: number) => ({ latitude: 45.2 + at / 20 }), 'move'],
    [() => ({ names: {} }), 'names'],
    [(at: number) => (at % 8 === 0 ? { name: 'NULL' } : {}), 'sameName'],
  ] as const)
    await expect(ingestCities(change)).rejects.toThrow(`set checks.cities.${limit} in`);
  const lost = (at: number) => (at < 4 ? { population: 0 } : {});
  await expect(ingestCities(lost, { limits: { population: 0.01 } })).rejects.toThrow(
    /4 of 40 \(10 %, at most 1 % may be\); for example FRA_City\d: population 1000 → 0; /,
  );
  expect(await elsewhere.generations('cities')).toMatchObject({ live });

  // A held generation is compared again once another one is live.
  await ingestCities(moved, { ending: 'held', allowChange: true });
  await ingestCities(() => ({}));
  const promote = (options = {}) =>
    promoteHeld(elsewhere, 'cities', { progress: silentProgress, replaceSource: true, ...options });
  await expect(promote()).rejects.toThrow(message);
  await expect(promote()).rejects.toThrow(/- it was compared with \S+ when it was held, but \S+ is live: hold it again, or pass --allow-change/); // prettier-ignore
  await promote({ allowChange: true });
  await elsewhere.remove();
});

test('names with broken letters are refused, above the share of the live ones', async () => {
  const elsewhere = createSandbox();
  const load = (nth: number, broken: (name: string) => string, options = {}) => {
    const names = Array.from({ length: 100 }, (_, at) => (at % nth === 0 ? broken(`Bogotá ${at}`) : `Bogotá ${at}`)); // prettier-ignore
    return elsewhere.ingest(citiesOf(names.map((name) => ({ name }))), options);
  };
  const misread = (name: string) => Buffer.from(name).toString('latin1');
  const upper = (name: string) => name.toUpperCase();
  await expect(load(5, misread)).rejects.toThrow(
    /\n- names look like UTF-8 that was read in another encoding such as Latin-1: convert the file again, from UTF-8\. In the field name, 20 of 100 names that were compared are so \(20 %, of the live ones 0 %\), at most 1 % more than that may be; for example ("Bogot\u00c3\u00a1 \d+"(; |\. )){5}If the names are right, use --allow-change, or set checks\.cities\.letters in the sources file/,
  );
  expect((await load(2, upper, { ending: 'dry' })).complaints).toEqual([]);
  await load(20, (name) => `${name}&amp;`, { limits: { letters: 0.1 } });
  await load(20, (name) => `${name}&amp;`);
  await load(100, () => 'NULL');
  for (const [broken, message] of [
    [upper, /- names are in capital letters/],
    [(name: string) => name.replace('á', '?'), /- names have question marks in place of letters/],
    [(name: string) => name.replace('á', '\ufffd'), /- names have U\+FFFD in place of letters/],
    [(name: string) => name.replace('á', '&aacute;'), /- names have escapes of HTML, JSON or URLs/],
    [() => 'NULL', /- names are words for an unknown value, such as NULL/],
  ] as const) {
    await expect(load(8, broken)).rejects.toThrow(message);
    expect((await load(8, broken, { ending: 'dry', allowChange: true })).complaints).toEqual([]);
  }
  await elsewhere.remove();
});

test('sources that are older than the live ones are refused', async () => {
  const elsewhere = createSandbox();
  const load = (asOf: string | undefined, options = {}, name = 'towns.zip') => {
    const sources = [
      { name, bytes: 1, sha256: '0'.repeat(64), ...(asOf && { asOf }) },
      { name: 'sources.yaml', bytes: 1, sha256: '0'.repeat(64), role: 'sources' as const },
    ];
    return elsewhere.ingest({ ...citiesOf([{}]), sources: () => sources }, options);
  };
  const message =
    /\n- its source is older than that of the live data: \S+ is of 2013-11-06, and the live towns\.zip of 2020-03-18\. If that is right, use --allow-older/;
  await load('2013-11-06');
  await load('2020-03-18');
  await load('2020-03-18');
  await expect(load('2013-11-06')).rejects.toThrow(message);
  await expect(load('2013-11-06', { allowShrink: true, allowChange: true })).rejects.toThrow(message); // prettier-ignore
  await expect(load('2013-11-06', {}, 'towns-2013.zip')).rejects.toThrow(message);
  await load('2013-11-06', { ending: 'dry', replaceSource: true }, 'others.zip');
  // A held one is compared again with another live one.
  await load('2013-11-06', { ending: 'held', allowOlder: true });
  await load('2020-03-18');
  const promote = (options: object) =>
    promoteHeld(elsewhere, 'cities', { progress: silentProgress, allowChange: true, ...options });
  await expect(promote({})).rejects.toThrow(message);
  await promote({ allowOlder: true });
  await load(undefined);
  await elsewhere.remove();
});

test.each(['cities', 'places'])('%s that are there twice with other ids are refused', async (name) => {
  const elsewhere = createSandbox();
  const ids = numbered(1, 40);
  const make = (prefixes: readonly string[], source: string) => {
    const rows = prefixes.flatMap((prefix) => ids.map((id, at) => ({ id: `${prefix}${id}`, name: `N ${id}`, latitude: 48 + at / 20, longitude: 2 })));
    const resource = name === 'cities' ? citiesOf(rows.map(({ id, ...row }) => ({ ...row, sourceId: id }))) : placeResource({ file: source, rows: () => rows.map((cells, line) => ({ line, cells })) });
    return elsewhere.ingest<{ id: string }>(resource);
  };
  await make([''], 'a.csv');
  await make(['', 'x'], 'a.csv').then(() => expect('it').toBe('refused'), (error: unknown) => {
    expect(String(error)).toMatch(/- rows may be there twice with other ids\. .*: 100 % instead of 0 % \(100 %, at most 5 % may be\); for example .*checks\.\w+\.pairs/);
  });
  await elsewhere.remove();
}); // prettier-ignore

test('data that has grown by more than a fifth is refused, unless it is small', async () => {
  const elsewhere = createSandbox();
  const others = [{ name: 'a.csv', bytes: 1, sha256: '0'.repeat(64) }];
  const make = (count: number) => {
    const cells = placesAt(48, numbered(1, count));
    return elsewhere.ingest(placeResource({ file: 'a.csv', rows: () => cells.map((each, line) => ({ line, cells: each })), others })); // prettier-ignore
  };
  await make(100);
  await make(1_100);
  await expect(make(2_200)).rejects.toThrow(/: 2200 instead of 1100 \(100 %, at most 90\.91 % may be\)\. If that is right, use --allow-change, or set checks\.places\.growth/); // prettier-ignore
  await elsewhere.remove();
});

test('lands are compared with the live ones', async () => {
  const elsewhere = createSandbox();
  const world = () => realCountries(['AND']).map((each) => each.territory);
  const frame = { columns: 3_600, rows: 1_800, west: -180, north: 90, cellWidth: 0.1, cellHeight: 0.1 };
  const make = async (heightAt: (column: number) => number | undefined, id = 'AND') => {
    const heights = { files: [], read: () => Promise.resolve({ frame, valueAt: heightAt }) };
    const owners = () => world().map((each) => ({ ...each, id }));
    return elsewhere.ingest(await landResource(elsewhere, { ...UNKNOWN_TERRAIN, heights, world: owners, countries: [id] }));
  };
  const height = (column: number) => (column % 7) * 300 + 200;
  const andorran = { countryCode: 'AD', latitude: 42.5, longitude: 1.5 };
  await elsewhere.ingest(citiesOf([andorran, { ...andorran, latitude: 42.6 }]));
  await make(height);
  await make((column) => height(column) + 20);
  const altitude = /- heights may be flat, .* \d+ of \d+ \(.*: altitude \d+ m → .*checks\.lands\.altitude/;
  await expect(make(() => 300)).rejects.toThrow(altitude);
  await expect(make((column) => height(column) * 3.28)).rejects.toThrow(altitude);
  await expect(make(() => undefined)).rejects.toThrow(altitude);
  await expect(make(height, 'ESP')).rejects.toThrow(/- countries may come from another column, .*: country_id "AND" → "ESP"; .*checks\.lands\.country/);
  await elsewhere.ingest(citiesOf([{ ...andorran, sourceId: '9', name: 'Other' }]), { allowShrink: true, allowChange: true });
  await expect(make(height)).rejects.toThrow(/- the lands may be made from wrong cities\. .*checks\.lands\.closestCity/);
  await elsewhere.remove();
}); // prettier-ignore

test('borders are compared with the live ones', async () => {
  const elsewhere = createSandbox();
  const make = async (east: number, corner = 0) => {
    const ring = [[6, 46.2], [7, 45.9], [10.4, 46.4], [9.6, 47.5], [8.5, 47.8 + corner], [6.9, 47.4], [6, 46.2]].map(([x = 0, y = 0]) => [x + east, y]);
    const feature = { type: 'Feature', properties: { code: 'CHE' }, geometry: { type: 'Polygon', coordinates: [ring] } };
    const borders = elsewhere.folder.write('borders.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    return elsewhere.ingest(await countryResource({ borders, code: 'code', missing: 'left-out' }), { isTrusted: true });
  };
  await make(0);
  await make(0.05, 0.1);
  await expect(make(1.5)).rejects.toThrow(/- borders may be moved, .*: \d+(\.\d+)? % \(at most 8 % may be\); for example .*CHE \d+ %.*checks\.countries\.border/);
  await expect(make(-3)).rejects.toThrow(/checks\.countries\.border/);
  await elsewhere.remove();
}); // prettier-ignore

test('data of which no id is live is refused, because the column of ids may be another one', async () => {
  const elsewhere = createSandbox();
  const ingestPlaces = (prefix: string, options = {}, name = 'places.csv') => {
    const cells = placesAt(48, ['1', '2', '3'].map((id) => `${prefix}${id}`)); // prettier-ignore
    const rows = () => cells.map((each, at) => ({ line: at + 1, cells: each }));
    const others = [{ name, bytes: 1, sha256: '0'.repeat(64) }];
    return elsewhere.ingest(placeResource({ file: name, rows, others }), options);
  };
  await ingestPlaces('a');
  await expect(ingestPlaces('b', { allowShrink: true })).rejects.toThrow(
    /- rows may be missing, or the ids may come from another column\. Live documents that are gone, of the same sources: 3 of 3 \(100 %, at most 66\.67 % may be\); for example (a\d(; |\. )){3}If that is right, use --allow-change, or set checks\.places\.gone in the sources file$/,
  );
  await ingestPlaces('b', { allowChange: true });
  // Other sources have other ids.
  await ingestPlaces('c', {}, 'others.csv');
  await ingestPlaces('d', { replaceSource: true }, 'others.csv');
  await elsewhere.remove();
});

test.each(['cities', 'places'])('own %s beside many built-in ones are compared by themselves', async (name) => {
  const elsewhere = createSandbox();
  const source = [{ name: 'own.csv', bytes: 1, sha256: '0'.repeat(64) }];
  const make = (own: number, from: string, options = {}, latitude = 48) => {
    const ids = Array.from({ length: own }, (_, at) => (at < 7 ? `own-${at}` : `${from}-${at}`));
    const at = (latitude: number) => (sourceId: string) => ({ sourceId, name: sourceId, latitude });
    const rows = [...numbered(1, 100).map(at(48)), ...ids.map(at(latitude))];
    const cells = [...placesAt(48, numbered(1, 100).map((id) => `db-${id}`)), ...placesAt(latitude, ids)];
    const resource = name === 'cities' ? citiesOf(rows) : placeResource({ file: 'own.csv', rows: () => cells.map((each, line) => ({ line, cells: each })) });
    return elsewhere.ingest<{ id: string }>({ ...resource, sources: () => source }, options);
  };
  await make(10, 'own');
  const lost = /:\n- rows may be missing, [^\n]*: 3 of 10 \(30 %, at most 20 % may be\); for example [^\n]*checks\.\w+\.gone in the sources file$/;
  await expect(make(10, 'own-x')).rejects.toThrow(lost);
  await expect(make(7, '')).rejects.toThrow(/gone, of the same sources: 3 of 10 /);
  await make(7, '', { allowShrink: true });
  await expect(make(0, '', { allowShrink: true })).rejects.toThrow(/gone, of the same sources: 7 of 7 /);
  await make(6, '');
  await expect(make(6, '', {}, 50)).rejects.toThrow(/moved by more than 25 km: 6 of 6 /);
  await elsewhere.remove();
}); // prettier-ignore

test('each own source of cities is compared by itself', async () => {
  const elsewhere = createSandbox();
  const source = [{ name: 'own.csv', bytes: 1, sha256: '0'.repeat(64) }];
  const make = (prefix: string, latitude = 48) => {
    const ids = [...numbered(1, 100).map((id) => `own-${id}`), ...numbered(1, 5).map((id) => `${prefix}-${id}`)];
    const rows = ids.map((sourceId) => ({ sourceId, name: sourceId, latitude: sourceId.startsWith('own-') ? 48 : latitude }));
    return elsewhere.ingest<{ id: string }>({ ...citiesOf(rows), sources: () => source });
  };
  await make('b');
  await expect(make('b', 50)).rejects.toThrow(/moved by more than 25 km: 5 of 5 /);
  await expect(make('c')).rejects.toThrow(/gone, of the same sources: 5 of 5 /);
  await elsewhere.remove();
}); // prettier-ignore

test('a generation that lacks all of a country is refused, however small the country is', async () => {
  const elsewhere = createSandbox();
  const andorran = { countryCode: 'AD', latitude: 42.5, longitude: 1.5 };
  const french = Array.from({ length: 19 }, (_, at) => ({ name: `City ${at}` }));
  await elsewhere.ingest(citiesOf([...french, andorran]));
  await expect(elsewhere.ingest(citiesOf(french))).rejects.toThrow(
    'it has no cities of AND, which are live; if that is right, use --allow-shrink',
  );
  await elsewhere.ingest(citiesOf(french), { allowShrink: true });
  await elsewhere.remove();
});

test('a document that was written must be in the index', async () => {
  interceptBulks(sandbox.client, '"index"', async (send, body) => {
    const { items } = (await send(body.replace(/.+\n.+\n$/, ''))) as { items: unknown[] };
    return { items: [...items, { index: { status: 201 } }] };
  });
  await expectRefused(
    () => ingest(() => things(100, 2)),
    /-things-g\w+ holds 99 documents, though 100 were written .*run again/,
  );
});

test('a resource has checks of its own, such as all primary cities', async () => {
  const gate = () => Promise.resolve(['one is missing', 'and another']);
  await expectRefused(
    () => sandbox.ingest(thingResource(() => things(100, 2), { gate })),
    /The new generation of things did not pass its gate:\n- one is missing\n- and another/,
  );
  // Elasticsearch rejects a region of this length. One reject of 1,001 rows would be allowed.
  const large = { population: 200_000, regionName: 'x'.repeat(40_000) };
  const rows = Array.from({ length: 1_001 }, (_, at) => (at === 0 ? large : {}));
  await expect(sandbox.ingest(citiesOf(rows))).rejects.toThrow(
    'it has 0 primary cities, 1 should be',
  );
  expect(await sandbox.generations('cities')).toEqual({ leftovers: [] });
});

test('a source that fails, and an abort', async () => {
  async function* broken(): AsyncGenerator<Outcome<Thing>> {
    yield* things(10, 2);
    throw new Error('the file ends in the middle of a row');
  }
  await expectRefused(() => ingest(broken), /the file ends in the middle of a row/);

  const interruption = new AbortController();
  let isClosed = false;
  async function* endless(): AsyncGenerator<Outcome<Thing>> {
    try {
      for await (const row of things(Infinity, 2)) {
        if (row.origin.line === 20_000) interruption.abort(new Error('enough'));
        yield row;
      }
    } finally {
      isClosed = true;
    }
  }
  await expectRefused(() => ingest(endless, { signal: interruption.signal }), /^enough$/);
  expect(isClosed).toBe(true);
});

test.each(['index', 'lock'])('an abort while the %s is created leaves nothing behind', async (created) => {
  const interruption = new AbortController();
  const isMeant = ({ method, path }: { method: string; path: string }) =>
    method === 'PUT' && (created === 'lock' ? path.endsWith('/_doc/things') || path.endsWith('/_create/things') : /-things-g\d/.test(path));
  intercept(sandbox.client, async (send, request, options) => {
    const answer = await send();
    if (!isMeant(request)) return answer;
    interruption.abort(new Error('enough'));
    // The client would not wait for the answer.
    options?.signal?.throwIfAborted();
    return answer;
  });
  await expectRefused(() => ingest(() => things(10, 2), { signal: interruption.signal }), /^enough$/);
  expect(interruption.signal.aborted).toBe(true);
  const { found } = await sandbox.client.get({ index: `${sandbox.indexPrefix}-ingestions`, id: 'things' }, { ignore: [404] });
  expect(found).toBe(false);
}); // prettier-ignore

const noting = () => ({ ...silentProgress, note: (text: string) => sandbox.notes.push(text) });

describe('replicas', () => {
  beforeAll(() => ingest(() => things(3, 1), { allowShrink: true }));

  const load = async (gate = () => Promise.resolve<string[]>([])): Promise<string> =>
    (await sandbox.ingest(thingResource(() => things(3, 1), { gate }))).index;

  async function settingsOf(index: string): Promise<estypes.IndicesIndexSettings> {
    const settings = (await sandbox.client.indices.getSettings({ index }))[index]?.settings?.index;
    return pick(settings ?? {}, ['number_of_shards', 'number_of_replicas', 'auto_expand_replicas']);
  }

  test.each([
    ['1', { number_of_replicas: '1', auto_expand_replicas: 'false' }],
    ['0', { number_of_replicas: '0', auto_expand_replicas: 'false' }],
    ['0-2', { number_of_replicas: '0', auto_expand_replicas: '0-2' }],
  ])('and shards are those of the settings, replicas from the gate on: %s', async (replicas, expected) => {
    const layoutOf = (name: string) => ({ shards: name === 'things' ? '2' : '3', replicas });
    let during: unknown;
    const gate = async () => {
      const { leftovers } = await sandbox.generations('things');
      during = await settingsOf(leftovers[0] ?? '');
      return [];
    };
    const resource = thingResource(() => things(3, 1), { gate });
    const [{ index }] = await ingestResource({ ...sandbox, layoutOf }, resource, { progress: noting() });
    expect(during).toEqual({ number_of_shards: '2', number_of_replicas: '0', auto_expand_replicas: 'false' });
    expect(await settingsOf(index)).toEqual({ number_of_shards: '2', ...expected });
    // There is one node only.
    const few = `${index} has 2 of its 4 copies of shards: there are no nodes for more`;
    expect(sandbox.notes.includes(few)).toBe('1' === expected.number_of_replicas);
  }); // prettier-ignore

  test('are not waited for by a login that may not read the cluster health', async () => {
    const meta = {} as DiagnosticResult['meta'];
    const body = { error: { type: 'security_exception' } };
    const isMeant = ({ path }: { path: string }) => path.startsWith('/_cluster/health');
    interceptOnce(
      sandbox.client,
      isMeant,
      () =>
      Promise.reject(new errors.ResponseError({ statusCode: 403, body, headers: {}, warnings: null, meta })), // prettier-ignore
    );
    const index = await load();
    expect(await sandbox.generations('things')).toMatchObject({ live: index });
    expect(sandbox.notes.join()).toContain('not waiting for replicas');
  });

  const LOST = { status: 'red', active_shards: 0, active_primary_shards: 0 };
  const COPIED = { active_shards: 2, unassigned_shards: 0 };
  const HALF = { active_shards: 3, active_primary_shards: 2, unassigned_shards: 1 };
  test.each<[string, object[], string[]]>([
    ['are waited for', [{}, {}, COPIED], ['waiting for the replicas']],
    ['are waited for, of each shard', [HALF, { ...HALF, active_shards: 4, unassigned_shards: 0 }], ['waiting for the replicas']],
    ['are not waited for without end', [{}], ['it has 1 of its 2 copies of shards; it is promoted all the same']],
    ['are waited for while the only copy is lost', [LOST, LOST, COPIED], ['waiting for the replicas']],
    ['are not promoted if the only copy stays lost', [LOST], ['Error: it has lost a shard, because a node is away. Start the node, and repeat the command.']],
  ])('of a second node %s', async (_, answers, expected) => {
    const { live: index = '' } = await sandbox.generations('things');
    await sandbox.client.indices.putSettings({ index, settings: NO_REPLICAS });
    let polls = 0;
    intercept(sandbox.client, async (send, { path }) => {
      const answer = await send();
      if (!path.startsWith('/_cluster/health')) return answer;
      const health = answers[polls];
      polls += 1;
      return { ...(answer as object), status: 'yellow', active_shards: 1, active_primary_shards: 1, unassigned_shards: 1, number_of_data_nodes: 2, ...health };
    });
    const options = { progress: noting(), timeoutMs: answers.length === 1 ? 0 : 600_000 };
    sandbox.notes.length = 0;
    await addReplicas(sandbox.client, index, { number_of_replicas: 1 }, options).catch((error: unknown) => sandbox.notes.push(String(error)));
    expect(sandbox.notes.map((note) => note.replace(index, 'it'))).toEqual(expected);
    expect(polls).toBe(answers.length);
  }); // prettier-ignore
});
