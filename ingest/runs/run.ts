import { RefusedError } from '../../core/cli/failure.js';
import { readCount } from '../generations/gate.js';
import type { Entry } from './history.js';
import { noting } from './noting.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import { JOBS, type Jobs } from './jobs.js';
import { assertApplicable } from './options.js';
import { assertReplaceable, endingOf, planRun, type RunOptions, type Step } from './plan.js';
import { askProbes } from '../generations/probes/askProbes.js';
import type { Progress } from '../../core/cli/progress.js';
import type { Context } from '../generations/resource.js';
import { MADE_FROM, type ResourceName } from '../generations/resourceNames.js';
import { declares, withSources } from '../sources/withSources.js';

export interface Running {
  progress: Progress;
  signal: AbortSignal;
  /** Tells a person what was done. */
  say: (text: string) => void;
  jobs?: Jobs;
  /** Adds to the history how the part of a resource ended; it does not fail. */
  note?: (entry: Entry) => Promise<void>;
}

/**
 * Ingests resources one after the other, all of them when none is named. Where nothing goes live,
 * what is made from others is made from those of the same run.
 * @throws with what failed, before anything is done when the run as a whole may not be; when
 * aborted, the signal's reason
 */
export async function runIngestion(
  context: Context,
  chosen: readonly ResourceName[],
  given: RunOptions,
  { progress, signal, say, jobs = JOBS, note = () => Promise.resolve() }: Running,
): Promise<void> {
  assertApplicable(chosen, given);
  const options = withSources(given, say);
  const { allowShrink = false, ifNeeded = false, maxRejects, rejects: rejectsFolder } = options;
  const { probes = [] } = options;
  const ending = endingOf(options);
  // A file that cannot be used is told of before anything else.
  for (const name of ['cities', 'places'] as const) {
    const isChosen = chosen.length === 0 || chosen.includes(name);
    const isOwn = declares(name, options) || (name === 'places' && options.placeFile !== undefined);
    if (isChosen && isOwn) await jobs[name](context, options);
  }
  const begun = new Date().toISOString();
  const steps = await planRun(context, chosen, options).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    for (const resource of error.resources)
      await note({ begun, resource, outcome: 'refused', reason: error.message });
    throw error;
  });
  const unreadable = new Set<ResourceName>();
  const standIns: Partial<Record<ResourceName, string>> = {};
  const refused: ResourceName[] = [];
  const ends: (() => Promise<void>)[] = [];

  const using: Context = { ...context, standIns };

  async function take(step: Step): Promise<void> {
    const { name } = step;
    const leftAlone =
      step.leftAlone ?? (ifNeeded ? await findUnreadable(context, step, unreadable) : undefined);
    if (leftAlone !== undefined) {
      say(`${name}: ${leftAlone}`);
      return;
    }
    const job = await jobs[name](using, step.options);
    if (ifNeeded && (await job.isCurrent())) {
      say(`${name}: live already${step.kept.length > 0 ? `, with ${step.kept.join(' ')}` : ''}`);
      return;
    }
    if (ifNeeded && step.isOwnArea) {
      say(
        `${name}: left alone: they have ${step.kept.join(' ')}, and are out of date; \`npm run ingest -- ${name}\` makes them again`,
      );
      return;
    }
    if (step.kept.length > 0) say(`${name}: kept from what is live: ${step.kept.join(' ')}`);
    const beforeReplacing = (): Promise<void> => assertReplaceable(context, step, options);
    const ingestOptions: IngestOptions = {
      progress,
      signal,
      allowShrink,
      maxRejects,
      rejectsFolder,
      ending,
      beforeReplacing,
      ask: (index) => askProbes(using, { resource: name, index, probes }),
      atEnd: (work) => {
        ends.push(work);
      },
    };
    const done = await noting({ note, resource: name, ending, signal }, () =>
      job.ingest(ingestOptions),
    );
    if (ending !== 'live' && done.index !== undefined) standIns[name] = done.index;
    if (done.complaints && done.complaints.length > 0) refused.push(name);
    say([`${name}: ${done.lines[0] ?? ''}`, ...done.lines.slice(1)].join('\n'));
  }

  try {
    for (const step of steps) {
      signal.throwIfAborted();
      await take(step);
    }
  } finally {
    for (const end of ends.reverse()) await end();
  }
  if (refused.length === 0) return;
  throw new RefusedError(`This run would be refused: ${refused.join(', ')} may not go live so.`);
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
