import { spawnSync } from 'node:child_process';
import { isAlive } from './buildLock.js';

const pollMs = 500;

/**
 * Calls back when the npm that runs this process has ended. npm stands two steps above, over a shell, and passes few
 * signals on: without this, what it ran would go on. Where no npm runs us nothing is watched, because any other parent
 * may well end before what it left running.
 * @returns how to end the watch
 */
export function whenOrphaned(callback: () => void): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const npm = findNpm(parent);
  const watch = setInterval(() => {
    if (process.ppid === parent && isAlive(npm)) return;
    clearInterval(watch);
    callback();
  }, pollMs).unref();
  return () => {
    clearInterval(watch);
  };
}

/** Some shells are replaced by what they run; then the parent is npm itself. */
function findNpm(parent: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(parent)], {
    encoding: 'utf8',
  });
  const [, grandparent = '', command = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
  return /^(\S*\/)?(ba|da|z|k|a)?sh -c /.test(command) ? Number(grandparent) : parent;
}
