import { type DiagnosticResult, errors, type estypes } from '@elastic/elasticsearch';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pick } from 'es-toolkit/object';
import { addReplicas, NO_REPLICAS } from '../../../ingest/generations/creation.js';
import { describeReport } from '../../../ingest/generations/describeReport.js';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import type { Outcome } from '../../../ingest/load/outcome.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { intercept, interceptBulks, interceptOnce } from '../../support/interceptOnce.js';
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
  const before = await sandbox.generations('cities');
  await expect(sandbox.ingest(citiesOf(rows))).rejects.toThrow(
    'it has 0 primary cities, 1 should be',
  );
  expect(await sandbox.generations('cities')).toEqual(before);
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
