import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ensureBuilt, sourceHash } from '../../../../tools/engine/build.js';
import { reachableData, requireSameNodes } from '../../../../tools/engine/dataFolder.js';
import { explainDeath } from '../../../../tools/engine/errors.js';
import { chooseJava, describeJava } from '../../../../tools/engine/java.js';
import { may, serverAccount } from '../../../../tools/engine/machine.js';
import { type Member, writeSettings } from '../../../../tools/engine/settings.js';
import { eventually } from '../../../support/patience.js';
import { emptyFolder } from '../../../support/folder.js';

const files = emptyFolder();
const { path: folder } = files;

describe('the reason for the end of the server is found in its console output', () => {
  const died = 'Elasticsearch ended unexpectedly';
  const log = '(log: /data/logs/elasticsearch.log)';
  test.each([
    ['[ERROR] fatal exception\njava.io.IOException: No space left on device\n\tat x.y', 'Elasticsearch ended: the disk of /data is full.'],
    ['java.lang.IllegalStateException: failed to obtain node locks, tried [/data/data]; maybe', 'Another Elasticsearch is using the data folder /data.'],
    ['BindHttpException: Failed to bind\nCaused by: java.net.BindException: Address already in use', 'Port 9200 of 127.0.0.1 is in use by another program. Choose another port, or stop that program.'],
    ["Unrecognized VM option 'NoSuch'\nError: Could not create the Java Virtual Machine.", `${died}: Unrecognized VM option 'NoSuch' ${log}`],
    ['NOTE: Picked up JDK_JAVA_OPTIONS: x\nWARNING: Unknown module: x\n[ERROR] fatal exception while booting Elasticsearch\njava.lang.IllegalStateException: outer\n\tat org.elasticsearch.node.Node.<init>(Node.java:191)\nCaused by: org.apache.lucene.index.CorruptIndexException: checksum failed\n\t... 3 more\n\nERROR: Elasticsearch died while starting up, exit code: 1', `${died}: CorruptIndexException: checksum failed ${log}`],
    ['\nit was ended by SIGKILL', `${died}: it was ended by SIGKILL ${log}`],
    ['', `${died} ${log}`],
  ])('%j', (console, message) => {
    const place = { port: 9200, dataFolder: '/data', logFile: '/data/logs/elasticsearch.log' };
    expect(explainDeath(console, place).message).toBe(message);
  });
}); // prettier-ignore

describe('the build', () => {
  const path = process.env.PATH;
  let target: string;
  beforeEach(() => {
    target = join(folder, 'target');
  });
  afterEach(() => {
    process.env.PATH = path;
  });

  /** Puts a program named mvn first on the PATH. $folder is the folder for its result. */
  function fakeMaven(script: string): void {
    const find = 'for word; do case $word in -Dbuild.folder=*) folder=${word#*=};; esac; done';
    chmodSync(files.write('mvn', `#!/bin/sh\n${find}\n${script}\n`), 0o755);
    process.env.PATH = `${folder}${delimiter}${path ?? ''}`;
  }
  const BUILD = 'echo built >> "${0%/*}/builds"; mkdir -p "$folder/elasticsearch-9.5.3/plugins/geo-shape"'; // prettier-ignore

  test('says that Maven is missing', async () => {
    process.env.PATH = '';
    await expect(ensureBuilt({}, target)).rejects.toThrow('needs Maven');
  });

  test('gives the reason of Maven, and leaves nothing half-built', async () => {
    fakeMaven('mkdir -p "$folder/elasticsearch-9.5.3"; echo "[ERROR] no such artifact"; exit 1');
    await expect(ensureBuilt({}, target)).rejects.toThrow(/no such artifact$/);
    expect(readdirSync(target)).toEqual([]);
  });

  test('runs once for each state of the sources; two builds at once are as good as one', async () => {
    files.write('target/elasticsearch-000000000000/of other sources');
    fakeMaven(BUILD);
    const homes = await Promise.all([ensureBuilt({}, target), ensureBuilt({}, target)]);
    const builds = readFileSync(join(folder, 'builds'), 'utf8');
    const again = await ensureBuilt({}, target);
    expect(new Set([...homes, again])).toEqual(new Set([join(target, `elasticsearch-${sourceHash()}`)])); // prettier-ignore
    expect(readFileSync(join(folder, 'builds'), 'utf8')).toBe(builds);
    expect(readdirSync(join(again, 'plugins', 'geo-shape'))).toEqual(['plugin-descriptor.properties']); // prettier-ignore
    expect(readdirSync(target)).toHaveLength(2);
  });

  test('removes the folder of a killed build, but not of a running one', async () => {
    files.write('target/build-killed/elasticsearch');
    utimesSync(join(target, 'build-killed'), 0, 0);
    files.write('target/build-running/elasticsearch');
    fakeMaven(BUILD);
    await ensureBuilt({}, target);
    expect(readdirSync(target)).toEqual(['build-running', `elasticsearch-${sourceHash()}`]);
  });

  test('stops Maven when interrupted', async () => {
    fakeMaven('touch "${0%/*}/started"; exec sleep 60');
    const interruption = new AbortController();
    const building = ensureBuilt({ signal: interruption.signal }, target);
    await Promise.all([
      expect(building).rejects.toThrow('interrupted by us'),
      eventually('Maven runs', () => existsSync(join(folder, 'started'))).then(() => {
        interruption.abort(new Error('interrupted by us'));
      }),
    ]);
    expect(readdirSync(target)).toEqual([]);
  });
});

test.each([
  ['IMPLEMENTOR="x"\nJAVA_VERSION="24.0.2"\nOS_NAME="Linux"\n', 24],
  ['JAVA_VERSION="21"\n', 21],
  ['JAVA_VERSION="1.8.0_392"\n', 8],
  ['JAVA_VERSION=""\n', undefined],
])('the version of a Java is found in %j', (release, version) => {
  files.write('bin/java');
  expect(describeJava(folder)).toBeUndefined();
  files.write('release', release);
  expect(describeJava(folder)?.version).toBe(version);
});

describe('the first Java that is recent enough and fit is used', () => {
  const [old, recent, other] = [17, 25, 21].map((version) => ({ home: `/java/${version}`, version })) as [Java, Java, Java]; // prettier-ignore
  type Java = ReturnType<typeof chooseJava>;

  test('one of several', () => {
    const all = [old, recent, other];
    expect(chooseJava(() => true, 'is unfit', all)).toBe(recent);
    expect(chooseJava((java) => java === other, 'is unfit', all)).toBe(other);
  });

  test.each([
    [[], 'no Java was found. Install one, or set JAVA_HOME to it.'],
    [[old, old], 'the installed one is older (/java/17).'],
    [[old, recent], 'the installed one has no compiler (/java/25).'],
  ])('the error says why none of %j is', (installed, reason) => {
    expect(() => chooseJava(() => false, 'has no compiler', installed)).toThrow(
      `needs a Java Development Kit of version 21 or newer, but ${reason}`,
    );
  });
});

/** Only root can set up folders that are closed to the account of the server. */
(process.getuid?.() === 0 ? describe : describe.skip)('as root', () => {
  const account = serverAccount();

  test('a folder that the account can reach is handed to it, without following links', () => {
    chmodSync(folder, 0o755);
    const file = files.write('data/deep/.file');
    const outside = files.write('outside');
    symlinkSync(outside, join(folder, 'data', 'link'));
    expect(reachableData(join(folder, 'data'), account)).toBe(join(folder, 'data'));
    expect(account?.uid).not.toBe(0);
    expect([file, outside].map((path) => statSync(path).uid)).toEqual([account?.uid, 0]);
  });

  test('data in a closed folder goes elsewhere, is found again, and goes when its folder goes', () => {
    const dataFolder = join(folder, 'data');
    const elsewhere = reachableData(dataFolder, account);
    try {
      expect(elsewhere).not.toContain(folder);
      expect(may(account, '-w', elsewhere)).toBe(true);
      const kept = join(elsewhere, 'kept');
      writeFileSync(kept, '');
      expect(reachableData(dataFolder, account)).toBe(elsewhere);
      expect(existsSync(kept)).toBe(true);
      rmSync(dataFolder, { recursive: true });
      expect(reachableData(dataFolder, account)).toBe(elsewhere);
      expect(existsSync(kept)).toBe(false);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });
});

test.each([
  ['cluster.json', '{"nodes":3}', 3, 1, '3 nodes. Start it with --nodes 3, or choose another folder with --data'],
  ['data/file', '', 1, 3, 'one node. Start it without --nodes'],
  ['where-the-data-is.txt', 'elsewhere', 1, 3, 'one node'],
])('a folder with %s %j needs its number of nodes', (name, text, right, wrong, message) => {
  requireSameNodes(folder, wrong);
  files.write(name, text);
  requireSameNodes(folder, right);
  expect(() => {
    requireSameNodes(folder, wrong);
  }).toThrow(`belongs to ${message}`);
}); // prettier-ignore

test('nodes are on this machine only, and elect the first master only at the first start', () => {
  files.write('home/config/jvm.options', '-Xlog:gc*\n-Da=b\n');
  const runFolder = join(folder, 'run');
  const settingsOf = (more: Partial<Member> = {}): string => {
    const seedHosts = ['127.0.0.1:9300', '127.0.0.1:9301'];
    const member = { name: 'node-1', transportPort: 9300, seedHosts, ...more };
    writeSettings({ home: join(folder, 'home'), dataRoot: folder, runFolder, port: 9200, member });
    return readFileSync(join(runFolder, 'config/elasticsearch.yml'), 'utf8');
  };
  expect(settingsOf({ firstMasters: ['node-1'] })).toContain('initial_master_nodes: ["node-1"]\n');
  expect(settingsOf()).toContain('network.host: "127.0.0.1"\n');
  expect(settingsOf()).not.toMatch(/initial_master_nodes/);
});
