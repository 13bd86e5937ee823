import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { requireSameNodes } from '../../../../tools/engine/cluster.js';
import { requireFreePort } from '../../../../tools/engine/port.js';
import { type Member, writeSettings } from '../../../../tools/engine/settings.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-cluster-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const rememberNodes = (nodes: number): void => {
  writeFileSync(join(folder, 'cluster.json'), JSON.stringify({ nodes }));
};

test('any number of nodes begins on an empty folder, and the same one goes on', () => {
  requireSameNodes(folder, 3);
  requireSameNodes(folder, 1);
  rememberNodes(3);
  requireSameNodes(folder, 3);
});

test('the data of a cluster is not started as another number of nodes', () => {
  rememberNodes(3);
  expect(() => {
    requireSameNodes(folder, 1);
  }).toThrow(/is that of 3 nodes: start it with --nodes 3, or choose another folder with --data/);
});

test('the data of one node is not started as a cluster', () => {
  mkdirSync(join(folder, 'data'));
  expect(() => {
    requireSameNodes(folder, 3);
  }).toThrow(/is that of one node: start it without --nodes/);
});

test('data of one node that is kept elsewhere is known, too', () => {
  writeFileSync(join(folder, 'where-the-data-is.txt'), 'elsewhere');
  expect(() => {
    requireSameNodes(folder, 3);
  }).toThrow(/is that of one node/);
});

test('ports that there are not are told', async () => {
  await expect(requireFreePort(65_600)).rejects.toMatchObject({
    fault: 'port_in_use',
    message: expect.stringContaining('choose a lower one'),
  });
});

function settingsOf(member?: Member): string {
  const home = join(folder, 'home');
  mkdirSync(join(home, 'config'), { recursive: true });
  writeFileSync(join(home, 'config', 'jvm.options'), '');
  const runFolder = join(folder, 'run');
  writeSettings({ home, dataRoot: folder, runFolder, port: 9200, member });
  return readFileSync(join(runFolder, 'config', 'elasticsearch.yml'), 'utf8');
}

const member = {
  name: 'node-1',
  transportPort: 9300,
  seedHosts: ['127.0.0.1:9300', '127.0.0.1:9301'],
};

test('nodes find each other by their addresses', () => {
  const settings = settingsOf(member);
  expect(settings).toContain('node.name: "node-1"\n');
  // There are no logins: nobody else may reach them.
  expect(settings).toContain('network.host: "127.0.0.1"\n');
  expect(settings).toContain('discovery.seed_hosts: ["127.0.0.1:9300","127.0.0.1:9301"]\n');
  expect(settings).not.toContain('single-node');
});

test('they may elect the first master of all at the first start only', () => {
  const firstMasters = ['node-1', 'node-2'];
  expect(settingsOf({ ...member, firstMasters })).toContain(
    'cluster.initial_master_nodes: ["node-1","node-2"]\n',
  );
  expect(settingsOf(member)).not.toContain('initial_master_nodes');
});

test('one alone needs nobody', () => {
  expect(settingsOf()).toContain('discovery.type: "single-node"\n');
});
