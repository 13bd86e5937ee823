import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { setTimeout as sleep } from 'node:timers/promises';
import { omit } from 'es-toolkit/object';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { createTestClient } from '../../support/api.js';
import { areAnswered, areFewLate, type FaultOutcome } from './report.js';
import { patienceMs } from '../../support/patience.js';
import type { Answering } from '../../support/answering.js';
import { type Passed, startProxy } from '../ingest/proxy.js';
import { ingestAndorra } from '../outages/andorra.js';
import { type ApiProcess, startApiProcess } from '../outages/api.js';
import { Callers, WRITTEN_MARKERS } from './callers.js';

// Callers of two processes of the API, who never stop, meet one fault after the other.

const INDEX_PREFIX = `callers-${randomBytes(4).toString('hex')}`;
const FAULT_MS = 3_000;
const RIGHT_WITHIN_S = 5;

/** What the proxy before Elasticsearch does with a request. */
let hold: () => Promise<number | undefined> = () => Promise.resolve(undefined);
/** Changes an answer as the proxy does. */
let change: (passed: Passed) => Passed = (passed) => passed;
let client: Client;
let proxy: Answering;
let processes: ApiProcess[];
let callers: Callers;

beforeAll(async () => {
  client = createTestClient();
  await ingestAndorra(client, INDEX_PREFIX, WRITTEN_MARKERS);
  proxy = await startProxy(
    process.env.ELASTICSEARCH_URL ?? '',
    () => hold(),
    (passed) => change(passed),
  );
  const environment = {
    ELASTICSEARCH_URL: proxy.url,
    INDEX_PREFIX,
    CACHE_MEGABYTES: '0',
  };
  const starts = [startApiProcess(environment), startApiProcess(environment)];
  processes = await Promise.all(starts);
  callers = new Callers(processes.map(({ address }) => address));
  callers.begin();
}, patienceMs);

afterAll(async () => {
  await callers.stop();
  await Promise.all(processes.map((one) => one.stop()));
  proxy.close();
  const index = Object.keys(await client.indices.get({ index: `${INDEX_PREFIX}-*` }));
  await client.indices.delete({ index });
  await client.close();
}, patienceMs);

/** The proxy does this for a while. */
async function holding(work: typeof hold): Promise<void> {
  hold = work;
  await sleep(FAULT_MS);
  hold = () => Promise.resolve(undefined);
}

test(
  'Elasticsearch is slow: everybody waits a little longer',
  async () => {
    const outcome = await callers.during('Elasticsearch 0.3 s slower, by a proxy', () =>
      holding(async () => {
        await sleep(300);
        return undefined;
      }),
    );
    expect(outcome).toMatchObject({ wrong: 0, lost: 0 });
    // Writers are told of a write that takes 2 s, as some do on a busy machine.
    expect({ outcome, written: areFewLate(outcome.writes) }).toEqual({ outcome, written: true });
    expect({ outcome, answered: areAnswered(outcome) }).toEqual({ outcome, answered: true });
  },
  patienceMs,
);

test(
  'Elasticsearch hangs: callers are told so',
  async () => {
    const outcome = await callers.during('Elasticsearch hangs for 3 s', async (over) => {
      let goOn: (() => void) | undefined;
      const hanging = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await holding(async () => {
        await hanging;
        return undefined;
      });
      goOn?.();
      over();
    });
    expectBorne(outcome, ['200', '503']);
  },
  patienceMs,
);

test(
  'Elasticsearch takes no more: callers are told so',
  async () => {
    const outcome = await callers.during('Elasticsearch answers 429 for 3 s', async (over) => {
      await holding(() => Promise.resolve(429));
      over();
    });
    expectBorne(outcome, ['200', '503']);
  },
  patienceMs,
);

test(
  'a proxy answers with former answers, without X-Opaque-Id: none is believed',
  async () => {
    const outcome = await callers.during('every fifth answer is a former one', async (over) => {
      let former: Passed | undefined;
      let passed = 0;
      change = (right) => {
        const sent = passed % 5 === 4 && former !== undefined ? former : right;
        former = { ...right, headers: omit(right.headers, ['x-opaque-id']) };
        passed += 1;
        return sent;
      };
      await sleep(FAULT_MS);
      change = (right) => right;
      over();
    });
    expectBorne(outcome, ['200', '503']);
  },
  patienceMs,
);

test(
  'the disk of Elasticsearch is flooded: writers are told so, readers see nothing of it',
  async () => {
    const index = liveAlias(INDEX_PREFIX, 'builds');
    // As Elasticsearch does it itself at the last watermark.
    const block = (isBlocked: true | null) =>
      client.indices.putSettings({
        index,
        settings: { 'index.blocks.read_only_allow_delete': isBlocked },
      });
    const fault = 'the disk of Elasticsearch flooded for 3 s';
    const outcome = await callers.during(fault, async (over) => {
      await block(true);
      await sleep(FAULT_MS);
      await block(null);
      over();
    });
    expectBorne(outcome, ['200', '503']);
    expect({ outcome, answered: areAnswered(outcome) }).toEqual({ outcome, answered: true });
    expect(Object.keys(outcome.writes).sort()).toEqual(['200', '503']);
  },
  patienceMs,
);

test(
  'one of two processes of the API is killed: its callers turn to the other one',
  async () => {
    const outcome = await callers.during('one of two processes of the API killed', async () => {
      await processes[0]?.stop();
    });
    expectBorne(outcome, ['200', 'no answer']);
  },
  patienceMs,
);

/** Nothing wrong, nothing lost, soon over; and callers saw these answers. */
function expectBorne(outcome: FaultOutcome, statuses: string[]): void {
  expect(outcome).toMatchObject({ wrong: 0, lost: 0 });
  expect(statusesOf(outcome)).toEqual(statuses);
  expect(outcome.seconds).toBeLessThan(RIGHT_WITHIN_S);
}

function statusesOf(outcome: { reads: object; writes: object }): string[] {
  return [...new Set([...Object.keys(outcome.reads), ...Object.keys(outcome.writes)])].sort();
}
