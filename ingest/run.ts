import { readCount } from './gate.js';
import { JOBS, type Jobs } from './jobs.js';
import { assertApplicable } from './options.js';
import { assertReplaceable, planRun, type RunOptions, type Step } from './plan.js';
import type { Progress } from './progress.js';
import type { Context } from './resource.js';
import type { ResourceName } from './resourceNames.js';

export interface Running {
  progress: Progress;
  signal: AbortSignal;
  /** Tells a person what was done. */
  say: (text: string) => void;
  jobs?: Jobs;
}

/** Resources that are made from others. */
const MADE_FROM: Partial<Record<ResourceName, ResourceName>> = {
  lands: 'cities',
  markers: 'places',
};

/**
 * Ingests resources one after the other, all of them when none is named.
 * @throws with what failed, before anything is done when the run as a whole may not be; when
 * aborted, the signal's reason
 */
export async function runIngestion(
  context: Context,
  chosen: readonly ResourceName[],
  options: RunOptions,
  { progress, signal, say, jobs = JOBS }: Running,
): Promise<void> {
  const { allowShrink = false, ifNeeded = false } = options;
  assertApplicable(chosen, options);
  // A file that cannot be used is told of before anything else.
  if (options.placeFile !== undefined) await jobs.places(context, options);
  const steps = await planRun(context, chosen, options);
  const unreadable = new Set<ResourceName>();
  for (const step of steps) {
    signal.throwIfAborted();
    const { name } = step;
    const leftAlone =
      step.leftAlone ?? (ifNeeded ? await findUnreadable(context, step, unreadable) : undefined);
    if (leftAlone !== undefined) {
      say(`${name}: ${leftAlone}`);
      continue;
    }
    const job = await jobs[name](context, step.options);
    if (ifNeeded && (await job.isCurrent())) {
      say(`${name}: live already${step.kept.length > 0 ? `, with ${step.kept.join(' ')}` : ''}`);
      continue;
    }
    if (ifNeeded && step.isOwnArea) {
      say(
        `${name}: left alone: they have ${step.kept.join(' ')}, and are out of date; \`npm run ingest -- ${name}\` makes them again`,
      );
      continue;
    }
    if (step.kept.length > 0) say(`${name}: kept from what is live: ${step.kept.join(' ')}`);
    const beforeReplacing = (): Promise<void> => assertReplaceable(context, step, options);
    const done = await job.ingest({ progress, signal, allowShrink, beforeReplacing });
    say(`${name}: ${done}`);
  }
}

/** Tells why nothing can be made of a resource for now, or of the one that it is made from. */
async function findUnreadable(
  context: Context,
  { name, live }: Step,
  unreadable: Set<ResourceName>,
): Promise<string | undefined> {
  if (live !== undefined && (await readCount(context, live)) === undefined) {
    unreadable.add(name);
    const others =
      name === 'markers' ? '' : `; to replace it, \`npm run ingest -- ${name} --allow-shrink\``;
    return `left alone: ${live} cannot be read. Open it (POST /${live}/_open) or see the health of the cluster${others}`;
  }
  const origin = MADE_FROM[name];
  if (origin === undefined || !unreadable.has(origin)) return undefined;
  return `left alone: the live ${origin}, which they are made from, cannot be read`;
}
