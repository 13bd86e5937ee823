import type { Client } from '@elastic/elasticsearch';
import { hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import type { Context } from './resource.js';
import { findGenerations } from './generation.js';
import type { LoadReport } from '../load/load.js';
import { describeReject } from '../load/outcome.js';
import { wait } from '../../core/elasticsearch/wait.js';

/** The share of rows that may be rejects, where no other is chosen. */
export const DEFAULT_MAX_REJECTS = 0.001;
/** A generation smaller than this share of the live one is taken for a broken source. */
const MINIMUM_SHARE_OF_LIVE = 0.9;
/** Shards that are on their way, after a node was started, are there by then. */
const MISSING_SHARD_DELAYS_MS = [2_000, 5_000];
/** Where there are several nodes, the one that has them may be started again just now. */
const MISSING_NODE_DELAYS_MS = [...MISSING_SHARD_DELAYS_MS, 10_000, 20_000, 30_000];
const COUNT_MS = 10_000;

export interface GateOptions {
  name: string;
  index: string;
  report: LoadReport;
  allowShrink: boolean;
  /** The share of rows that may be rejects. */
  maxRejects?: number | undefined;
}

/** Lists the faults of a loaded generation of any resource; empty when it may go live. */
export async function checkGeneration(context: Context, options: GateOptions): Promise<string[]> {
  const { index, report, allowShrink, maxRejects = DEFAULT_MAX_REJECTS } = options;
  const complaints = checkShare(report, maxRejects);
  const { count } = await context.client.count({ index });
  if (count !== report.indexed) {
    const lost =
      count < report.indexed
        ? ' (a node may be gone for good, with what only it had: see the health of the cluster, and run it again)'
        : '';
    complaints.push(
      `${index} holds ${count} documents, though ${report.indexed} were written${lost}`,
    );
  }
  if (!allowShrink) complaints.push(...(await checkShrinking(context, options.name, count)));
  return complaints;
}

function checkShare({ rows, indexed, rejects }: LoadReport, maxRejects: number): string[] {
  if (rows === 0) return ['its sources have no rows'];
  if (indexed > 0 && (rows - indexed) / rows <= maxRejects) return [];
  const share = Number(((1 - maxRejects) * 100).toFixed(6));
  // Nobody wants an empty generation, however many rows may be refused.
  const needed = share > 0 ? `${share} % are` : 'at least one is';
  const first = rejects[0] ? `; the first reject: ${describeReject(rejects[0])}` : '';
  return [
    `only ${indexed} of ${rows} rows could be indexed, ${needed} needed (correct the sources, or choose another share with --max-rejects)${first}`,
  ];
}

/** Lists the fault of a generation that is much smaller than what is live. */
export async function checkShrinking(
  { client, indexPrefix }: Context,
  name: string,
  count: number,
): Promise<string[]> {
  const { live } = await findGenerations(client, indexPrefix, name);
  if (live === undefined) return [];
  const before = await readCount({ client, indexPrefix }, live);
  if (before === undefined) {
    return [`the live one, ${live}, cannot be read to compare; to replace it, use --allow-shrink`];
  }
  return count >= before * MINIMUM_SHARE_OF_LIVE
    ? []
    : [`it has ${count} documents, the live one ${before}; if that is right, use --allow-shrink`];
}

/** Undefined when the index is closed or gone, or when shards of it are missing for a while. */
export async function readCount({ client }: Context, index: string): Promise<number | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await client.count({ index }, { maxRetries: 0, requestTimeout: COUNT_MS })).count;
    } catch (error) {
      if (isErrorOfType(error, 'index_closed_exception', 'index_not_found_exception'))
        return undefined;
      // A cluster that is away or too busy is waited for.
      if (!isOfMissingShards(error)) return (await client.count({ index })).count;
    }
    const hasOtherNodes = await isOfSeveralNodes(client);
    const delayMs = (hasOtherNodes ? MISSING_NODE_DELAYS_MS : MISSING_SHARD_DELAYS_MS)[attempt];
    if (delayMs === undefined) return undefined;
    await wait(delayMs);
  }
}

/** False, too, where this login may not see it. */
async function isOfSeveralNodes(client: Client): Promise<boolean> {
  try {
    return (await client.cluster.health()).number_of_nodes > 1;
  } catch (error) {
    if (hasStatus(error, 403)) return false;
    throw error;
  }
}

/** As an answer tells it, or a failure of some shards only. */
function isOfMissingShards(error: unknown): boolean {
  return error instanceof Error && error.message.includes('no_shard_available_action_exception');
}
