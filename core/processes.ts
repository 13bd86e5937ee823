import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/** True if a process has this number, also one of another user. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Identifies a running process: its number, its start, and where its number is unique, which is one boot of a machine
 * and one namespace of it, because every container counts from 1. Undefined if the system does not say.
 */
export function processId(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The 20th field after the name of the program, which may hold blanks.
    const started = stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${pid} ${started} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}

/** Identifies this process. */
export const PROCESS_ID = processId(process.pid) ?? `${process.pid} ${randomUUID()}`;

/** True while the process with this {@link processId} runs. Undefined if it cannot be looked up here. */
export function isRunning(id: string): boolean | undefined {
  const spaceOf = (text: string): string => text.split(' ').slice(2).join(' ');
  if (spaceOf(id) === '' || spaceOf(id) !== spaceOf(PROCESS_ID)) return undefined;
  const pid = Number.parseInt(id, 10);
  return isAlive(pid) && (processId(pid) ?? id) === id;
}
