import { statfs } from 'node:fs/promises';
import { EngineError } from './errors.js';

/**
 * Refuses to begin what would fill the disk.
 * @throws EngineError `disk_full`
 */
export async function requireSpace(folder: string, megabytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (free < megabytes) {
    throw new EngineError(
      'disk_full',
      `The disk of ${folder} is full: ${free} MB are free, Elasticsearch needs at least ${megabytes} MB.`,
    );
  }
}
