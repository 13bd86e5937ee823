import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  handOver,
  reachableData,
  reachableHome,
  requireSameNodes,
} from '../../../../tools/engine/dataFolder.js';
import { may, requireFreePort, serverAccount } from '../../../../tools/engine/machine.js';
import { type Member, writeSettings } from '../../../../tools/engine/settings.js';

let folder: string;
const leftElsewhere: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-place-'));
});

afterEach(() => {
  for (const path of [folder, ...leftElsewhere.splice(0)])
    rmSync(path, { recursive: true, force: true });
});

test('our own account uses everything where it is', async () => {
  const dataFolder = join(folder, 'data');
  expect(reachableData(dataFolder, undefined)).toBe(dataFolder);
  expect(await reachableHome(folder, undefined)).toBe(folder);
});

test('a data folder that is a file is rejected with the reason', () => {
  const file = join(folder, 'data');
  writeFileSync(file, '');
  expect(() => reachableData(file, undefined)).toThrow(
    /^Elasticsearch cannot use the data folder .*EEXIST/,
  );
});

/** What only root can set up: folders closed to the account that the server runs as. */
const describeAsRoot = process.getuid?.() === 0 ? describe : describe.skip;

describeAsRoot('as root', () => {
  const account = serverAccount();
  if (account === undefined) return;

  test('the server gets another account', () => {
    expect(account.uid).not.toBe(0);
    expect(account.gid).not.toBe(0);
  });

  test('a folder that the account can reach is handed to it, without following links', () => {
    chmodSync(folder, 0o755);
    const dataFolder = join(folder, 'data');
    const outside = join(folder, 'outside');
    mkdirSync(join(dataFolder, 'deep'), { recursive: true });
    writeFileSync(join(dataFolder, 'deep', 'file'), '');
    writeFileSync(outside, '');
    symlinkSync(outside, join(dataFolder, 'link'));
    expect(reachableData(dataFolder, account)).toBe(dataFolder);
    expect(statSync(join(dataFolder, 'deep', 'file')).uid).toBe(account.uid);
    expect(statSync(outside).uid).toBe(0);
  });

  test('data in a closed folder goes elsewhere, is found again, and goes when its folder goes', () => {
    const dataFolder = join(folder, 'data');
    const elsewhere = reachableData(dataFolder, account);
    leftElsewhere.push(elsewhere);
    expect(elsewhere).not.toContain(folder);
    expect(may(account, '-w', elsewhere)).toBe(true);

    writeFileSync(join(elsewhere, 'kept'), '');
    expect(reachableData(dataFolder, account)).toBe(elsewhere);
    expect(existsSync(join(elsewhere, 'kept'))).toBe(true);

    rmSync(dataFolder, { recursive: true });
    expect(reachableData(dataFolder, account)).toBe(elsewhere);
    expect(existsSync(join(elsewhere, 'kept'))).toBe(false);
  });

  test('a server in a closed folder is copied once', async () => {
    const home = join(folder, `elasticsearch-test-${process.pid}`);
    const program = join('bin', 'elasticsearch');
    mkdirSync(join(home, 'bin'), { recursive: true });
    writeFileSync(join(home, program), '');
    chmodSync(join(home, program), 0o700);
    const [copy, same] = await Promise.all([
      reachableHome(home, account),
      reachableHome(home, account),
    ]);
    leftElsewhere.push(copy);
    expect(same).toBe(copy);
    expect(copy).not.toContain(folder);
    expect(may(account, '-x', join(copy, program))).toBe(true);
  });

  test('handOver reaches hidden files too', () => {
    mkdirSync(join(folder, '.hidden'));
    handOver(folder, account);
    expect(statSync(join(folder, '.hidden')).uid).toBe(account.uid);
  });
});

const recordNodes = (nodes: number): void => {
  writeFileSync(join(folder, 'cluster.json'), JSON.stringify({ nodes }));
};

test('an empty folder takes any number of nodes, and then the same number', () => {
  requireSameNodes(folder, 3);
  requireSameNodes(folder, 1);
  recordNodes(3);
  requireSameNodes(folder, 3);
});

test('the data of a cluster needs its number of nodes', () => {
  recordNodes(3);
  expect(() => {
    requireSameNodes(folder, 1);
  }).toThrow(/belongs to 3 nodes. Start it with --nodes 3, or choose another folder with --data/);
});

test('the data of one node does not become a cluster', () => {
  mkdirSync(join(folder, 'data'));
  expect(() => {
    requireSameNodes(folder, 3);
  }).toThrow(/belongs to one node. Start it without --nodes/);
});

test('nor does data of one node that is elsewhere', () => {
  writeFileSync(join(folder, 'where-the-data-is.txt'), 'elsewhere');
  expect(() => {
    requireSameNodes(folder, 3);
  }).toThrow(/belongs to one node/);
});

test('ports above 65535 are rejected', async () => {
  await expect(requireFreePort(65_600)).rejects.toMatchObject({
    fault: 'port_in_use',
    message: expect.stringContaining('Choose a port up to'),
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

test('nodes elect the first master only at the first start', () => {
  const firstMasters = ['node-1', 'node-2'];
  expect(settingsOf({ ...member, firstMasters })).toContain(
    'cluster.initial_master_nodes: ["node-1","node-2"]\n',
  );
  expect(settingsOf(member)).not.toContain('initial_master_nodes');
});

test('a single node needs no others', () => {
  expect(settingsOf()).toContain('discovery.type: "single-node"\n');
});
