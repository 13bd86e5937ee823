import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ensureBuilt, sourceHash } from '../../../../tools/engine/build.js';
import { withLock } from '../../../../tools/engine/buildLock.js';
import { requireSpace } from '../../../../tools/engine/disk.js';
import { mavenFailure } from '../../../../tools/engine/maven.js';

const path = process.env.PATH;
let folder: string;
let targetFolder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-build-'));
  targetFolder = join(folder, 'target');
});

afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true });
});

/** Puts a program named mvn first on the PATH; $folder is where it is to build. */
function fakeMaven(script: string): void {
  const file = join(folder, 'mvn');
  writeFileSync(
    file,
    `#!/bin/sh\nfor word; do case $word in -Dbuild.folder=*) folder=\${word#*=};; esac; done\n${script}\n`,
  );
  chmodSync(file, 0o755);
  process.env.PATH = `${folder}${delimiter}${path ?? ''}`;
}

const goodBuild =
  'sleep 0.3; echo built >> "${0%/*}/builds"; mkdir -p "$folder/elasticsearch-9.5.3/plugins/geo-shape"';

describe('ensureBuilt', () => {
  test('says that Maven is missing', async () => {
    process.env.PATH = '';
    await expect(ensureBuilt({ targetFolder })).rejects.toMatchObject({
      fault: 'maven_missing',
      message: expect.stringContaining('needs Maven'),
    });
  });

  test('says why Maven failed, and leaves nothing half-made', async () => {
    fakeMaven('mkdir -p "$folder/elasticsearch-9.5.3"; echo "[ERROR] no such artifact"; exit 1');
    await expect(ensureBuilt({ targetFolder })).rejects.toMatchObject({
      fault: 'build_failed',
      message: 'Maven could not build Elasticsearch: no such artifact',
    });
    expect(readdirSync(targetFolder)).toEqual([]);
  });

  test('builds once, also when asked twice at once and again later', async () => {
    fakeMaven(goodBuild);
    const homes = await Promise.all([ensureBuilt({ targetFolder }), ensureBuilt({ targetFolder })]);
    const again = await ensureBuilt({ targetFolder });
    expect(new Set([...homes, again]).size).toBe(1);
    expect(readFileSync(join(folder, 'builds'), 'utf8')).toBe('built\n');
    expect(existsSync(join(again, 'plugins', 'geo-shape', 'plugin-descriptor.properties'))).toBe(
      true,
    );
    expect(readdirSync(targetFolder)).toEqual([`elasticsearch-${sourceHash()}`]);
  });

  test('builds again when the sources are not those of the last build', async () => {
    mkdirSync(join(targetFolder, 'elasticsearch-000000000000'), { recursive: true });
    fakeMaven(goodBuild);
    await ensureBuilt({ targetFolder });
    expect(existsSync(join(folder, 'builds'))).toBe(true);
  });

  test('removes what a killed build left', async () => {
    mkdirSync(join(targetFolder, 'build-killed', 'elasticsearch-9.5.3'), { recursive: true });
    fakeMaven(goodBuild);
    await ensureBuilt({ targetFolder });
    expect(readdirSync(targetFolder)).toEqual([`elasticsearch-${sourceHash()}`]);
  });

  test('stops Maven when interrupted', async () => {
    fakeMaven('exec sleep 60');
    const interruption = new AbortController();
    const building = ensureBuilt({ targetFolder, signal: interruption.signal });
    setTimeout(() => {
      interruption.abort();
    }, 200);
    await expect(building).rejects.toMatchObject({ fault: 'interrupted' });
    expect(readdirSync(targetFolder)).toEqual([]);
  });
});

test.each([
  [
    `\u001b[0m\u001b[0m[ERROR] Plugin a:b:1 could not be resolved: no route to host -> [Help 1]
[ERROR] 
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.`,
    'Plugin a:b:1 could not be resolved: no route to host',
  ],
  [
    `[ERROR] [ERROR] Some problems were encountered while processing the POMs:
[FATAL] Non-resolvable parent POM: unknown host @ 
 @ 
[ERROR] The build could not read 1 project -> [Help 1]`,
    'Non-resolvable parent POM: unknown host',
  ],
  [
    `[ERROR] Error executing Maven.
[ERROR] The specified user settings file does not exist: /none`,
    'The specified user settings file does not exist: /none',
  ],
  [
    `[ERROR] COMPILATION ERROR : 
[ERROR] /plugin/A.java:[3,5] cannot find symbol`,
    '/plugin/A.java:[3,5] cannot find symbol',
  ],
  ['mvn: line 7: java: not found\n', 'mvn: line 7: java: not found'],
  ['', 'it ended without a word'],
])('the reason is found in %j', (output, reason) => {
  expect(mavenFailure(output).message).toBe(`Maven could not build Elasticsearch: ${reason}`);
});

describe('withLock', () => {
  const noProcess = 2 ** 30;

  test('takes over the lock of a process that is gone', async () => {
    const file = join(folder, 'lock');
    writeFileSync(file, String(noProcess));
    await expect(withLock(file, undefined, () => Promise.resolve('done'))).resolves.toBe('done');
    expect(existsSync(file)).toBe(false);
  });

  test('gives up waiting when interrupted', async () => {
    const file = join(folder, 'lock');
    writeFileSync(file, String(process.pid));
    const waiting = withLock(file, AbortSignal.timeout(100), () => Promise.resolve());
    await expect(waiting).rejects.toMatchObject({ fault: 'interrupted' });
  });

  test('releases the lock when the task fails', async () => {
    const file = join(folder, 'lock');
    const task = () => Promise.reject(new Error('failed'));
    await expect(withLock(file, undefined, task)).rejects.toThrow('failed');
    expect(existsSync(file)).toBe(false);
  });
});

test('requireSpace names the folder and what is needed', async () => {
  const tooMany = 1_000_000_000_000;
  await requireSpace(folder, 1);
  await expect(requireSpace(folder, tooMany)).rejects.toMatchObject({
    fault: 'disk_full',
    message: expect.stringMatching(new RegExp(`^The disk of ${folder} is full: \\d+ MB are free`)),
  });
});
