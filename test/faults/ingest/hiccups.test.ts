import {
  type Client,
  errors,
  type TransportRequestOptions,
  type TransportRequestParams,
} from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { createClient } from '../../../core/elasticsearch/client.js';
import {
  BusyError,
  patienceOf,
  patientClient,
  RETRY_DELAYS_MS,
  retrying,
} from '../../../core/elasticsearch/retry.js';
import { compareGenerations } from '../../../ingest/generations/diff.js';
import { discardHeld } from '../../../ingest/generations/promotion.js';
import type { Context } from '../../../ingest/generations/resource.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import {
  createWorld,
  numbered,
  placesAt,
  type World,
} from '../../integration/ingest/markers/world.js';
import { MORE, run } from '../../integration/ingest/small.js';
import { citiesOf, originOf, thingResource, things } from '../../integration/ingest/sources.js';
import {
  beforeRequest,
  intercept,
  interceptBulks,
  interceptOnce,
} from '../../support/interceptOnce.js';

const MINUTE_MS = 60_000;
const progress = silentProgress;

let sandbox: World;
beforeEach(() => {
  sandbox = createWorld();
});
afterEach(() => sandbox.remove());

/**
 * Comes between a run and Elasticsearch at the first request of every kind, but at the very first
 * one, which tells a run that Elasticsearch is there.
 * @returns the kinds of requests it came between
 */
async function duringEach(
  client: Client,
  pass: (send: () => Promise<unknown>) => Promise<unknown>,
  run: () => Promise<unknown>,
): Promise<string[]> {
  const { transport } = client;
  const direct = transport.request.bind(transport);
  const kinds: string[] = [];
  let isReached = false;
  intercept(client, async (send, request) => {
    const kind = kindOf(request);
    if (kinds.includes(kind)) return send();
    if (isReached) {
      kinds.push(kind);
      return pass(send);
    }
    const answer = await send();
    isReached = true;
    return answer;
  });
  try {
    await run();
  } finally {
    transport.request = direct;
  }
  return kinds;
}

const kindOf = ({ method, path }: TransportRequestParams): string =>
  `${method} ${path.replace(/t[0-9a-f]{10}-/, '').replace(/-g\w+/, '')}`;

/** Returns Elasticsearch's answer that it cannot do this now. */
const refusal = (
  statusCode: number,
  headers = {},
  type = 'circuit_breaking_exception',
): errors.ResponseError =>
  new errors.ResponseError({
    ...{ statusCode, headers, warnings: null, meta: {} as never },
    body: { error: { type, reason: 'too much' } },
  });

/** Lets a request be done, but its answer not arrive. */
async function loseAnswer(send: () => Promise<unknown>): Promise<never> {
  await send();
  throw new errors.ConnectionError('the answer was lost');
}

const ingest = () => {
  const resource = thingResource(() => things(10, 1));
  return sandbox.ingest({ ...resource, definition: { ...resource.definition, merge: true } });
};

/** What a run of things asks, and of a merge. */
const KINDS_OF_THINGS = ['GET /ingestions/_doc/things', 'PUT /ingestions/_doc/things', 'GET /things*/_alias', 'DELETE /things', 'PUT /things', 'PUT /things/_settings', 'GET /things/_flush', 'POST /things/_forcemerge', 'GET /things/_refresh', 'GET /things/_count', 'POST /_aliases']; // prettier-ignore

test('a run waits for more than five minutes, but not much longer, however long an attempt takes', async () => {
  expect(RETRY_DELAYS_MS.reduce((sum, delayMs) => sum + delayMs)).toBeGreaterThan(5 * MINUTE_MS);
  let attempts = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => attempts * 6 * MINUTE_MS);
  const signal = new AbortController().signal;
  const attempt = () => {
    attempts += 1;
    return Promise.reject(new BusyError('too much'));
  };
  const waiting = retrying({ signal, onRetry: () => undefined }, attempt);
  await expect(waiting).rejects.toThrow('too much');
  clock.mockRestore();
  expect(attempts).toBe(3);
});

describe('a client that is patient', () => {
  const ELASTICSEARCH = { 'x-elastic-product': 'Elasticsearch' };
  const onRetry = jest.fn();
  let interruption: AbortController;
  const patient = () => patientClient(sandbox.client, { signal: interruption.signal, onRetry });
  const fail = (status: number, headers = {}): void => {
    beforeRequest(sandbox.client, '/_cluster/health', () =>
      Promise.reject(refusal(status, headers)),
    );
  };
  beforeEach(() => {
    interruption = new AbortController();
    onRetry.mockClear();
  });

  test('waits if the first answer is that Elasticsearch is too busy, but not for anything else', async () => {
    fail(503, ELASTICSEARCH);
    await patient().cluster.health();
    expect(onRetry).toHaveBeenCalledTimes(1);
    fail(503);
    await expect(patient().cluster.health()).rejects.toThrow('circuit_breaking');
  });

  test('waits for a login that was right, and for no other', async () => {
    fail(401, ELASTICSEARCH);
    const client = patient();
    await expect(client.cluster.health()).rejects.toThrow('circuit_breaking');
    await client.cluster.health();
    fail(401, ELASTICSEARCH);
    await client.cluster.health();
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  test('does not wait once it was closed', async () => {
    const client = createClient({ urls: ['http://127.0.0.1:9'], timeoutMs: 1_000 });
    const closed = patientClient(client, { signal: interruption.signal, onRetry });
    await client.close();
    await expect(closed.count()).rejects.toThrow('The client of Elasticsearch is closed.');
    expect(onRetry).not.toHaveBeenCalled();
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
  test.each([
    ['refused', () => Promise.reject(refusal(429))],
    ['done, but its answer lost', loseAnswer],
  ])('when each request is once %s', async (_, pass) => {
    const { index: first } = await ingest();
    await sandbox.client.indices.create({
      index: `${sandbox.indexPrefix}-things-g20200101t000000000`,
    });
    const kinds = await duringEach(sandbox.client, pass, ingest);
    expect(kinds).toEqual(expect.arrayContaining(KINDS_OF_THINGS));
    const { live, ...others } = await sandbox.generations('things');
    expect(live).not.toBe(first);
    expect(others).toEqual({ previous: first, leftovers: [] });
    expect(sandbox.notes).toContainEqual(
      expect.stringMatching(/^Elasticsearch: .* Trying again in 0\.2 s\.$/),
    );
  });

  test('when a snapshot is being taken of what it deletes', async () => {
    await ingest();
    interceptOnce(
      sandbox.client,
      ({ path }) => path === '/_aliases',
      () => Promise.reject(refusal(400, {}, 'snapshot_in_progress_exception')),
    );
    await expect(ingest()).resolves.toMatchObject({ indexed: 10 });
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
    await expect(ingest()).resolves.toMatchObject({ indexed: 10 });
    for (const step of steps) {
      expect(sandbox.notes).toContainEqual(
        expect.stringMatching(
          `^Elasticsearch: 1 shards failed at \\S+/${step} \\(rejected: no room\\)\\.`,
        ),
      );
    }
  });
});

describe('what was done is no error, although the answer to each request was lost', () => {
  const during = (work: () => Promise<unknown>) => duringEach(sandbox.client, loseAnswer, work);

  test('the registry of city ids', async () => {
    const kinds = await during(() => sandbox.ingest(citiesOf([{}])));
    const expected = ['PUT /city-ids', 'GET /city-ids/_doc/0', 'PUT /city-ids/_create/0'];
    expect(kinds).toEqual(expect.arrayContaining(expected));
  });

  describe('a held generation', () => {
    let context: Context;
    beforeEach(async () => {
      const { client, indexPrefix } = sandbox;
      context = { client: patientClient(client, patienceOf({ progress })), indexPrefix };
      await run(context, ['cities']);
      await run(context, ['cities'], { hold: true }, MORE);
    });

    test('is promoted, and nothing else is changed', async () => {
      const { live: previous, held: live } = await sandbox.generations('cities');
      const kinds = await during(() => promoteHeld(context, 'cities', { progress }));
      expect(kinds).toEqual(expect.arrayContaining(['POST /_aliases', 'PUT /cities/_mapping']));
      expect(await sandbox.generations('cities')).toEqual({ live, previous, leftovers: [] });
    });

    test('is compared, replaced by another one, and deleted; a dry run leaves nothing', async () => {
      const { live, held: before = '' } = await sandbox.generations('cities');
      await during(async () => {
        const { counts } = await compareGenerations(context.client, live, before);
        expect(counts).toEqual({ new: 1, changed: 0, unchanged: 2, gone: 0 });
      });
      await during(() => run(context, ['cities'], { hold: true }, MORE));
      const { held, ...others } = await sandbox.generations('cities');
      expect(others).toEqual({ live, leftovers: [] });
      expect(held).not.toBe(before);
      const indices = await sandbox.indices();
      await during(() => run(context, ['cities', 'lands'], { dryRun: true }, MORE));
      expect(await sandbox.indices()).toEqual(indices);
      const kinds = await during(() => discardHeld(context, 'cities', { progress }));
      expect(kinds).toContain('DELETE /cities');
      expect(await sandbox.generations('cities')).toEqual({ live, leftovers: [] });
    });

    test('is promoted or discarded if both are tried at once', async () => {
      const before = await sandbox.generations('cities');
      const outcomes = await Promise.allSettled([
        promoteHeld(context, 'cities', { progress }),
        discardHeld(context, 'cities', { progress }),
      ] as const);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { live } = await sandbox.generations('cities');
      expect(live).toBe(outcomes[0].status === 'fulfilled' ? before.held : before.live);
      expect((await sandbox.live('cities')).size).toBe(live === before.held ? 3 : 2);
    });
  });
});

describe('bulks', () => {
  const SOUND = 1_000;
  async function* rows() {
    yield* things(SOUND, 1);
    yield { origin: originOf(SOUND + 1), document: { id: '7', value: 2 } };
  }

  type Send = (other?: string) => Promise<unknown>;
  const itemsOf = async (answer: Promise<unknown>) =>
    ((await answer) as { items: unknown[] }).items;
  /** The last row is not written, because there is no room for it. */
  const refuseLast = async (send: Send, body: string) => {
    const error = { type: 'es_rejected_execution_exception' };
    const items = await itemsOf(send(body.replace(/.+\n.+\n$/, '')));
    return { items: [...items, { create: { status: 429, error } }] };
  };
  /** Every second row was written, though no shard was there to say so. */
  const denyHalf = async (send: Send) => {
    const error = { type: 'unavailable_shards_exception', reason: 'primary shard is not active' };
    const items = await itemsOf(send());
    return { items: items.map((item, at) => (at % 2 ? item : { create: { status: 503, error } })) };
  };

  test.each([
    ['a whole bulk is refused', [() => Promise.reject(refusal(429))]],
    ['an answer is lost, and then one row is refused', [loseAnswer, refuseLast]],
    ['rows that were written are denied', [denyHalf]],
  ])('%s: every row is counted once, and a double id is still rejected', async (_, faults) => {
    let bulks = 0;
    interceptBulks(sandbox.client, '"create"', async (send, body) => {
      const fault = faults[bulks];
      bulks += 1;
      return fault === undefined ? send() : fault(send, body);
    });
    const report = await sandbox.ingest(thingResource(rows));
    expect(bulks).toBe(faults.length + 1);
    expect(report).toMatchObject({ rows: SOUND + 1, indexed: SOUND, rejected: 1 });
    const reason = 'another row has the same id';
    const row = '{"id":"7","value":2}';
    expect(report.rejects).toEqual([{ ...originOf(SOUND + 1), reason, row }]);
  });

  test('have no time limit of their own, and end at an abort without a retry', async () => {
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

  test('do not create an index that was deleted, although the cluster creates indices', async () => {
    const allowMaking = (pattern: string | null) =>
      sandbox.client.cluster.putSettings({ persistent: { 'action.auto_create_index': pattern } });
    await allowMaking(`+${sandbox.indexPrefix}-*,-*`);
    try {
      async function* deleting() {
        const { leftovers } = await sandbox.generations('things');
        for (const each of leftovers) await sandbox.client.indices.delete({ index: each });
        yield* things(10, 2);
      }
      await expect(sandbox.ingest(thingResource(deleting))).rejects.toThrow(
        /^t\w+-things-g\w+ was deleted while it was loaded, by a person or another ingestion\.$/,
      );
      expect(await sandbox.generations('things')).toEqual({ leftovers: [] });
      expect(sandbox.notes.filter((note) => note.startsWith('could not'))).toEqual([]);

      await sandbox.ingestPlaces(placesAt(48, numbered(1, 20)));
      const { index } = await sandbox.ingestMarkers();
      await sandbox.ingestPlaces(placesAt(48, numbered(1, 21)));
      sandbox.beforeBulk('"create"', () =>
        sandbox.client.indices.delete({ index }).then(() => undefined),
      );
      await expect(sandbox.ingestMarkers()).rejects.toThrow(
        `${index} was deleted while it was loaded`,
      );
      expect(await sandbox.generations('markers')).toEqual({ leftovers: [] });
    } finally {
      await allowMaking(null);
    }
  });
});
