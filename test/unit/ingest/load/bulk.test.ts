import type { Client } from '@elastic/elasticsearch';
import { errors } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { type Action, batches } from '../../../../ingest/load/batches.js';
import { sendBatch } from '../../../../ingest/load/bulk.js';
import { load } from '../../../../ingest/load/load.js';

interface Item {
  status: number;
  error?: { type: string; reason?: string };
}

const created: Item = { status: 201 };
const failed = (status: number, type = 'some_exception'): Item => ({ status, error: { type } });
const conflict = failed(409, 'version_conflict_engine_exception');

const actionOf = (id: string, kind = 'create'): Action => ({
  origin: { file: 'rows.csv', line: Number(id), id },
  id,
  lines: `{"${kind}":{"_id":"${id}"}}\n{"id":"${id}"}\n`,
});

/** Sends actions to an Elasticsearch that answers, or fails, so one time after the other. */
async function send(actions: readonly Action[], answers: readonly (Item[] | Error)[]) {
  const sent: string[][] = [];
  const client = {
    transport: {
      request: ({ bulkBody }: { bulkBody: string }) => {
        const lines = bulkBody.trimEnd().split('\n');
        const metas = lines
          .filter((_, at) => at % 2 === 0)
          .map((line) => JSON.parse(line) as object);
        sent.push(metas.map((meta) => (Object.values(meta)[0] as { _id: string })._id));
        const answer = answers[sent.length - 1];
        if (!Array.isArray(answer)) return Promise.reject(answer ?? new Error('no answer left'));
        const kinds = metas.map((meta) => Object.keys(meta)[0] ?? '');
        return Promise.resolve({ items: answer.map((item, at) => ({ [kinds[at] ?? '']: item })) });
      },
    },
  } as unknown as Client;
  const target = {
    client,
    index: 'things-1',
    alias: 'loading',
    signal: new AbortController().signal,
    onRetry: () => undefined,
  };
  const rejections = await sendBatch(target, actions);
  return { sent, rejected: rejections.map(({ action, status }) => [action.origin.line, status]) };
}

const lost = new errors.ConnectionError('the answer was lost');

test.each<[string, Action[], (Item[] | Error)[], string[][], unknown[]]>([
  ['all are done', [actionOf('1'), actionOf('2')], [[created, created]], [['1', '2']], []],
  [
    'those that Elasticsearch is too busy for are sent again, and they only',
    [actionOf('1'), actionOf('2'), actionOf('3')],
    [[created, failed(429), failed(400)], [created]],
    [['1', '2', '3'], ['2']],
    [[3, 400]],
  ],
  [
    'a conflict of a create is a duplicate',
    [actionOf('1'), actionOf('1')],
    [[created, conflict]],
    [['1', '1']],
    [[1, 409]],
  ],
  [
    'after a lost answer it is our own document, of two rows with one id the first',
    [actionOf('1'), actionOf('2'), actionOf('2')],
    [lost, [created, conflict, conflict]],
    [
      ['1', '2', '2'],
      ['1', '2', '2'],
    ],
    [[2, 409]],
  ],
  [
    'after 429 nothing was written',
    [actionOf('1')],
    [[failed(429)], [conflict]],
    [['1'], ['1']],
    [[1, 409]],
  ],
  [
    'after 503 it may have been',
    [actionOf('1'), actionOf('2')],
    [[created, failed(503)], [conflict]],
    [['1', '2'], ['2']],
    [],
  ],
  [
    'an answer that a proxy has shortened',
    [actionOf('1'), actionOf('2')],
    [[created], [conflict]],
    [['1', '2'], ['2']],
    [],
  ],
  [
    'an update that lost against another writer is sent again',
    [actionOf('1', 'update')],
    [[conflict], [{ status: 200 }]],
    [['1'], ['1']],
    [],
  ],
  [
    'a delete of what is gone is done, of what has changed rejected',
    [actionOf('1', 'delete'), actionOf('2', 'delete')],
    [[{ status: 404 }, conflict]],
    [['1', '2']],
    [[2, 409]],
  ],
])('%s', async (_, actions, answers, sent, rejected) => {
  expect(await send(actions, answers)).toEqual({ sent, rejected });
});

test('an index that is deleted meanwhile ends the load', async () => {
  const gone = [failed(404, 'index_not_found_exception')];
  await expect(send([actionOf('1')], [gone])).rejects.toThrow(/things-1 was deleted while/);
});

test('batches hold at most so many actions and bytes, but for a single larger one', async () => {
  const sizes = [10, 10, 10, 10, 90, 10, 30, 30];
  const actions = sizes.map((bytes, at) => ({
    ...actionOf(String(at)),
    lines: 'é'.repeat(bytes / 2),
  }));
  const found: number[] = [];
  const limits = { bytes: 60, documents: 3 };
  for await (const batch of batches(actions, (action) => action, limits)) found.push(batch.length);
  expect(found).toEqual([3, 1, 1, 2, 1]);
});

test('a failure of a bulk ends the load, and no bulk begins after it', async () => {
  let bulks = 0;
  const client = {
    transport: {
      request: () => {
        bulks += 1;
        return Promise.reject(new Error('refused'));
      },
    },
  } as unknown as Client;
  const rows = Array.from({ length: 60_000 }, (_, at) => ({
    origin: { file: 'f', line: at + 1, id: String(at) },
    document: { id: String(at) },
  }));
  await expect(load(client, rows, { index: 'i', alias: 'a' })).rejects.toThrow('refused');
  expect(bulks).toBeLessThanOrEqual(3);
});
