import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { describeStatus, readStatus } from '../../../ingest/runs/status.js';
import { describeRun, readHistory } from '../../../ingest/runs/history.js';
import type { RunReport } from '../../../ingest/runs/report.js';
import { startIngest, untilHalfway } from './childProcess.js';
import { inEachTest } from '../../support/each.js';
import { createSandbox, holdLock } from './sandbox.js';
import { citiesOf } from './sources.js';

const sandbox = inEachTest(() => createSandbox());
const ingest = () => sandbox.ingest(citiesOf([{}, {}, {}]));
beforeEach(async () => {
  await ingest();
});

/** Loads the built-in cities until the process is killed halfway. */
async function killHalfway(signal: NodeJS.Signals) {
  const before = [await sandbox.generations('cities'), await sandbox.live('cities')];
  const args = ['cities', '--replace-source', '--report', join(sandbox.folder.path, 'report.json')];
  const run = startIngest(args, { INDEX_PREFIX: sandbox.indexPrefix });
  await untilHalfway(sandbox, 'cities', run);
  run.child.kill(signal);
  const ended = await run.ended;
  const { leftovers, ...live } = await sandbox.generations('cities');
  // What was live is still live.
  expect([{ ...live, leftovers: [] }, await sandbox.live('cities')]).toEqual(before);
  const report = JSON.parse(
    readFileSync(join(sandbox.folder.path, 'report.json'), 'utf8'),
  ) as RunReport;
  return { ...ended, leftovers, report };
}

test('SIGINT halfway: 130, and nothing is left behind', async () => {
  const { code, stderr, leftovers, report } = await killHalfway('SIGINT');
  expect(report).toMatchObject({
    ...{ outcome: 'interrupted', exitStatus: 130 },
    resources: [
      { resource: 'cities', outcome: 'interrupted' },
      { resource: 'regions', outcome: 'skipped' },
    ],
  });
  const [entry] = await readHistory(sandbox, { resource: 'cities', limit: 1 });
  expect([code, entry?.outcome]).toEqual([130, 'interrupted']);
  expect(stderr).toMatch(/\nInterrupted\. What was live is still live\.\n$/);
  expect(leftovers).toEqual([]);
});

test('SIGKILL halfway: the next run deletes the leftover', async () => {
  const { code, leftovers, report } = await killHalfway('SIGKILL');
  expect(report).toMatchObject({ outcome: 'running', exitStatus: null, ended: null });
  expect(code).toBeNull();
  expect(leftovers).toHaveLength(1);
  const [entry] = await readHistory(sandbox, { resource: 'cities', limit: 1 });
  expect(entry?.outcome).toBe('killed');
  expect(entry && describeRun(entry)[0]).toMatch(/^20\S+Z cities: killed$/);
  const status = (await readStatus(sandbox)).find(({ resource }) => resource === 'cities');
  expect(status && describeStatus(status)).toContain(`  left by a run that is over (killed); the next run deletes it: ${leftovers.join()}`); // prettier-ignore
  const { live: previous } = await sandbox.generations('cities');
  const { index: live } = await ingest();
  expect(sandbox.notes).toContain(`deleted ${leftovers[0]}, which an unfinished run had left`);
  expect(await sandbox.generations('cities')).toEqual({ live, previous, leftovers: [] });
});

test('a run that is killed while it waits for a lock is shown as killed at once', async () => {
  await holdLock(sandbox, 'cities', {
    process: '1 2 elsewhere',
    beatAt: new Date().toISOString(),
  });
  const { child, ended } = startIngest(['cities', '--replace-source'], { INDEX_PREFIX: sandbox.indexPrefix }); // prettier-ignore
  await new Promise<void>((resolve) => {
    child.stderr?.on('data', (text: string) => {
      if (text.includes('Waiting 60 s')) resolve();
    });
  });
  expect((await readHistory(sandbox, { limit: 1 }))[0]?.outcome).toBe('running');
  child.kill('SIGKILL');
  await ended;
  expect((await readHistory(sandbox, { limit: 1 }))[0]?.outcome).toBe('killed');
});
