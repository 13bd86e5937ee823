import type { TransportRequestOptions } from '@elastic/elasticsearch';
import { RefusedError } from '../../core/cli/failure.js';
import { describeReject } from '../load/outcome.js';
import { retrying } from '../../core/elasticsearch/retry.js';
import type { BulkTarget, Refusal } from '../load/bulk.js';
import { sendAll } from '../load/sendAll.js';
import { create, remove, update } from './changes.js';
import { type Comparison, compare, isBuilt, type Tally, tally } from './comparison.js';

/** More than this share of the markers is not removed at once: the places may be broken. */
const MAXIMUM_REMOVED_SHARE = 0.1;

export interface Synchronization extends Comparison {
  /** The alias of the markers. */
  alias: string;
  /** Let more markers vanish than that. */
  allowShrink: boolean;
  /** @throws when another run has taken over */
  assertHeld: (options?: TransportRequestOptions) => Promise<void>;
  /** Called once all was checked, before anything is written. */
  begin(): Promise<void>;
}

export interface MarkerCounts {
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  /** Markers without a place that stay: they are built, or the game wrote them a moment ago. */
  kept: number;
}

/**
 * Makes live markers follow the places while the game goes on writing built states. All is read and
 * checked before the first write, and all else is written before the first removal.
 * @throws when the gate refuses; nothing has been written then. After any other failure the next
 * run does what is left.
 */
export async function synchronize(run: Synchronization): Promise<MarkerCounts> {
  await refresh(run);
  const plan = await tally(run);
  if (!run.allowShrink) checkShrinking(plan);
  await run.assertHeld();
  await run.begin();
  const written = plan.missing + plan.moved > 0 ? await write(run) : { created: 0, updated: 0 };
  const left =
    plan.vanished > plan.built
      ? await removeVanished(run, plan.vanished)
      : { removed: 0, kept: plan.built };
  await refresh(run);
  return { ...written, unchanged: plan.equal, ...left };
}

/** Tells of more markers to be removed than may be at once; undefined when there are not. */
export function shrinkingOf({ moved, equal, vanished, built }: Tally): string | undefined {
  const before = moved + equal + vanished;
  const removable = vanished - built;
  if (removable <= before * MAXIMUM_REMOVED_SHARE) return undefined;
  return `${removable} of ${before} markers have no place any more and would be removed`;
}

function checkShrinking(plan: Tally): void {
  const shrinking = shrinkingOf(plan);
  if (shrinking === undefined) return;
  throw new RefusedError(
    `${shrinking}; nothing was changed. If that is right, use --allow-shrink.`,
  );
}

async function write(run: Synchronization): Promise<Pick<MarkerCounts, 'created' | 'updated'>> {
  const counts = { created: 0, updated: 0 };
  let line = 0;
  await sendAll(bulkTarget(run), {
    items: compare(run),
    toAction(difference) {
      if (difference.kind === 'vanished') return undefined;
      const { kind, base } = difference;
      line += 1;
      if (kind === 'equal') return undefined;
      counts[kind === 'missing' ? 'created' : 'updated'] += 1;
      const origin = { file: run.places, line, id: base.id };
      return kind === 'missing' ? create(origin, base) : update(origin, base);
    },
    onSent(_, refusals) {
      throwFirst(refusals);
    },
  });
  return counts;
}

/** @param planned how many vanished when all was checked */
async function removeVanished(
  run: Synchronization,
  planned: number,
): Promise<Pick<MarkerCounts, 'removed' | 'kept'>> {
  const counts = { removed: 0, kept: 0 };
  let vanished = 0;
  await sendAll(bulkTarget(run), {
    items: compare(run),
    toAction(difference) {
      if (difference.kind !== 'vanished') return undefined;
      vanished += 1;
      if (vanished > planned) throw new Error('More places are missing than a moment ago.');
      const { marker } = difference;
      const origin = { file: run.markers, line: vanished, id: marker.id };
      if (!isBuilt(marker.document, run.currentSeason)) return remove(origin, marker);
      counts.kept += 1;
      return undefined;
    },
    async onSent(rows, refusals) {
      throwFirst(refusals.filter(({ status }) => status !== 409));
      const written = await countExisting(run, refusals);
      counts.kept += written;
      counts.removed += rows.length - written;
    },
  });
  return counts;
}

/** A run that has lost its lock writes nothing more. */
function bulkTarget({ target, markers, alias, assertHeld }: Synchronization): BulkTarget {
  // Of an attempt that is itself repeated.
  const beforeAttempt = () => assertHeld({ maxRetries: 0, signal: target.signal });
  return { ...target, index: markers, alias, beforeAttempt };
}

/** A conflict tells that the game wrote the marker, or that an earlier attempt had removed it. */
async function countExisting(
  { target, markers }: Synchronization,
  conflicts: readonly Refusal[],
): Promise<number> {
  if (conflicts.length === 0) return 0;
  const request = {
    index: markers,
    ids: conflicts.map(({ row }) => row.origin.id),
    _source: false,
  };
  const { client, signal } = target;
  const { docs } = await retrying(target, () => client.mget(request, { maxRetries: 0, signal }));
  return docs.filter((answer) => 'found' in answer && answer.found).length;
}

function throwFirst([first]: readonly Refusal[]): void {
  if (first === undefined) return;
  const reason = describeReject({ ...first.row.origin, reason: first.reason });
  throw new Error(`A marker cannot be written: ${reason}. Ingest the markers again.`);
}

async function refresh({ target, markers }: Comparison): Promise<void> {
  const { client, signal } = target;
  await retrying(target, () =>
    client.indices.refresh({ index: markers }, { maxRetries: 0, signal }),
  );
}
