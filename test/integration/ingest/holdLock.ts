import { hostname } from 'node:os';
import type { Context } from '../../../ingest/resource.js';

/** Lets a run of somebody else hold the lock of a resource. */
export async function holdLock(
  { client, indexPrefix }: Context,
  resource: string,
  holder: { host?: string; pid?: number; silentSeconds?: number } = {},
): Promise<void> {
  const heartbeat = new Date(Date.now() - 1_000 * (holder.silentSeconds ?? 0)).toISOString();
  await client.index({
    index: `${indexPrefix}-ingestions`,
    id: resource,
    document: {
      holder: 'somebody else',
      host: holder.host ?? hostname(),
      pid: holder.pid ?? process.ppid,
      begun_at: '2026-11-21T10:00:00.000Z',
      heartbeat_at: heartbeat,
    },
  });
}
