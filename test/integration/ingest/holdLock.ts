import { hostname } from 'node:os';
import { processSpace } from '../../../ingest/generations/lock.js';
import type { Context } from '../../../ingest/generations/resource.js';

/** Lets a run of somebody else hold the lock of a resource. */
export async function holdLock(
  { client, indexPrefix }: Context,
  resource: string,
  holder: { pid?: number; processSpace?: string | undefined } = {},
): Promise<void> {
  await client.index({
    index: `${indexPrefix}-ingestions`,
    id: resource,
    document: {
      holder: 'somebody else',
      host: hostname(),
      pid: holder.pid ?? process.ppid,
      begun_at: '2026-11-21T10:00:00.000Z',
      process_space: 'processSpace' in holder ? holder.processSpace : processSpace(),
    },
  });
}
