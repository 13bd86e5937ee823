import { errors, type TransportRequestOptions } from '@elastic/elasticsearch';
import { expect, test } from '@jest/globals';
import { loseAnswer, refusal } from './duringEach.js';
import { intercept, interceptBulks } from '../../support/interceptOnce.js';
import { createSandbox } from '../../store/ingest/sandbox.js';
import { originOf, thingResource, things } from '../../store/ingest/sources.js';
import { inEachTest } from '../../support/each.js';

const SOUND = 1_000;
const { file, line, id } = originOf(SOUND + 1);
const SECOND_OF_ITS_ID = {
  ...{ reason: 'another row has the same id', count: 1 },
  examples: [`${file}:${line} (id ${id})`],
};

const sandbox = inEachTest(createSandbox);

async function* rows() {
  yield* things(SOUND, 1);
  yield { origin: originOf(SOUND + 1), document: { id: '7', value: 2 } };
}

type Send = (other?: string) => Promise<unknown>;
interface Answer {
  items: unknown[];
}

/** Elasticsearch's answer that it has no room for a row, or for a whole bulk. */
const failure = (status: number) => ({
  status,
  error: { type: 'es_rejected_execution_exception' },
});
const refuseLast = (status: number) => async (send: Send, body: string) => {
  const { items } = (await send(body.replace(/.+\n.+\n$/, ''))) as Answer;
  return { items: [...items, { index: failure(status) }] };
};
const refuseAll = () => Promise.reject(refusal(429));
const loseBulk = () => Promise.reject(new errors.ConnectionError('unknown'));
/** Every second row was written, though no shard was there to say so. */
const denyHalf = async (send: Send) => {
  const { items } = (await send()) as Answer;
  const shard = { type: 'unavailable_shards_exception', reason: 'primary shard is not active' };
  return {
    items: items.map((item, at) => (at % 2 ? item : { index: { status: 503, error: shard } })),
  };
};

test.each([
  ['one row with 429', [refuseLast(429)]],
  ['one row with 503', [refuseLast(503)]],
  ['a whole bulk', [refuseAll]],
  ['a bulk whose answer is lost', [loseAnswer]],
  ['a bulk that is lost', [loseBulk]],
  ['a bulk whose answer is lost, and then one row', [loseAnswer, refuseLast(429)]],
  ['rows that were written', [denyHalf]],
])(
  '%s: after a retry every row is counted once, and a double id is still rejected',
  async (_, faults) => {
    let bulks = 0;
    interceptBulks(sandbox.client, '"index"', async (send, body) => {
      const fault = faults[bulks];
      bulks += 1;
      return fault === undefined ? send() : fault(send, body);
    });
    const report = await sandbox.ingest(thingResource(rows));
    expect(bulks).toBe(faults.length + 1);
    expect(report.counts).toEqual({ rows: SOUND + 1, indexed: SOUND, rejected: 1 });
    expect(report.rejects).toEqual([SECOND_OF_ITS_ID]);
  },
);

test('a bulk that Elasticsearch repeats by itself, when a node goes away, makes no double ids', async () => {
  interceptBulks(sandbox.client, '"index"', async (send) => {
    await send();
    return send();
  });
  const report = await sandbox.ingest(thingResource(rows));
  expect(report.rejects).toEqual([SECOND_OF_ITS_ID]);
});

test('a bulk has no time limit of its own, and an abort ends it without a retry', async () => {
  const interruption = new AbortController();
  let bulkOptions: TransportRequestOptions | undefined;
  intercept(sandbox.client, (send, { path }, options) => {
    if (!path.endsWith('/_bulk')) return send();
    bulkOptions = options;
    return new Promise((_, reject) => {
      // The client reports an abort like a failed connection.
      options?.signal?.addEventListener('abort', () => {
        reject(new errors.ConnectionError('aborted'));
      });
      interruption.abort(new Error('enough'));
    });
  });
  const { signal } = interruption;
  await expect(sandbox.ingest(thingResource(rows), { signal })).rejects.toThrow(/^enough$/);
  expect(bulkOptions).toMatchObject({ maxRetries: 0 });
  // The client would abort the signal, which other bulks share.
  expect(bulkOptions).not.toHaveProperty('requestTimeout');
  expect(sandbox.notes.join()).not.toContain('Trying again');
});
