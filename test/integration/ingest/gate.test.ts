import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import type { Outcome } from '../../../ingest/load/outcome.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { interceptBulks } from './interceptBulks.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { citiesOf, originOf, type Thing, thingResource, things } from './sources.js';

/** Each test goes on with what the one before it left live. */
let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterEach(() => {
  sandbox.heal();
});
afterAll(() => sandbox.remove());

/** Some rows that are no documents, then sound ones. */
async function* faulty(rejects: number, sound: number): AsyncGenerator<Outcome<Thing>> {
  for (let line = 1; line <= rejects; line += 1) {
    yield { origin: originOf(line), reason: 'the value is missing' };
  }
  yield* things(sound, 2);
}

/** Runs an ingestion that must fail, and that must leave everything as it was. */
async function expectRefused(ingestion: () => Promise<unknown>, message: RegExp): Promise<void> {
  const before = { ...(await sandbox.generations('things')), indices: await sandbox.indices() };
  await expect(ingestion()).rejects.toThrow(message);
  expect({ ...(await sandbox.generations('things')), indices: await sandbox.indices() }).toEqual(
    before,
  );
}

const ingest = (rows: () => AsyncIterable<Outcome<Thing>>, allowShrink = false) =>
  sandbox.ingest(thingResource(rows), { allowShrink });

describe('at least 99.9 % of the rows must be in', () => {
  test('1 reject of 1,000 may be', async () => {
    await expect(ingest(() => faulty(1, 999))).resolves.toMatchObject({ rejected: 1 });
  });

  test('2 of 1,000 may not', async () => {
    await expectRefused(
      () => ingest(() => faulty(2, 998)),
      /only 998 of 1000 rows could be indexed.*--max-rejects.*things\.csv:1 \(id 1\): the value is missing/,
    );
  });

  test('no rows at all are none', async () => {
    await expectRefused(() => ingest(() => things(0, 2)), /- its sources have no rows\n/);
  });

  test('as many as may be may be refused, but for the last one', async () => {
    const lenient = { progress: silentProgress, maxRejects: 1, allowShrink: true };
    const ingestLeniently = (sound: number) =>
      ingestResource(
        sandbox,
        thingResource(() => faulty(3, sound)),
        lenient,
      );
    await expect(ingestLeniently(1)).resolves.toMatchObject({ indexed: 1, rejected: 3 });
    await expectRefused(
      () => ingestLeniently(0),
      /only 0 of 3 rows could be indexed, at least one is needed/,
    );
    const strict = { progress: silentProgress, maxRejects: 0 };
    await expectRefused(
      () =>
        ingestResource(
          sandbox,
          thingResource(() => faulty(1, 2_000)),
          strict,
        ),
      /only 2000 of 2001 rows could be indexed, 100 % are needed/,
    );
  });
});

describe('a generation that shrank', () => {
  beforeAll(() => ingest(() => things(100, 1)));

  test('to 90 % goes live', async () => {
    await expect(ingest(() => things(90, 2))).resolves.toMatchObject({ indexed: 90 });
  });

  test('below 90 % does not, unless it is allowed', async () => {
    await expectRefused(
      () => ingest(() => things(80, 2)),
      /it has 80 documents, the live one 90; if that is right, use --allow-shrink/,
    );
    await expect(ingest(() => things(80, 2), true)).resolves.toMatchObject({ indexed: 80 });
  });

  test('replaces a closed one only when that is allowed', async () => {
    const { live = '' } = await sandbox.generations('things');
    await sandbox.client.indices.close({ index: live });
    await expectRefused(
      () => ingest(() => things(100, 2)),
      /cannot be read to compare; to replace it, use --allow-shrink/,
    );
    await expect(ingest(() => things(100, 2), true)).resolves.toMatchObject({ indexed: 100 });
  });
});

test('a live one whose shards are missing cannot be compared with', async () => {
  const other = createSandbox();
  const ingestThere = (allowShrink = false) =>
    other.ingest(
      thingResource(() => things(2, 1)),
      { allowShrink },
    );
  const live = `${other.indexPrefix}-things-g20200101t000000000`;
  await other.client.indices.create({
    index: live,
    aliases: { [`${other.indexPrefix}-things`]: {} },
    settings: { 'index.routing.allocation.require._name': 'none', number_of_replicas: 0 },
    wait_for_active_shards: 0,
  });
  await expect(ingestThere()).rejects.toThrow(
    /cannot be read to compare; to replace it, use --allow-shrink/,
  );
  await expect(ingestThere(true)).resolves.toMatchObject({ indexed: 2 });
  await other.remove();
});

test('every document that was written is in the index', async () => {
  interceptBulks(sandbox.client, '"create"', async (send, body) => {
    const { items } = (await send(body.replace(/.+\n.+\n$/, ''))) as { items: unknown[] };
    return { items: [...items, { create: { status: 201 } }] };
  });
  await expectRefused(
    () => ingest(() => things(100, 2)),
    /-things-g\w+ holds 99 documents, though 100 were written .*run again/,
  );
});

test('rows that an answer says nothing of are sent again', async () => {
  let isFirst = true;
  interceptBulks(sandbox.client, '"create"', async (send) => {
    const answer = (await send()) as { items: unknown[] };
    if (!isFirst) return answer;
    isFirst = false;
    return { items: answer.items.slice(0, -10) };
  });
  await expect(ingest(() => things(100, 2))).resolves.toMatchObject({ indexed: 100, rejected: 0 });
  expect(isFirst).toBe(false);
});

test('what the resource itself demands', async () => {
  const gate = () => Promise.resolve(['one is missing', 'and another']);
  await expectRefused(
    () => sandbox.ingest(thingResource(() => things(100, 2), { gate })),
    /The new generation of things did not pass its gate:\n- one is missing\n- and another/,
  );
});

test('every primary city', async () => {
  const rows = Array.from({ length: 1_000 }, () => ({}));
  await sandbox.ingest(citiesOf(rows));
  const before = await sandbox.indices();
  // Elasticsearch refuses this population; one row of 1,001 would be few enough.
  const beyond = [...rows, { population: 3_000_000_000 }];
  await expect(sandbox.ingest(citiesOf(beyond))).rejects.toThrow(
    /0 cities are primary, 1 should be/,
  );
  expect(await sandbox.indices()).toEqual(before);
});

test('a source that breaks off', async () => {
  async function* broken(): AsyncGenerator<Outcome<Thing>> {
    yield* things(10, 2);
    throw new Error('the file ends in the middle of a row');
  }
  await expectRefused(() => ingest(broken), /the file ends in the middle of a row/);
});

test('an abort', async () => {
  const interruption = new AbortController();
  let isClosed = false;
  async function* endless(): AsyncGenerator<Outcome<Thing>> {
    try {
      for (let line = 1; ; line += 1) {
        if (line === 20_000) interruption.abort(new Error('enough'));
        await Promise.resolve();
        yield { origin: originOf(line), document: { id: String(line), value: 2 } };
      }
    } finally {
      isClosed = true;
    }
  }
  const { signal } = interruption;
  await expectRefused(() => sandbox.ingest(thingResource(endless), { signal }), /^enough$/);
  expect(isClosed).toBe(true);
});
