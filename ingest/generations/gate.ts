import type { Client } from '@elastic/elasticsearch';
import { sumBy } from 'es-toolkit/math';
import { counted } from '../../core/cli/counted.js';
import { hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import { BusyError, wait } from '../../core/elasticsearch/retry.js';
import type { Source } from '../../indices/provenance.js';
import type { LoadReport } from '../load/load.js';
import { describeReject } from '../load/outcome.js';
import { checkChange, checkCountries, DEFAULT_MAX_CHANGED } from './changeGate.js';
import { readHealth } from './creation.js';
import { findGenerations } from './generation.js';
import type { Context, Tolerance } from './resource.js';

/** The share of rows that may be rejected by default. */
const DEFAULT_MAX_REJECTS = 0.001;
/** A generation smaller than this share of the live one is taken for a broken source. */
const MINIMUM_SHARE_OF_LIVE = 0.9;
/** Shards of a node that has just started are there after these delays. */
const MISSING_SHARD_DELAYS_MS = [2_000, 5_000];
/** If there are several nodes, the one with the shards may be restarting. */
const MISSING_NODE_DELAYS_MS = [...MISSING_SHARD_DELAYS_MS, 10_000, 20_000, 30_000];
const COUNT_TIMEOUT_MS = 10_000;

/** A complete generation. */
interface Made {
  name: string;
  index: string;
  sources: readonly Source[];
}

interface GateOptions extends Tolerance, Made {
  report: LoadReport;
  /** Documents that were there before the load. */
  kept?: number | undefined;
  maxRejects?: number | undefined;
}

/** Lists the faults of a loaded generation of any resource. If there are none, it may be promoted. */
export async function checkGeneration(context: Context, options: GateOptions): Promise<string[]> {
  const { index, report, kept = 0, maxRejects = DEFAULT_MAX_REJECTS } = options;
  const complaints = checkRejects(report, maxRejects, kept);
  const { count } = await context.client.count({ index });
  const written = report.indexed + kept;
  if (count !== written) {
    const lost =
      count < written
        ? ' (a node may be lost with the only copy: see the cluster health, and run again)'
        : '';
    complaints.push(
      `${index} holds ${counted(count, 'document')}, though ${written} were written${lost}`,
    );
  }
  return [...complaints, ...(await compareWithLive(context, { ...options, count }, options))];
}

function checkRejects(report: LoadReport, maxRejects: number, kept: number): string[] {
  const { rows, indexed, first, expected, lost } = report;
  if (rows + kept === 0) return ['its sources have no rows'];
  const tolerated = sumBy(expected, (each) => each.tolerated);
  // Never an empty generation, however many rows may be rejected.
  if (indexed + kept > 0 && rows - indexed - tolerated <= rows * maxRejects) return [...lost];
  const share = Number(((1 - maxRejects) * 100).toFixed(6));
  const needed = share > 0 ? `${share} % are` : 'at least one is';
  const reject = first ? `; the first reject: ${describeReject(first)}` : '';
  return [
    ...lost,
    ...expected.flatMap((each) => (each.count > each.tolerated ? [each.text] : [])),
    `only ${indexed} of ${counted(rows, 'row')} could be indexed, ${needed} needed${tolerated > 0 ? `, and ${counted(tolerated, 'reject')} expected` : ''} (correct the sources, or choose another share with --max-rejects)${reject}`,
  ];
}

/** Lists why a generation should not replace the live one: it is much smaller, or much has changed. */
export async function compareWithLive(
  context: Context,
  { name, index, sources, count }: Made & { count: number },
  tolerance: Tolerance,
): Promise<string[]> {
  const { live } = await findGenerations(context, name);
  const { allowShrink = false, maxChanged = DEFAULT_MAX_CHANGED } = tolerance;
  if (live === undefined || (allowShrink && maxChanged >= 1)) return [];
  const before = await readCount(context.client, live);
  if (before === undefined) {
    return allowShrink
      ? []
      : [`the live one, ${live}, cannot be read to compare; to replace it, use --allow-shrink`];
  }
  const shrunk: string[] = [];
  if (!allowShrink && count < before * MINIMUM_SHARE_OF_LIVE)
    shrunk.push(`it has ${counted(count, 'document')}, the live one ${before}; if that is right, use --allow-shrink`); // prettier-ignore
  else if (!allowShrink)
    shrunk.push(...(await checkCountries(context.client, name, [live, index])));
  const made = { index, sources };
  return [
    ...shrunk,
    ...(await checkChange(context.client, name, live, made, { allowShrink, maxChanged })),
  ];
}

/** Returns undefined if the index is closed or gone, or if its shards stay missing. */
export async function readCount(client: Client, index: string): Promise<number | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const once = { maxRetries: 0, requestTimeout: COUNT_TIMEOUT_MS };
      return (await client.count({ index }, once)).count;
    } catch (error) {
      if (isErrorOfType(error, 'index_closed_exception', 'index_not_found_exception'))
        return undefined;
      // A patient client waits for a cluster that is away or too busy.
      if (!isOfMissingShards(error)) return (await client.count({ index })).count;
    }
    const hasOtherNodes = ((await readHealth(client))?.number_of_nodes ?? 1) > 1;
    const delayMs = (hasOtherNodes ? MISSING_NODE_DELAYS_MS : MISSING_SHARD_DELAYS_MS)[attempt];
    if (delayMs === undefined) return undefined;
    await wait(delayMs);
  }
}

/** True if no shard could answer, or some of several could not. */
function isOfMissingShards(error: unknown): boolean {
  const isOfNone =
    hasStatus(error, 503) && isErrorOfType(error, 'search_phase_execution_exception');
  return isOfNone || error instanceof BusyError;
}
