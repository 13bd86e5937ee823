import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { LocalCluster } from '../../../../tools/engine/cluster.js';
import { patienceMs } from '../../../support/patience.js';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'engine-cluster-'));
  chmodSync(dataFolder, 0o755);
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

test(
  'where nodes cannot start, that is told at once, and nobody waits for them',
  async () => {
    for (const name of ['node-2', 'node-3']) writeFileSync(join(dataFolder, name), '');
    const cluster = new LocalCluster({
      nodes: 3,
      dataFolder,
      heapMegabytes: 256,
      startTimeoutMs: 20_000,
    });
    await expect(cluster.start()).rejects.toMatchObject({ fault: 'data_unusable' });
    expect(cluster.nodes).toEqual([]);
  },
  patienceMs,
);
