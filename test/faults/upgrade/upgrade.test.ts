import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestClient } from '../../support/api.js';
import type { FaultOutcome } from '../../support/faultReport.mjs';
import { eventually, patienceMs } from '../../support/patience.js';
import { Callers } from '../callers/callers.js';
import { type ApiProcess, LOOKUPS, startApiProcess } from '../outages/api.js';
import { buildEarlierVersion, isEarlierVersionThere } from './earlierVersion.js';
import { writeWorld } from './world.js';

// As docs/running.md tells of upgrades: callers never stop, and neither the new version nor the way back costs them
// an answer.

const INDEX_PREFIX = `upgrade-${randomBytes(4).toString('hex')}`;
const NEW = join(import.meta.dirname, '../../../dist');

const canRun = isEarlierVersionThere();
if (!canRun) console.warn('The history does not go back to an earlier version: it is not run.');

(canRun ? describe : describe.skip)('an upgrade under load', () => {
  let folder: string;
  let environment: Record<string, string>;
  let client: Client;
  let old: string;
  let oldApi: ApiProcess;
  let newApi: ApiProcess;
  let callers: Callers;
  const started: ApiProcess[] = [];
  let stopCallers = (): Promise<void> => Promise.resolve();

  /** Runs a command line of a version, and returns what it prints for programs. */
  async function run(dist: string, program: string, ...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(dist, program, 'main.js'), ...args],
      { env: { PATH: process.env.PATH, ...environment } },
    );
    return stdout.trim();
  }

  const startApi = async (dist: string): Promise<ApiProcess> => {
    const api = await startApiProcess(environment, join(dist, 'src/main.js'));
    started.push(api);
    await eventually('readiness', async () => (await api.get('/health/ready')).status === 200);
    return api;
  };

  beforeAll(async () => {
    client = createTestClient();
    folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
    environment = {
      ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL ?? '',
      INDEX_PREFIX,
      // Both processes are asked what is stored now.
      KEPT_ANSWERS_MEGABYTES: '0',
      SOURCES_FILE: writeWorld(folder),
    };
    old = buildEarlierVersion();
    await run(old, 'ingest');
    oldApi = await startApi(old);
    callers = new Callers([oldApi.address]);
    callers.begin();
    stopCallers = () => callers.stop();
  }, patienceMs);

  afterAll(async () => {
    await stopCallers();
    await Promise.all(started.map((api) => api.stop()));
    const index = Object.keys(await client.indices.get({ index: `${INDEX_PREFIX}-*` }));
    if (index.length > 0) await client.indices.delete({ index });
    await client.close();
    rmSync(folder, { recursive: true });
  }, patienceMs);

  test(
    'the new version ingests, and takes the place of the old one',
    async () => {
      const outcome = await callers.during('an upgrade of data and API', async () => {
        const before = await liveIndices();
        await run(NEW, 'ingest');
        const isKept = (index: string): boolean => before.includes(index);
        // Markers are kept up in place.
        expect((await liveIndices()).filter(isKept)).toMatchObject([
          expect.stringContaining('-markers-'),
        ]);
        await oldApi.untilRight();
        newApi = await startApi(NEW);
        await callers.moveTo([oldApi.address, newApi.address]);
        await expectSameAnswers();
        await callers.moveTo([newApi.address]);
        expect(await end(oldApi)).toBe(0);
      });
      expectUnnoticed(outcome);
    },
    patienceMs,
  );

  test(
    'tokens of either version open both',
    async () => {
      oldApi = await startApi(old);
      const made = [
        await run(old, 'src/tokens', 'create', '--name', 'made-by-old', '--scope', 'internal'),
        await run(NEW, 'src/tokens', 'create', '--name', 'made-by-new', '--scope', 'internal'),
      ];
      const replacement = await run(NEW, 'src/tokens', 'rotate', 'made-by-old');
      for (const token of [...made, replacement]) {
        for (const { address } of [oldApi, newApi]) {
          const headers = { Authorization: `Bearer ${token}` };
          const { status } = await fetch(`${address}/countries/findAll?limit=1`, { headers });
          expect(status).toBe(200);
        }
      }
      // Since the new one has noted the use of these.
      expect((await run(old, 'src/tokens', 'list')).split('\n')).toHaveLength(3);
    },
    patienceMs,
  );

  test(
    'the old version comes back, and takes the data of before back, too',
    async () => {
      const outcome = await callers.during('the way back from an upgrade', async () => {
        await callers.moveTo([oldApi.address, newApi.address]);
        await expectSameAnswers();
        await callers.moveTo([oldApi.address]);
        expect(await end(newApi)).toBe(0);
        for (const resource of ['cities', 'lands', 'places', 'countries']) {
          await run(old, 'ingest', 'rollback', resource);
        }
        await oldApi.untilRight();
      });
      expectUnnoticed(outcome);
    },
    patienceMs,
  );

  async function liveIndices(): Promise<string[]> {
    const name = ['countries', 'cities', 'lands', 'places', 'markers'];
    return Object.keys(
      await client.indices.getAlias({ name: name.map((one) => `${INDEX_PREFIX}-${one}`) }),
    );
  }

  async function expectSameAnswers(): Promise<void> {
    for (const path of Object.keys(LOOKUPS)) {
      const [one, other] = await Promise.all([oldApi.get(path), newApi.get(path)]);
      expect(JSON.parse(other.text)).toEqual(JSON.parse(one.text));
    }
  }
});

/** Ends a process as an operator does, and returns its exit status. */
async function end({ child }: ApiProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  return await ended;
}

function expectUnnoticed(outcome: FaultOutcome): void {
  expect(Object.keys(outcome.reads)).toEqual(['200']);
  expect(Object.keys(outcome.writes)).toEqual(['200']);
  expect(outcome).toMatchObject({ wrong: 0, lost: 0 });
}
