import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfInterrupted } from './errors.js';

const pollMs = 300;
/** Longer than any build may take: a lock older than this was left behind, whoever has its process number now. */
const abandonedAfterMs = 20 * 60_000;

/**
 * Runs the task while holding the lock file, so that a second build waits instead of doing the same work again. It only
 * spares work: what makes two builds at once safe is that each renames a finished folder into place.
 */
export async function withLock<Result>(
  file: string,
  signal: AbortSignal | undefined,
  task: () => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true });
  while (!take(file)) {
    throwIfInterrupted(signal);
    if (isAbandoned(file)) rmSync(file, { force: true });
    else await sleep(pollMs);
  }
  try {
    return await task();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAbandoned(file: string): boolean {
  try {
    const ageMs = Date.now() - statSync(file).mtimeMs;
    const owner = readFileSync(file, 'utf8');
    // Empty: made, and about to be written.
    if (owner === '') return ageMs > 10_000;
    return ageMs > abandonedAfterMs || !isAlive(Number(owner));
  } catch {
    return !existsSync(file);
  }
}

/** Tells whether a process of that number is there, be it ours or not. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
