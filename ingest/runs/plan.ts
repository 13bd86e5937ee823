import { isDeepStrictEqual } from 'node:util';
import type { Ending } from '../generations/ingestResource.js';
import { type Conflict, conflictOf, readLive } from './conflict.js';
import { RefusedError } from '../../core/cli/failure.js';
import { findGenerations } from '../generations/generation.js';
import type { DataOptions } from './jobs.js';
import { inForce, type OptionsInForce } from './options.js';
import type { Probe } from '../generations/probes/probe.js';
import type { Context } from '../generations/resource.js';
import { RESOURCE_NAMES, type ResourceName } from '../generations/resourceNames.js';
import { declares } from '../sources/withSources.js';

export interface RunOptions extends DataOptions {
  allowShrink?: boolean;
  ifNeeded?: boolean;
  /** Let data go live in the place of data of other sources. */
  replaceSource?: boolean;
  /** Tell what would change, and change nothing. */
  dryRun?: boolean;
  /** Keep the new generations beside the live ones. */
  hold?: boolean;
  /** The share of rows that may be refused. */
  maxRejects?: number;
  /** Questions that what is made must answer before it goes live. */
  probes?: readonly Probe[];
  /** A folder for the rows that are refused. */
  rejects?: string;
}

/** Returns what becomes of the generations of a run. */
export function endingOf({ dryRun = false, hold = false }: RunOptions): Ending {
  if (dryRun) return 'dry';
  return hold ? 'held' : 'live';
}

/** What a run is to do with one resource. */
export interface Step extends OptionsInForce {
  name: ResourceName;
  /** The generation that was live when the step was judged. */
  live: string | undefined;
  /** Why nothing is done. */
  leftAlone?: string;
}

/**
 * Decides what a run does with each resource, before anything is done.
 * @throws when it would replace data of other sources
 */
export async function planRun(
  context: Context,
  chosen: readonly ResourceName[],
  given: RunOptions,
): Promise<Step[]> {
  const names = RESOURCE_NAMES.filter((name) => chosen.length === 0 || chosen.includes(name));
  const steps: Step[] = [];
  const refusals: { name: ResourceName; refused: string }[] = [];
  for (const name of names) {
    const { step, conflict } = await judge(context, name, given);
    if (conflict !== undefined) {
      const isAsked = chosen.includes(name) && given.ifNeeded !== true;
      const isLeft = !isAsked && given.placeFile === undefined && !declares(name, given);
      if (isLeft) step.leftAlone = conflict.left;
      else refusals.push({ name, refused: conflict.refused });
    }
    steps.push(step);
  }
  if (refusals.length > 0) {
    throw new RefusedError(
      refusals.map(({ refused }) => refused).join('\n'),
      refusals.map(({ name }) => name),
    );
  }
  return steps;
}

/** Judges again, under the lock of the resource, what may have gone live since the run began. */
export async function assertReplaceable(
  context: Context,
  { name, live, options }: Step,
  given: RunOptions,
): Promise<void> {
  const { client, indexPrefix } = context;
  if ((await findGenerations(client, indexPrefix, name)).live === live) return;
  const { step, conflict } = await judge(context, name, given);
  if (conflict !== undefined) throw new RefusedError(conflict.refused);
  if (isDeepStrictEqual(step.options, options)) return;
  throw new Error(
    `The live ${name} were replaced meanwhile, by some of other settings; they were left alone. Start again.`,
  );
}

async function judge(
  context: Context,
  name: ResourceName,
  given: RunOptions,
): Promise<{ step: Step; conflict: Conflict | undefined }> {
  const live = await readLive(context, name);
  const isJudged = live !== undefined && given.replaceSource !== true;
  return {
    step: { name, live: live?.index, ...inForce(name, given, live?.options) },
    conflict: isJudged ? conflictOf(name, live, given) : undefined,
  };
}
