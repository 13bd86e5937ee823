import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { liveAlias } from '../../../elasticsearch/names.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { type Thing, thingResource, things } from './sources.js';

const COUNT = 50;
const GENERATIONS = 8;

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

test('who reads meanwhile sees one whole generation, always', async () => {
  const ingest = (value: number) => sandbox.ingest(thingResource(() => things(COUNT, value)));
  await ingest(0);
  let done = false;
  const seen = new Set<number>();
  async function readOn(): Promise<void> {
    while (!done) {
      const { hits, _shards: shards } = await sandbox.client.search<Thing>({
        index: liveAlias(sandbox.indexPrefix, 'things'),
        size: 2 * COUNT,
      });
      const values = new Set(hits.hits.map((hit) => hit._source?.value));
      expect({ shards: shards.failed, hits: hits.hits.length, values: values.size }).toEqual({
        shards: 0,
        hits: COUNT,
        values: 1,
      });
      for (const value of values) seen.add(value ?? NaN);
    }
  }
  const readers = Promise.all([readOn(), readOn(), readOn()]);
  try {
    for (let value = 1; value <= GENERATIONS; value += 1) await ingest(value);
  } finally {
    done = true;
  }
  await readers;
  expect(seen.size).toBeGreaterThan(GENERATIONS / 2);
});
