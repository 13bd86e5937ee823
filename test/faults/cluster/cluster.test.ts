import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createClient } from '../../../core/elasticsearch/client.js';
import { type LocalCluster, startCluster } from '../../../tools/engine/cluster.js';
import { areAnswered, type FaultOutcome } from '../callers/report.js';
import { patienceMs } from '../../support/patience.js';
import { Callers, WRITTEN_MARKERS } from '../callers/callers.js';
import { ingestAndorra } from '../outages/andorra.js';
import { type ApiProcess, startApiProcess } from '../outages/api.js';
import { INGESTED_PREFIX, Ingestions } from './ingestions.js';

// One story, told in its order: to start three nodes costs more than all else.

const INDEX_PREFIX = 'cluster';
const HEAP_MEGABYTES = 384;
/** By itself, also on a machine with other things to do: the report tells how soon it was. */
const RECOVERED_WITHIN_S = 60;
/** Longer than the others take to go on without a node that hangs. */
const PAUSED_MS = 9_000;
const PATIENCE_MS = 2 * patienceMs;

const dataFolder = mkdtempSync(join(tmpdir(), 'geographic-cluster-'));
const options = {
  nodes: 3,
  dataFolder,
  heapMegabytes: HEAP_MEGABYTES,
};
let cluster: LocalCluster;
let client: Client;
let api: ApiProcess;
let callers: Callers;
let ingestions: Ingestions;
/** Characters that the API had logged before the fault. */
let loggedBefore = 0;

beforeAll(async () => {
  // The server may be another account.
  chmodSync(dataFolder, 0o755);
  cluster = await startCluster(options);
  client = createClient({ urls: cluster.urls, timeoutMs: 60_000 });
  await ingestAndorra(client, INDEX_PREFIX, WRITTEN_MARKERS);
  await untilGreen();
  api = await startApiProcess({
    ELASTICSEARCH_URL: cluster.urls.join(','),
    INDEX_PREFIX,
    CACHE_MEGABYTES: '0',
  });
  callers = new Callers([api.address]);
  callers.begin();
  ingestions = new Ingestions(client);
  ingestions.begin();
}, PATIENCE_MS);

afterAll(async () => {
  await callers.stop();
  await ingestions.stop();
  await api.stop();
  await client.close();
  await cluster.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}, PATIENCE_MS);

/** Every index has its replica, and every node is there. */
async function untilGreen(): Promise<void> {
  const wanted = { wait_for_status: 'green', wait_for_nodes: '3', timeout: '90s' } as const;
  const index = [INDEX_PREFIX, INGESTED_PREFIX].map((prefix) => `${prefix}-*`);
  await client.cluster.health({ index, ...wanted });
}

/** Whatever became of the fault before. */
beforeEach(async () => {
  for (const { name, engine } of cluster.nodes()) {
    try {
      process.kill(engine.pid, 'SIGCONT');
    } catch {
      await cluster.startNode(name);
    }
  }
  await untilGreen();
  loggedBefore = api.log().length;
}, PATIENCE_MS);

async function nodeThat(isMaster: boolean) {
  const [{ node: master = '' } = {}] = await client.cat.master({ format: 'json' });
  const found = cluster.nodes().find(({ name }) => (name === master) === isMaster);
  if (found === undefined) throw new Error(`There is no such node beside ${master}.`);
  return found;
}

/** Once all is well again, for the next fault begins with that. */
function expectBorne(...outcomes: FaultOutcome[]): void {
  for (const outcome of outcomes) {
    const { writes, wrong, lost, seconds } = outcome;
    const isFailure = (line: string) =>
      /"status":500|"method":"GET","path":"\/(?!health).*"status":503/.test(line) &&
      !/"reason":"(?:late|elasticsearch_timeout)"/.test(line);
    const failures = api.log().slice(loggedBefore).split('\n').filter(isFailure);
    expect({ outcome, answered: areAnswered(outcome), failures }).toEqual({
      outcome,
      answered: true,
      failures: [],
    });
    expect(Object.keys(writes).filter((status) => !['200', '503'].includes(status))).toEqual([]);
    expect({ wrong, lost }).toEqual({ wrong: 0, lost: 0 });
    expect(seconds).toBeLessThan(RECOVERED_WITHIN_S);
  }
}

test.each([
  ['a node', false],
  ['the elected master', true],
])(
  'three nodes, %s killed and started again',
  async (who, isMaster) => {
    const { name, engine } = await nodeThat(isMaster);
    const killed = await callers.during(`three nodes: ${who} killed`, async () => {
      process.kill(engine.pid, 'SIGKILL');
      await engine.exited;
    });
    const started = await callers.during(
      `three nodes: ${who} started again`,
      async () => {
        await cluster.startNode(name);
      },
      untilGreen,
    );
    expectBorne(killed, started);
  },
  PATIENCE_MS,
);

test.each([
  ['a node', false],
  ['the elected master', true],
])(
  'three nodes, %s paused',
  async (who, isMaster) => {
    const { engine } = await nodeThat(isMaster);
    const paused = await callers.during(`three nodes: ${who} paused`, async () => {
      process.kill(engine.pid, 'SIGSTOP');
      await sleep(PAUSED_MS);
    });
    const resumed = await callers.during(
      `three nodes: ${who} goes on`,
      () => {
        process.kill(engine.pid, 'SIGCONT');
        return Promise.resolve();
      },
      untilGreen,
    );
    expectBorne(paused, resumed);
  },
  PATIENCE_MS,
);

test(
  'three nodes, restarted one after the other',
  async () => {
    const outcome = await callers.during('three nodes: restarted one after the other', async () => {
      for (const { name, engine } of cluster.nodes()) {
        await engine.stop();
        await cluster.startNode(name);
        await untilGreen();
      }
    });
    expectBorne(outcome);
  },
  PATIENCE_MS,
);

test(
  'ingestions during all that have gone live',
  async () => {
    await ingestions.stop();
    expect(new Set(ingestions.outcomes)).toEqual(new Set(['it went live']));
  },
  PATIENCE_MS,
);
