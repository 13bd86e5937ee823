import { isDeepStrictEqual } from 'node:util';
import { RefusedError } from '../../core/cli/failure.js';
import { findGenerations } from '../generations/generation.js';
import { type Context, RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { type Conflict, conflictOf, readLive } from './conflict.js';
import { declares, type EffectiveOptions, inherit, type RunOptions } from './options.js';

/** What a run is to do with one resource. */
export interface Step extends EffectiveOptions {
  name: ResourceName;
  /** The generation that was live when the step was planned. */
  live: string | undefined;
  /** Why nothing is done. */
  leftAlone?: string;
}

/**
 * Decides what a run does with each resource, before any change.
 * @throws if it would replace data of other sources
 */
export async function planRun(
  context: Context,
  chosen: readonly ResourceName[],
  given: RunOptions,
): Promise<Step[]> {
  const names = RESOURCE_NAMES.filter((name) => chosen.length === 0 || chosen.includes(name));
  const steps: Step[] = [];
  const refused: { name: ResourceName; reason: string }[] = [];
  for (const name of names) {
    const { step, conflict } = await planStep(context, name, given);
    if (conflict !== undefined) {
      const isMeant =
        (chosen.includes(name) && given.ifNeeded !== true) ||
        given.placeFile !== undefined ||
        declares(name, given);
      if (isMeant) refused.push({ name, reason: conflict.refused });
      else step.leftAlone = conflict.left;
    }
    steps.push(step);
  }
  if (refused.length > 0) {
    throw new RefusedError(
      refused.map(({ reason }) => reason).join('\n'),
      refused.map(({ name }) => name),
    );
  }
  return steps;
}

/** Checks again, under the lock, because another generation may have been promoted since. */
export async function assertReplaceable(
  context: Context,
  { name, live, options }: Step,
  given: RunOptions,
): Promise<void> {
  if ((await findGenerations(context, name)).live === live) return;
  const { step, conflict } = await planStep(context, name, given);
  if (conflict !== undefined) throw new RefusedError(conflict.refused);
  if (isDeepStrictEqual(step.options, options)) return;
  throw new Error(
    `Another run has promoted ${name} with other settings meanwhile. No changes were made. Start again.`,
  );
}

async function planStep(
  context: Context,
  name: ResourceName,
  given: RunOptions,
): Promise<{ step: Step; conflict: Conflict | undefined }> {
  const live = await readLive(context, name);
  const isProtected = live !== undefined && given.replaceSource !== true;
  return {
    step: { name, live: live?.index, ...inherit(name, given, live?.options) },
    conflict: isProtected ? conflictOf(name, live, given) : undefined,
  };
}
