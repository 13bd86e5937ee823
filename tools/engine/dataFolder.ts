import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from './errors.js';
import { type Account, may } from './machine.js';

/**
 * Returns the folder for the server's files: the data folder, owned by the account; or a folder elsewhere
 * if the account cannot reach it. Then a note in the data folder says where. Deleting the data folder
 * deletes the note, so that the next start begins with no data.
 * @throws EngineError when the folder cannot be used
 */
export function reachableData(dataFolder: string, account: Account | undefined): string {
  const isReachable = orUnusable(dataFolder, () => {
    mkdirSync(dataFolder, { recursive: true });
    handOver(dataFolder, account);
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
    `Elasticsearch runs as an unprivileged user, who cannot enter this folder. Its data is in\n${elsewhere}\n`,
  );
  return elsewhere;
}

function noteIn(dataFolder: string): string {
  return join(dataFolder, 'where-the-data-is.txt');
}

/** @throws EngineError when the work fails */
export function orUnusable<Result>(dataFolder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ENOSPC'
      ? new EngineError(`The disk of ${dataFolder} is full.`, { cause: error })
      : unusable(dataFolder, message);
  }
}

function unusable(folder: string, reason: string): EngineError {
  return new EngineError(`Elasticsearch cannot use the data folder ${folder}: ${reason}.`);
}

/** Gives a folder and its content to the account, if it is not our own. Links are not followed. */
export function handOver(folder: string, account: Account | undefined): void {
  if (account === undefined) return;
  const give = (path: string): void => {
    lchownSync(path, account.uid, account.gid);
  };
  give(folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    give(join(entry.parentPath, entry.name));
}

/**
 * Returns root's folder that everyone can enter, and that outlives a reboot where possible.
 * @throws EngineError when another user may have made it
 */
export function sharedFolder(): string {
  const folder = join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'geographic-data-service');
  if (!existsSync(folder)) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0)
    throw new EngineError(`${folder} must be a folder that only root can write. Remove it.`);
  return folder;
}

/** Returns the file with the size of a cluster, written when its nodes have found each other. */
function clusterFile(dataFolder: string): string {
  return join(dataFolder, 'cluster.json');
}

export function recordNodes(dataFolder: string, nodes: number): void {
  writeFileSync(clusterFile(dataFolder), `${JSON.stringify({ nodes })}\n`);
}

/** Returns the number of nodes of the cluster in the folder; undefined before its first start. */
export function recordedNodes(dataFolder: string): number | undefined {
  const file = clusterFile(dataFolder);
  if (!existsSync(file)) return undefined;
  const read = (): unknown => JSON.parse(readFileSync(file, 'utf8'));
  return (orUnusable(dataFolder, read) as { nodes: number }).nodes;
}

/** @throws EngineError when the data belongs to another number of nodes */
export function requireSameNodes(dataFolder: string, nodes: number): void {
  orUnusable(dataFolder, () => mkdirSync(dataFolder, { recursive: true }));
  const isOfOne = existsSync(join(dataFolder, 'data')) || existsSync(noteIn(dataFolder));
  const found = recordedNodes(dataFolder) ?? (isOfOne ? 1 : undefined);
  if (found === undefined || found === nodes) return;
  const option = found === 1 ? 'without --nodes' : `with --nodes ${found}`;
  throw new EngineError(
    `The data in ${dataFolder} belongs to ${found === 1 ? 'one node' : `${found} nodes`}. Start it ${option}, or choose another folder with --data.`,
  );
}
