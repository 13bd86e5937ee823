import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { may, type Account } from './account.js';
import { moveIntoPlace } from './build.js';
import { EngineError } from './errors.js';

/**
 * The built server where the account can read it: as built, or, when a folder above is closed to the account (a clone
 * below root's home), a copy.
 */
export async function reachableHome(home: string, account: Account | undefined): Promise<string> {
  const probe = ['-x', join(home, 'bin', 'elasticsearch')] as const;
  if (account === undefined || may(account, ...probe)) return home;
  const copy = join(sharedFolder(), basename(home));
  if (existsSync(copy)) return copy;
  const unfinished = mkdtempSync(`${copy}-`);
  try {
    await cp(home, unfinished, { recursive: true });
    handOver(unfinished, account);
    moveIntoPlace(unfinished, copy);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/**
 * Where the server keeps its files: the data folder, made and handed to the account; or, when the account cannot reach
 * it, a folder elsewhere that belongs to it. A note in the data folder tells people where; deleting the data folder
 * deletes the note, and that makes the next start begin anew, as it does everywhere else.
 * @throws EngineError `data_unusable`
 */
export function reachableData(dataFolder: string, account: Account | undefined): string {
  const isReachable = orUnusable(dataFolder, () => {
    mkdirSync(dataFolder, { recursive: true });
    if (account !== undefined) handOver(dataFolder, account);
    return may(account, '-w', dataFolder);
  });
  if (isReachable) return dataFolder;
  if (account === undefined) throw unusable(dataFolder, 'this user may not write it');
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  const elsewhere = join(sharedFolder(), `data-${name}`);
  const note = noteIn(dataFolder);
  if (!existsSync(note)) rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere, { recursive: true });
  handOver(elsewhere, account);
  writeFileSync(
    note,
    `Elasticsearch cannot enter this folder as an unprivileged user; its data is in\n${elsewhere}\n`,
  );
  return elsewhere;
}

function noteIn(dataFolder: string): string {
  return join(dataFolder, 'where-the-data-is.txt');
}

/** Tells whether the data of the folder is where the server's account can reach it. */
export function hasDataElsewhere(dataFolder: string): boolean {
  return existsSync(noteIn(dataFolder));
}

/**
 * Prepares a data folder.
 * @throws EngineError `disk_full` or `data_unusable` for whatever goes wrong
 */
export function orUnusable<Result>(dataFolder: string, prepare: () => Result): Result {
  try {
    return prepare();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ENOSPC'
      ? new EngineError('disk_full', `The disk of ${dataFolder} is full.`, { cause: error })
      : unusable(dataFolder, message);
  }
}

function unusable(folder: string, reason: string): EngineError {
  return new EngineError(
    'data_unusable',
    `Elasticsearch cannot use the data folder ${folder}: ${reason}.`,
  );
}

/** Gives a folder and all in it to the account. Links are not followed: they may point anywhere. */
export function handOver(folder: string, { uid, gid }: Account): void {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid);
  }
}

/**
 * Root's own folder that everyone can enter, and that outlives a restart of the machine where the system has one.
 * Anybody can make folders there, so one that is not root's alone is refused.
 */
function sharedFolder(): string {
  const folder = join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'geographic-data-service');
  if (!existsSync(folder)) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new EngineError(
      'data_unusable',
      `${folder} must be a folder that only root can write: remove it.`,
    );
  }
  return folder;
}
