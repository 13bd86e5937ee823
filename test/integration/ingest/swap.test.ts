import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import type { Ending } from '../../../ingest/generations/ingestResource.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { rollback } from '../../../ingest/generations/promotion.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { type Thing, thingResource, things } from './sources.js';

const COUNT = 50;
const GENERATIONS = 8;

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

test('who reads meanwhile sees one whole generation, always, and after a switch the new one', async () => {
  const ingest = (value: number, ending: Ending = 'live') =>
    sandbox.ingest(
      thingResource(() => things(COUNT, value)),
      { ending },
    );
  const options = { progress: silentProgress };
  await ingest(0);
  const liveValue = async (): Promise<number | undefined> =>
    [...(await sandbox.live<Thing>('things')).values()][0]?.value;
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
    for (let value = 1; value <= GENERATIONS; value += 1) {
      await ingest(value, value % 2 === 0 ? 'held' : 'live');
      if (value % 2 !== 0) continue;
      // Beside what is live it is not seen.
      expect(await liveValue()).toBe(value - 1);
      await promoteHeld(sandbox, 'things' as ResourceName, options);
      expect(await liveValue()).toBe(value);
      if (value % 4 !== 0) continue;
      await ingest(GENERATIONS + value, 'dry');
      await rollback(sandbox, 'things');
      expect(await liveValue()).toBe(value - 1);
    }
  } finally {
    done = true;
  }
  await readers;
  expect(seen.size).toBeGreaterThan(GENERATIONS / 2);
  for (const value of seen) expect(value).toBeLessThanOrEqual(GENERATIONS);
});
