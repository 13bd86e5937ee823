import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { rollback } from '../../../ingest/generations/promotion.js';
import { type Api, startApi } from '../../support/api.js';
import { askPlainly } from '../../support/askPlainly.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { CITIES, run, smallJobs } from './small.js';

/** An answer that began so long after a switch is of what is live then. */
const SEEN_WITHIN_MS = 2_000;
const PAUSE_MS = 10;
const QUERY = '/cities/findByIds?city_ids=AND_AndorralaVella,AND_Canillo';

const ofPopulation = (population: number) =>
  smallJobs(CITIES.map((city) => ({ ...city, population })));

let sandbox: Sandbox;
let api: Api;
beforeAll(async () => {
  sandbox = createSandbox();
  await run(sandbox, ['cities'], {}, ofPopulation(1));
  api = await startApi(sandbox.indexPrefix);
});
afterAll(async () => {
  await api.stop();
  await sandbox.remove();
});

/** The populations of both cities, or what went wrong. */
async function poll(): Promise<string> {
  const headers = { Authorization: 'Bearer dev-public' };
  const { status, body } = await askPlainly(api.address, QUERY, { headers });
  if (status !== 200) return body.toString();
  const { data } = JSON.parse(body.toString()) as { data: { population: number }[] };
  return data.map(({ population }) => population).join();
}

test('an API that is polled sees what is promoted, and taken back, whole and within 2 s', async () => {
  const seen = new Set<string>();
  let isDone = false;
  async function pollOn(): Promise<void> {
    while (!isDone) {
      seen.add(await poll());
      await sleep(PAUSE_MS);
    }
  }
  const polling = pollOn();
  try {
    await run(sandbox, ['cities'], { hold: true }, ofPopulation(2));
    await run(sandbox, ['cities'], { dryRun: true }, ofPopulation(3));
    expect([...seen]).toEqual(['1,1']);

    await promoteHeld(sandbox, 'cities', { progress: silentProgress });
    await sleep(SEEN_WITHIN_MS);
    expect(await poll()).toBe('2,2');
    await rollback(sandbox, 'cities');
    await sleep(SEEN_WITHIN_MS);
    expect(await poll()).toBe('1,1');
  } finally {
    isDone = true;
    await polling;
  }
  expect([...seen]).toEqual(['1,1', '2,2']);
});
