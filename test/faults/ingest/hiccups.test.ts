import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { createClient } from '../../../core/elasticsearch/client.js';
import {
  BusyError,
  retryingClient,
  RETRY_DELAYS_MS,
  retrying,
} from '../../../core/elasticsearch/retry.js';
import { interceptOnce } from '../../support/interceptOnce.js';
import { createSandbox } from '../../store/ingest/sandbox.js';
import { citiesOf, thingResource, things } from '../../store/ingest/sources.js';
import { duringEach, loseAnswer, refusal } from './duringEach.js';
import { inEachTest } from '../../support/each.js';

const MINUTE_MS = 60_000;

const sandbox = inEachTest(createSandbox);

const ingest = () => {
  const resource = thingResource(() => things(10, 1));
  return sandbox.ingest({ ...resource, definition: { ...resource.definition, merge: true } });
};

/** What a run of things asks, and of a merge. */
const KINDS_OF_THINGS = ['GET /ingestions/_doc/things', 'PUT /ingestions/_doc/things', 'GET /things*/_alias', 'DELETE /things', 'PUT /things', 'PUT /things/_settings', 'GET /things/_flush', 'POST /things/_forcemerge', 'GET /things/_refresh', 'GET /things/_count', 'POST /_aliases']; // prettier-ignore

async function leaveRemains(): Promise<void> {
  const index = `${sandbox.indexPrefix}-things-g20200101t000000000`;
  await sandbox.client.indices.create({ index });
}

test('a run waits for more than five minutes, but not much longer, however long an attempt takes', async () => {
  expect(RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs)).toBeGreaterThan(5 * MINUTE_MS);
  let attempts = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => attempts * 6 * MINUTE_MS);
  const attempt = () => {
    attempts += 1;
    return Promise.reject(new BusyError('too much'));
  };
  const waiting = retrying({ progress: silentProgress }, attempt);
  await expect(waiting)
    .rejects.toThrow('too much')
    .finally(() => {
      clock.mockRestore();
    });
  expect(attempts).toBe(3);
});

describe('a client that is patient', () => {
  const ELASTICSEARCH = { 'x-elastic-product': 'Elasticsearch' };
  let interruption: AbortController;
  let waits: number;
  const patient = () =>
    retryingClient(sandbox.client, {
      signal: interruption.signal,
      progress: {
        note: () => {
          waits += 1;
        },
      },
    });
  const fail = (error: Error): void => {
    interceptOnce(
      sandbox.client,
      () => true,
      () => Promise.reject(error),
    );
  };
  beforeEach(() => {
    interruption = new AbortController();
    waits = 0;
  });

  test('waits for an Elasticsearch whose first answer is that it is too busy', async () => {
    fail(refusal(503, ELASTICSEARCH));
    await patient().cluster.health();
    expect(waits).toBe(1);
  });

  test('does not wait where no Elasticsearch answers', async () => {
    fail(refusal(503));
    await expect(patient().cluster.health()).rejects.toThrow('circuit_breaking');
  });

  test('waits for a login that was right, and for no other', async () => {
    fail(refusal(401, ELASTICSEARCH));
    const client = patient();
    await expect(client.cluster.health()).rejects.toThrow('circuit_breaking');
    await client.cluster.health();
    fail(refusal(401, ELASTICSEARCH));
    await client.cluster.health();
    expect(waits).toBe(1);
  });

  test('does not wait once it was closed', async () => {
    const client = createClient({ urls: ['http://127.0.0.1:9'], timeoutMs: 1_000 });
    const note = jest.fn();
    const closed = retryingClient(client, { signal: interruption.signal, progress: { note } });
    await client.close();
    await expect(closed.count()).rejects.toThrow('The client of Elasticsearch is closed.');
    expect(note).not.toHaveBeenCalled();
  });

  test('lets go of a request when it is aborted, but not of one that is made once', async () => {
    const client = patient();
    await client.cluster.health();
    const slow = { wait_for_nodes: '>99', timeout: '20s' };
    setTimeout(() => {
      interruption.abort(new Error('enough'));
    }, 50);
    await expect(client.cluster.health(slow)).rejects.toThrow(/^enough$/);
    await expect(client.cluster.health({}, { maxRetries: 0 })).resolves.toHaveProperty('status');
  });
});

describe('a complete load is not thrown away', () => {
  test.each([429, 503])('when each request is once refused with %d', async (status) => {
    const { index: first } = await ingest();
    await leaveRemains();
    const kinds = await duringEach(sandbox.client, () => Promise.reject(refusal(status)), ingest);
    expect(kinds).toEqual(expect.arrayContaining(KINDS_OF_THINGS));
    const { live, ...others } = await sandbox.generations('things');
    expect(live).not.toBe(first);
    expect(others).toEqual({ previous: first, leftovers: [] });
    expect(sandbox.notes).toContainEqual(
      expect.stringMatching(/^Elasticsearch: .*circuit_breaking.* Trying again for 10 min\.$/),
    );
  });

  test('when a snapshot is being taken of what it deletes', async () => {
    await ingest();
    interceptOnce(
      sandbox.client,
      ({ path }) => path === '/_aliases',
      () => Promise.reject(refusal(400, {}, 'snapshot_in_progress_exception')),
    );
    await expect(ingest()).resolves.toMatchObject({ counts: { indexed: 10 } });
  });

  test('when one shard fails', async () => {
    const failed = { shard: 0, status: 429, reason: { type: 'rejected', reason: 'no room' } };
    const steps = ['_count', '_flush', '_refresh', '_forcemerge'];
    for (const step of steps) {
      interceptOnce(
        sandbox.client,
        ({ path }) => path.endsWith(`/${step}`),
        () => Promise.resolve({ count: 3, _shards: { total: 1, failed: 1, failures: [failed] } }),
      );
    }
    await expect(ingest()).resolves.toMatchObject({ counts: { indexed: 10 } });
    for (const step of steps) {
      expect(sandbox.notes).toContainEqual(
        expect.stringMatching(
          `^Elasticsearch: 1 shards failed at \\S+/${step} \\(rejected: no room\\)\\.`,
        ),
      );
    }
  });

  test('when the only shard just starts, so that it is not merged', async () => {
    interceptOnce(
      sandbox.client,
      ({ path }) => path.endsWith('/_forcemerge'),
      () => Promise.resolve({ _shards: { total: 1, successful: 0, failed: 0 } }),
    );
    await expect(ingest()).resolves.toMatchObject({ counts: { indexed: 10 } });
    expect(sandbox.notes.join()).toContain('1 shards failed');
  });
});

describe('what was done, although the answer was lost, is not an error', () => {
  test('of any request', async () => {
    const { index: first } = await ingest();
    await leaveRemains();
    const kinds = await duringEach(sandbox.client, loseAnswer, ingest);
    expect(kinds).toEqual(expect.arrayContaining(KINDS_OF_THINGS));
    const { live, ...others } = await sandbox.generations('things');
    expect(live).not.toBe(first);
    expect(others).toEqual({ previous: first, leftovers: [] });
    const lock = { index: `${sandbox.indexPrefix}-ingestions`, id: 'things' };
    expect(await sandbox.client.exists(lock)).toBe(false);
  });

  test('of the registry of city ids', async () => {
    const kinds = await duringEach(sandbox.client, loseAnswer, () =>
      sandbox.ingest(citiesOf([{}])),
    );
    expect(kinds).toEqual(
      expect.arrayContaining(['PUT /city-ids', 'GET /city-ids/_doc/0', 'PUT /city-ids/_create/0']),
    );
  });
});
