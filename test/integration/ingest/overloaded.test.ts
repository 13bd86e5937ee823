import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { interceptBulks } from './interceptBulks.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { originOf, thingResource, things } from './sources.js';

const SOUND = 1_000;
const BUSY = { create: { status: 429, error: { type: 'es_rejected_execution_exception' } } };

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

async function* rows() {
  yield* things(SOUND, 1);
  yield { origin: originOf(SOUND + 1), document: { id: '7', value: 2 } };
}

test('a row that was sent again because there was no room is no less a second one of its id', async () => {
  let bulks = 0;
  interceptBulks(sandbox.client, '"create"', async (send, body) => {
    bulks += 1;
    if (bulks > 1) return send();
    // All but the last row, which is two lines and an end of line.
    const { items } = (await send(body.replace(/.+\n.+\n$/, ''))) as { items: unknown[] };
    return { items: [...items, BUSY] };
  });
  const report = await sandbox.ingest(thingResource(rows));
  expect(bulks).toBe(2);
  expect(report).toMatchObject({ rows: SOUND + 1, indexed: SOUND, rejected: 1 });
  expect(report.rejects).toEqual([
    { ...originOf(SOUND + 1), reason: 'another row has the same id' },
  ]);
});
