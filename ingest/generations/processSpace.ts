import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Names what a process number is unique in: one boot of a machine, and one namespace of it, for
 * every container counts from 1. Undefined where that cannot be told.
 */
export function processSpace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** Tells whether a process of this space is there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
