import type { Client } from '@elastic/elasticsearch';

/** Shown before any other remedy, because nothing is lost while a disk is full. */
export const DISK_FULL = 'A disk of Elasticsearch is full. Free disk space, and delete no index.';
/** Other answers are slower. */
const DISKS_WITHIN_MS = 5_000;
/** Below this, a disk counts as full, whatever the watermarks are. */
const FULL_BYTES = 100_000_000;

interface Disk {
  available_in_bytes?: number;
  flood_stage_free_space_in_bytes?: number;
}

/** True if a disk is known to be full. Without the cluster privilege `monitor`, nothing is known. */
export async function isDiskFull(client: Client, timeoutMs = DISKS_WITHIN_MS): Promise<boolean> {
  const ask = <Answer extends object>(path: string): Promise<Partial<Answer>> =>
    client.transport
      .request<Partial<Answer>>({ method: 'GET', path }, { requestTimeout: timeoutMs })
      .catch(() => ({}));
  const [{ nodes = {} }, { nodes: { fs: all = {} } = {} }] = await Promise.all([
    ask<{ nodes: Record<string, { fs?: { data?: Disk[] } }> }>(
      '/_nodes/stats/fs?filter_path=nodes.*.fs.data',
    ),
    // The sum of all nodes. A single node with a full disk gives up being the master, and only this still answers.
    ask<{ nodes: { fs?: Disk } }>('/_cluster/stats?filter_path=nodes.fs'),
  ]);
  const disks = [all, ...Object.values(nodes).flatMap(({ fs }) => fs?.data ?? [])];
  return disks.some(
    ({ available_in_bytes: bytes = Infinity, flood_stage_free_space_in_bytes: flooded = 0 }) =>
      bytes < Math.max(flooded, FULL_BYTES),
  );
}
