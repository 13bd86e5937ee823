import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Engine, startEngine } from '../../../tools/engine/start.js';
import { Folder } from '../../support/folder.js';
import { eventually } from '../../support/patience.js';
import { startProgram } from '../../support/program.js';
import { callerOf } from '../markers/caller.js';
import { ingestAndorra, LAND_ID } from './andorra.js';
import { type ApiProcess, startApiProcess } from './api.js';

const folder = new Folder('disk-');
const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder.path]); // prettier-ignore
if (status !== 0) folder.remove();
const FULL = 'A disk of Elasticsearch is full. Free disk space, and delete no index.';
const SEASON = 1;
const ballast = join(folder.path, 'ballast');
let engine: Engine;
let api: ApiProcess;
let icon = 0;
let acknowledged = 0;

/** Leaves less than this on the disk. */
function fill(leftBytes: number): void {
  const { bavail, bsize } = statfsSync(folder.path);
  const pages = Math.ceil((bavail * bsize - leftBytes) / 4_096);
  const args = [`count=${Math.max(0, pages)}`, 'bs=4k', 'oflag=append', 'conv=notrunc'];
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, ...args]);
}

async function put(): Promise<number> {
  icon += 1;
  const answered = await callerOf(api.address).put('update', {
    id: 'square',
    season: SEASON,
    icon,
  });
  if (answered === 200) acknowledged = icon;
  return answered;
}

const untilPut = (expected: number): Promise<void> =>
  eventually(`a write is answered with ${expected}`, async () => (await put()) === expected);

async function stored(): Promise<number | undefined> {
  const marker = { id: 'square', land_id: LAND_ID, location: [1.5, 42.5] as [number, number] };
  return (await callerOf(api.address).read(marker, SEASON)).icon;
}

const ingest = (...args: string[]) =>
  startProgram([process.execPath, 'dist/ingest/main.js', ...args], {
    env: { ...process.env, ELASTICSEARCH_URL: engine.url },
  });

// One story, told in its order. Only root can mount a disk of its own.
(status === 0 ? describe : describe.skip)('a disk that is small (skipped if it cannot be mounted)', () => {
  beforeAll(async () => {
    engine = await startEngine({ dataFolder: join(folder.path, 'data'), heapMegabytes: 512 });
    const client = new Client({ node: engine.url });
    await ingestAndorra(client, 'geo');
    await client.close();
    api = await startApiProcess({ ELASTICSEARCH_URL: engine.url, INDEX_PREFIX: 'geo' });
    await api.untilRight();
  });
  afterAll(async () => {
    await api.stop();
    await engine.stop();
    spawnSync('umount', ['--lazy', folder.path]);
    folder.remove();
  });

  test('below the last watermark, writes are rejected, lookups answered, and commands name the disk at once', async () => {
    await untilPut(200);
    fill(60_000_000);
    await untilPut(503);
    await eventually('the log names the disk', () => api.log().includes('flood-stage watermark'));
    await api.untilRight();
    expect((await ingest('status').ended).stderr).toBe(`${FULL}\n`);
    const run = ingest('countries');
    await run.says(FULL);
    run.child.kill('SIGINT');
    rmSync(ballast);
    await untilPut(200);
    await run.ended;
    expect(await stored()).toBe(acknowledged);
  });

  test('without any space, readiness and status name the disk; with space, all is there again without help', async () => {
    // Shards break before the watermarks are looked at.
    await eventually('readiness names the disk', async () => {
      fill(0);
      await put();
      return (await api.get('/health/ready')).text.includes(FULL);
    });
    // Meanwhile the only node gives up being the master.
    for (let second = 0; second < 20; second += 1) {
      fill(0);
      await put();
      await sleep(1_000);
    }
    expect((await api.get('/health/ready')).text).toContain(FULL);
    expect(api.log()).toContain(`"message":"${FULL}"}],"msg":"not ready"`);
    expect((await ingest('status').ended).stderr).toContain(FULL);
    const last = acknowledged;
    rmSync(ballast);
    await untilPut(200);
    await api.untilRight();
    expect(acknowledged).toBeGreaterThan(last);
    expect(await stored()).toBe(acknowledged);
  });
}); // prettier-ignore
