import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createSandbox } from '../../store/ingest/sandbox.js';
import { thingResource, things } from '../../store/ingest/sources.js';
import { inEachTest } from '../../support/each.js';

const sandbox = inEachTest(createSandbox);

const allowMaking = (pattern: string | null) =>
  sandbox.client.cluster.putSettings({ persistent: { 'action.auto_create_index': pattern } });

describe('an index that is deleted while it is written stays so, although the cluster creates indices', () => {
  beforeEach(() => allowMaking(`+${sandbox.indexPrefix}-*,-*`));
  afterEach(() => allowMaking(null));

  test('a new generation: one sentence, nothing goes live', async () => {
    const { index: first } = await sandbox.ingest(thingResource(() => things(3, 1)));
    async function* deleting() {
      const { leftovers } = await sandbox.generations('things');
      for (const index of leftovers) await sandbox.client.indices.delete({ index });
      yield* things(10, 2);
    }
    await expect(sandbox.ingest(thingResource(deleting))).rejects.toThrow(
      /^t\w+-things-g\w+ was deleted while it was loaded, by a person or another ingestion\.$/,
    );
    expect(await sandbox.generations('things')).toEqual({ live: first, leftovers: [] });
    expect(sandbox.notes.filter((note) => note.startsWith('could not'))).toEqual([]);
  });
});
