import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { type LocalCluster, startCluster } from '../../../tools/engine/cluster.js';
import { createSandbox, type Sandbox } from '../../store/ingest/sandbox.js';
import { thingResource, things } from '../../store/ingest/sources.js';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import { patienceMs } from '../../support/patience.js';

const dataFolder = mkdtempSync(join(tmpdir(), 'geographic-two-nodes-'));
let cluster: LocalCluster;
let sandbox: Sandbox;

beforeAll(async () => {
  // The server may be another account.
  chmodSync(dataFolder, 0o755);
  cluster = await startCluster({ nodes: 2, dataFolder, heapMegabytes: 384 });
}, 2 * patienceMs);

afterAll(async () => {
  await sandbox.remove();
  await cluster.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}, 2 * patienceMs);

test(
  'a generation whose only copy was on a node that is gone for good is not promoted',
  async () => {
    const [one] = cluster.urls;
    const probe = createSandbox(one);
    const [{ node: master = '' } = {}] = await probe.client.cat.master({ format: 'json' });
    await probe.remove();
    // The other node could not elect a master alone. Nodes are listed as they started, addresses by name.
    const names = cluster.nodes().map(({ name }) => name).sort(); // prettier-ignore
    sandbox = createSandbox(cluster.urls[names.indexOf(master)]);
    const { client } = sandbox;
    const exclude = (name: string | null) =>
      client.cluster.putSettings({ persistent: { 'cluster.routing.allocation.exclude._name': name } }); // prettier-ignore
    await exclude(master);
    const { index: live } = await sandbox.ingest(thingResource(() => things(3, 1)));
    const copied = { auto_expand_replicas: 'false', number_of_replicas: 1 };
    await exclude(null);
    await client.indices.putSettings({ index: live, settings: copied });
    await client.cluster.health({ index: live, wait_for_status: 'green', timeout: '60s' });
    await exclude(master);
    const gate = async (): Promise<string[]> => {
      await exclude(null);
      const { engine } = cluster.nodes().find(({ name }) => name !== master) ?? {};
      if (engine !== undefined) process.kill(engine.pid, 'SIGKILL');
      await engine?.exited;
      await client.cluster.health({ wait_for_nodes: '1', timeout: '60s' });
      return [];
    };
    const interruption = new AbortController();
    const note = (text: string): void => {
      if (text === 'waiting for the replicas') interruption.abort(new Error('waited'));
    };
    const options = { progress: { ...silentProgress, note }, signal: interruption.signal };
    const resource = thingResource(() => things(3, 2), { gate });
    await expect(ingestResource(sandbox, resource, options)).rejects.toThrow('waited');
    expect(await sandbox.generations('things')).toEqual({ live, leftovers: [] });
    expect((await client.count({ index: live })).count).toBe(3);
  },
  2 * patienceMs,
);
