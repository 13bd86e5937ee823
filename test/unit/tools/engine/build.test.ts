import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ensureBuilt, sourceHash } from '../../../../tools/engine/build.js';
import { requireSpace } from '../../../../tools/engine/machine.js';

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

/** Puts a program named mvn first on the PATH. $folder is the folder for its result. */
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

  test('gives the reason of Maven, and leaves nothing half-built', async () => {
    fakeMaven('mkdir -p "$folder/elasticsearch-9.5.3"; echo "[ERROR] no such artifact"; exit 1');
    await expect(ensureBuilt({ targetFolder })).rejects.toMatchObject({
      fault: 'build_failed',
      message: 'Maven could not build Elasticsearch: no such artifact',
    });
    expect(readdirSync(targetFolder)).toEqual([]);
  });

  test('builds once; two builds at once are as good as one', async () => {
    fakeMaven(goodBuild);
    const homes = await Promise.all([ensureBuilt({ targetFolder }), ensureBuilt({ targetFolder })]);
    const builds = readFileSync(join(folder, 'builds'), 'utf8');
    const again = await ensureBuilt({ targetFolder });
    expect(new Set([...homes, again]).size).toBe(1);
    expect(readFileSync(join(folder, 'builds'), 'utf8')).toBe(builds);
    expect(existsSync(join(again, 'plugins', 'geo-shape', 'plugin-descriptor.properties'))).toBe(
      true,
    );
    expect(readdirSync(targetFolder)).toEqual([`elasticsearch-${sourceHash()}`]);
  });

  test('builds again after a change of the sources', async () => {
    mkdirSync(join(targetFolder, 'elasticsearch-000000000000'), { recursive: true });
    fakeMaven(goodBuild);
    await ensureBuilt({ targetFolder });
    expect(existsSync(join(folder, 'builds'))).toBe(true);
  });

  test('removes the folder of a killed build, but not of a running one', async () => {
    const killed = join(targetFolder, 'build-killed');
    mkdirSync(join(killed, 'elasticsearch-9.5.3'), { recursive: true });
    utimesSync(killed, 0, 0);
    mkdirSync(join(targetFolder, 'build-running'));
    fakeMaven(goodBuild);
    await ensureBuilt({ targetFolder });
    expect(readdirSync(targetFolder)).toEqual(['build-running', `elasticsearch-${sourceHash()}`]);
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

test('requireSpace names the folder and what is needed', async () => {
  const tooMany = 1_000_000_000_000;
  await requireSpace(folder, 1);
  await expect(requireSpace(folder, tooMany)).rejects.toMatchObject({
    fault: 'disk_full',
    message: expect.stringMatching(new RegExp(`^The disk of ${folder} is full: \\d+ MB are free`)),
  });
});
