import { errors } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { interceptBulks } from '../../integration/ingest/interceptBulks.js';
import { createSandbox, type Sandbox } from '../../integration/ingest/sandbox.js';
import { originOf, thingResource, things } from '../../integration/ingest/sources.js';

const SOUND = 1_000;
const SECOND_OF_ITS_ID = {
  ...originOf(SOUND + 1),
  reason: 'another row has the same id',
  row: '{"id":"7","value":2}',
};

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

async function* rows() {
  yield* things(SOUND, 1);
  yield { origin: originOf(SOUND + 1), document: { id: '7', value: 2 } };
}

/** As Elasticsearch answers, for a row or for a whole bulk, that it has no room. */
const failure = (status: number) => ({
  status,
  error: { type: 'es_rejected_execution_exception' },
});

test.each([
  [429, 'there was no room'],
  [503, 'no shard took it'],
])('a row sent again (%d, %s) is no less a second one of its id', async (status) => {
  let bulks = 0;
  interceptBulks(sandbox.client, '"create"', async (send, body) => {
    bulks += 1;
    if (bulks > 1) return send();
    // All but the last row, which is two lines and an end of line.
    const { items } = (await send(body.replace(/.+\n.+\n$/, ''))) as { items: unknown[] };
    return { items: [...items, { create: failure(status) }] };
  });
  const report = await sandbox.ingest(thingResource(rows));
  expect(bulks).toBe(2);
  expect(report).toMatchObject({ rows: SOUND + 1, indexed: SOUND, rejected: 1 });
  expect(report.rejects).toEqual([SECOND_OF_ITS_ID]);
});

test('nor is one of a whole bulk that was sent again because nothing of it was taken', async () => {
  let bulks = 0;
  interceptBulks(sandbox.client, '"create"', (send) => {
    bulks += 1;
    if (bulks > 1) return send();
    throw new errors.ResponseError({
      statusCode: 429,
      body: failure(429),
      headers: {},
      warnings: null,
      meta: {} as never,
    });
  });
  const report = await sandbox.ingest(thingResource(rows));
  expect(bulks).toBe(2);
  expect(report.rejects).toEqual([SECOND_OF_ITS_ID]);
});

test('nor is one that there was no room for after an answer was lost', async () => {
  let bulks = 0;
  interceptBulks(sandbox.client, '"create"', async (send, body) => {
    bulks += 1;
    if (bulks > 2) return send();
    if (bulks === 1) {
      await send();
      throw new errors.ConnectionError('nobody knows');
    }
    const { items } = (await send(body.replace(/.+\n.+\n$/, ''))) as { items: unknown[] };
    return { items: [...items, { create: failure(429) }] };
  });
  const report = await sandbox.ingest(thingResource(rows));
  expect(bulks).toBe(3);
  expect(report).toMatchObject({ rows: SOUND + 1, indexed: SOUND });
  expect(report.rejects).toEqual([SECOND_OF_ITS_ID]);
});

test.each([
  ['whose answer was lost', true],
  ['that was lost itself', false],
])('nor is one of a bulk %s', async (_, isDone) => {
  let bulks = 0;
  interceptBulks(sandbox.client, '"create"', async (send) => {
    bulks += 1;
    if (bulks > 1) return send();
    if (isDone) await send();
    throw new errors.ConnectionError('nobody knows');
  });
  const report = await sandbox.ingest(thingResource(rows));
  expect(bulks).toBe(2);
  expect(report).toMatchObject({ rows: SOUND + 1, indexed: SOUND });
  expect(report.rejects).toEqual([SECOND_OF_ITS_ID]);
});

test('a row that was written although no shard was there to say so is written', async () => {
  let bulks = 0;
  interceptBulks(sandbox.client, '"create"', async (send) => {
    bulks += 1;
    if (bulks > 1) return send();
    const { items } = (await send()) as { items: unknown[] };
    const shard = { type: 'unavailable_shards_exception', reason: 'primary shard is not active' };
    return {
      items: items.map((item, at) => (at % 2 ? item : { create: { status: 503, error: shard } })),
    };
  });
  const report = await sandbox.ingest(thingResource(() => things(SOUND, 1)));
  expect(bulks).toBe(2);
  expect(report).toMatchObject({ rows: SOUND, indexed: SOUND, rejected: 0 });
});
