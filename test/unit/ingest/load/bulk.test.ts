import { PassThrough } from 'node:stream';
import { type Client, errors } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { createProgress, silentProgress } from '../../../../core/cli/progress.js';
import { type Action, batches } from '../../../../ingest/load/batches.js';
import { sendBatch } from '../../../../ingest/load/bulk.js';
import { load } from '../../../../ingest/load/load.js';

interface Item {
  status: number;
  error?: { type: string; reason?: string };
}

interface Sent {
  path: string;
  bulkBody: string;
  body?: { ids: readonly string[] };
}

const created: Item = { status: 201 };
const failed = (status: number, type = 'some_exception'): Item => ({ status, error: { type } });
const conflict = failed(409, 'version_conflict_engine_exception');
const sinkOf = (client: Client) => ({
  client,
  resource: 'r',
  index: 'r-g1',
  alias: 'r-g1-loading',
});
const lost = new errors.ConnectionError('the answer was lost');

const OWN_VERSION = 8;

const clientOf = (request: (sent: Sent) => Promise<unknown>): Client =>
  ({ transport: { request } }) as unknown as Client;

/** An action, such as `create 1`. An `index` has a version, a `replace` is one without. */
function actionOf(text: string): Action {
  const [given = '', id = ''] = text.split(' ');
  const kind = given === 'replace' ? 'index' : given;
  const origin = { file: 'rows.csv', line: Number(id), id };
  return {
    origin,
    id,
    lines: `{"${kind}":{"_id":"${id}"}}\n{"id":"${id}"}\n`,
    version: given === 'index' ? OWN_VERSION : undefined,
  };
}

/** Sends actions to an Elasticsearch that answers, or fails, so one time after the other. */
async function send(
  actions: readonly string[],
  answers: readonly (Item[] | Error)[],
  stored: Readonly<Record<string, number>> = {},
) {
  const sent: string[] = [];
  const client = clientOf(({ path, bulkBody, body }) => {
    if (path.endsWith('/_mget'))
      return Promise.resolve({ docs: body?.ids.map((_id) => ({ _id, _version: stored[_id] })) });
    const lines = bulkBody.trimEnd().split('\n').filter((_, at) => at % 2 === 0); // prettier-ignore
    const metas = lines.map((line) => Object.entries(JSON.parse(line) as Record<string, { _id: string }>)[0]); // prettier-ignore
    sent.push(metas.map((meta) => meta?.[1]._id).join());
    const answer = answers[sent.length - 1];
    if (!Array.isArray(answer)) return Promise.reject(answer ?? new Error('no answer left'));
    return Promise.resolve({ items: answer.map((item, at) => ({ [metas[at]?.[0] ?? '']: item })) });
  });
  const target = { client, index: 'things-1', alias: 'loading', progress: silentProgress };
  const rejections = await sendBatch(target, actions.map(actionOf));
  return { sent, rejected: rejections.map(({ action }) => action.id) };
}

test.each<[string, string[], (Item[] | Error)[], string[], string[], Record<string, number>?]>([
  ['all are done', ['create 1', 'create 2'], [[created, created]], ['1,2'], []],
  [
    'only those that Elasticsearch is too busy for are sent again',
    ['create 1', 'create 2', 'create 3'],
    [[created, failed(429), failed(400)], [created]],
    ['1,2,3', '2'],
    ['3'],
  ],
  ['another version of an id is another row', ['index 1', 'index 1'], [[created, conflict]], ['1,1'], ['1'], { 1: 9 }],
  ['an earlier row replaces a later one', ['index 1'], [[{ status: 200 }]], ['1'], ['1']],
  [
    'the same version is our own document, with or without a lost answer',
    ['index 1', 'index 2', 'index 3'],
    [lost, [created, conflict, conflict]],
    ['1,2,3', '1,2,3'],
    ['3'],
    { 2: OWN_VERSION, 3: OWN_VERSION + 1 },
  ],
  ['a document without a version replaces the one that is there', ['replace 1'], [[{ status: 200 }]], ['1'], []],
  ['a conflict with a document that is gone is a duplicate', ['index 1'], [[conflict]], ['1'], ['1']],
  ['a create of an id that is there is done', ['create 1'], [[conflict]], ['1'], []],
  ['a proxy has shortened the answer', ['create 1', 'create 2'], [[created], [conflict]], ['1,2', '2'], []],
  ['a delete of what is gone is done', ['delete 1'], [[{ status: 404 }]], ['1'], []],
])('%s', async (...[, actions, answers, sent, rejected, stored]) => {
  expect(await send(actions, answers, stored)).toEqual({ sent, rejected });
}); // prettier-ignore

test('versions that a missing shard hides are read again', async () => {
  let reads = 0;
  const client = clientOf(({ path }) => {
    if (!path.endsWith('/_mget')) return Promise.resolve({ items: [{ index: conflict }] });
    reads += 1;
    const doc = reads === 1 ? { _id: '1', error: { type: 'no_shard_available_action_exception' } } : { _id: '1', _version: OWN_VERSION }; // prettier-ignore
    return Promise.resolve({ docs: [doc] });
  });
  const target = { client, index: 'things-1', alias: 'loading', progress: silentProgress };
  expect(await sendBatch(target, [actionOf('index 1')])).toEqual([]);
  expect(reads).toBe(2);
});

test('an index that is deleted meanwhile ends the load', async () => {
  const gone = [failed(404, 'index_not_found_exception')];
  const { sent } = await send(['create 1'], [gone, gone, gone, [created]]);
  expect(sent).toHaveLength(4);
  await expect(send(['create 1'], [gone, gone, gone, gone])).rejects.toThrow(
    /things-1 was deleted while/,
  );
}, 60_000);

test('batches hold at most so many actions and bytes, but for a single larger one', async () => {
  const sizes = [10, 10, 10, 10, 90, 10, 30, 30, 30];
  const actions = sizes.map((bytes) => ({ ...actionOf('create 1'), lines: 'é'.repeat(bytes / 2) }));
  const found: number[] = [];
  const limits = { bytes: 60, documents: 3 };
  for await (const batch of batches(actions, (action) => action, limits)) found.push(batch.length);
  expect(found).toEqual([3, 1, 1, 2, 2]);
});

test('a failure of a bulk ends the load, and no bulk begins after it', async () => {
  let bulks = 0;
  const client = clientOf(() => {
    bulks += 1;
    const items = Array.from({ length: 5_000 }, () => ({ index: created }));
    return bulks === 1 ? Promise.reject(new Error('refused')) : Promise.resolve({ items });
  });
  const outcomes = Array.from({ length: 60_000 }, (_, at) => ({
    origin: { file: 'f', line: at + 1, id: String(at) },
    document: { id: String(at) },
  }));
  const sink = sinkOf(client);
  await expect(load(sink, { outcomes }, { progress: silentProgress })).rejects.toThrow('refused');
  expect(bulks).toBeLessThanOrEqual(3);
});

test('the progress has the bytes of this reading, not those of earlier ones', async () => {
  const client = clientOf(() => Promise.resolve({ items: [{ index: created }] }));
  let bytes = 1_000;
  function* rows() {
    bytes += 30.4;
    yield { origin: { file: 'f', line: 1, id: 'b' }, document: { id: 'b' } };
  }
  const run = { outcomes: rows(), expectedBytes: 30, bytesRead: () => bytes };
  const shown: unknown[] = [];
  const update = (...given: unknown[]) => void shown.push(given);
  await load(sinkOf(client), run, { progress: { ...silentProgress, update } });
  expect(shown).toEqual([[1, 30]]);
});

test('a copy loses what goes before it gets what comes, and waits while Elasticsearch is too busy', async () => {
  const sent: string[] = [];
  const client = clientOf(({ bulkBody }) => {
    sent.push(bulkBody);
    const [kind, item] = bulkBody.includes('delete') ? ['delete', { status: 200 }] : ['index', created]; // prettier-ignore
    return Promise.resolve({ items: [{ [kind]: sent.length === 1 ? failed(429) : item }] });
  });
  const outcomes = [{ origin: { file: 'f', line: 1, id: 'b' }, document: { id: 'b' } }];
  const sink = { ...sinkOf(client), without: ['a'] };
  const report = await load(sink, { outcomes }, { progress: silentProgress });
  const gone = '{"delete":{"_id":"a"}}\n';
  expect(sent).toEqual([gone, gone, '{"index":{"_id":"b"}}\n{"id":"b"}\n']);
  expect(report).toMatchObject({ rows: 1, indexed: 1, rejected: 0 });
});

test.each([
  [429, 'cluster_block_exception', 'index [things-1] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark]'],
  // Without watermarks.
  [500, 'i_o_exception', 'No space left on device'],
])('a full disk (%d) is shown once, however many bulks wait for it, and again if it is full once more', async (status, type, reason) => {
  let written = '';
  const stream = new PassThrough().on('data', (chunk: Buffer) => (written += chunk.toString()));
  const progress = createProgress(stream);
  progress.start('things');
  const full: Item = { status, error: { type, reason } };
  const fill = async (): Promise<void> => {
    let failures = 3;
    const client = clientOf(() => Promise.resolve({ items: [{ create: failures-- > 0 ? full : created }] }));
    const target = { client, index: 'things-1', alias: 'loading', progress };
    await Promise.all(['create 1', 'create 2', 'create 3'].map((action) => sendBatch(target, [actionOf(action)])));
    progress.update(3);
  };
  await fill();
  await fill();
  const note = `  Elasticsearch: Elasticsearch takes no more: ${type}: ${reason}. Free disk space. Trying again for 10 min.\n`;
  expect(written).toBe(`things: loading\n${note}${note}`);
}); // prettier-ignore
