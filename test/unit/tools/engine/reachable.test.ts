import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { may, serverAccount } from '../../../../tools/engine/account.js';
import { handOver, reachableData, reachableHome } from '../../../../tools/engine/reachable.js';

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

test('a data folder that is a file is refused with the reason', () => {
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
