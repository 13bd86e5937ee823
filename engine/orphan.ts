const pollMs = 500;

/**
 * Calls back when the npm that runs this process has ended. A signal to npm alone ends npm and its shell, but never
 * reaches us. Without npm nothing is watched: a parent may well end before a process that it left running.
 */
export function whenOrphaned(callback: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, pollMs).unref();
}
