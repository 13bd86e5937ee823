import { zip } from 'es-toolkit/array';
import { RefusedError } from '../../core/cli/failure.js';
import type { Progress } from '../../core/cli/progress.js';
import { NoChanges } from '../generations/changes.js';
import { describeReport } from '../generations/describeReport.js';
import { type Ending, type IngestOptions, ingestResource } from '../generations/ingestResource.js';
import { isCurrent } from '../generations/provenance.js';
import { readCount } from '../generations/readable.js';
import {
  type Context,
  FOLLOWERS,
  isFollower,
  MADE_FROM,
  madeTogether,
  type Resource,
  type ResourceName,
} from '../generations/resource.js';
import { type AddEntry, type Entry, recorded } from './history.js';
import { JOBS, type Jobs } from './jobs.js';
import { assertApplicable, declares, type RunOptions, withSources } from './options.js';
import { assertReplaceable, planRun, type Step } from './plan.js';
import { describeOtherBorders, findOtherBorders } from './status.js';

export interface Surroundings {
  progress: Progress;
  signal: AbortSignal;
  /** Shows a person what was done. */
  say: (text: string) => void;
  jobs?: Jobs;
  /** Adds to the history how each step ended. */
  addEntry?: AddEntry;
}

/**
 * Ingests resources one after the other, all of them if none is named. Steps of a dry run and of
 * `--hold` read what earlier steps made.
 * @throws with what failed; before any change if the whole run is refused; on abort, the signal's reason
 */
export async function runIngestion(
  context: Context,
  chosen: readonly ResourceName[],
  given: RunOptions,
  { progress, signal, say, jobs = JOBS, addEntry = () => Promise.resolve() }: Surroundings,
): Promise<void> {
  assertApplicable(chosen, given);
  const options = withSources(given, say);
  const { allowShrink, allowChange, allowOlder, replaceSource, ifNeeded, ifChanged, maxRejects } =
    options;
  const { rejects, probes, sources: { checks } = {} } = options;
  const ending: Ending = options.dryRun ? 'dry' : options.hold ? 'held' : 'live';
  const begun = new Date().toISOString();
  const wanted = chosen.flatMap(madeTogether);
  const steps = await planRun(context, wanted, options).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    for (const resource of error.resources)
      await addEntry({ begun, resource, outcome: 'refused', reason: error.message });
    throw error;
  });
  const unreadable = new Set<ResourceName>();
  const overrides: Partial<Record<string, string>> = {};
  const using: Context = { ...context, overrides };
  // Files that cannot be used are rejected before any change. Each is opened again for its step, which may be hours later.
  for (const { name, skipReason, options: chosenOptions } of steps) {
    const isOwn = declares(name, options) || (name === 'places' && options.placeFile !== undefined);
    if ((name === 'cities' || name === 'places') && isOwn && skipReason === undefined)
      await jobs[name](using, chosenOptions);
  }
  const refused: ResourceName[] = [];
  const ends: (() => Promise<void>)[] = [];

  async function leave(
    resource: ResourceName,
    reason: string,
    outcome: 'left' | 'skipped' = 'left',
  ): Promise<undefined> {
    say(`${resource}: ${reason}`);
    await addEntry({ begun: new Date().toISOString(), resource, outcome, reason });
  }

  /** Returns what makes the generations of these steps; undefined if nothing is to be done. */
  async function decide([step, ...others]: readonly [Step, ...Step[]]): Promise<
    Resource | undefined
  > {
    const { name } = step;
    const inherited = step.inherited.join(' ');
    let skipReason = [step, ...others].find((each) => each.skipReason !== undefined)?.skipReason;
    // Asked even if there is a reason, because what is made from it needs to know.
    const unread = ifNeeded ? await findUnreadable(context, step, unreadable) : undefined;
    skipReason ??= unread;
    if (skipReason !== undefined) return leave(name, skipReason);
    if (ending === 'held' && isFollower(name)) {
      const origin = FOLLOWERS[name];
      return leave(
        name,
        `not held: ${name} are held, and promoted, with the ${origin} they are made from (\`npm run ingest -- ${origin} --hold\`)`,
      );
    }
    const resource = await jobs[name](using, step.options);
    if (ifNeeded && (await isCurrent(using, resource))) {
      const others = name === 'lands' ? await findOtherBorders(context) : undefined;
      if (others) return leave(name, `left alone: ${describeOtherBorders(others)}`);
      return leave(name, `live already${inherited && `, with ${inherited}`}`);
    }
    if (ifChanged && (await isUnchanged(using, step, resource))) {
      const same = `${step.live} was made of the same content, with the same settings and code`;
      return leave(name, `skipped, because ${same}`, 'skipped');
    }
    // Lands of some countries are a person's choice.
    if (ifNeeded && name === 'lands' && inherited !== '') {
      return leave(
        name,
        `left alone: they have ${inherited}, and are out of date; \`npm run ingest -- ${name}\` makes them again`,
      );
    }
    if (inherited !== '') say(`${name}: inherited from the live data: ${inherited}`);
    return resource;
  }

  const optionsOf = (step: Step, entry: Entry): IngestOptions => ({
    detail: entry,
    progress,
    signal,
    allowShrink,
    allowChange,
    allowOlder,
    limits: checks?.[step.name],
    isTrusted: checks?.[step.name]?.plausibility === false,
    replaceSource,
    maxRejects,
    rejectsFolder: rejects,
    ending,
    // A follower changes with its origin.
    isCompared: options.compare && !isFollower(step.name),
    beforeReplacing: () => assertReplaceable(context, step, options),
    probes,
    atEnd: (work) => {
      ends.push(work);
    },
  });

  function conclude({ name, note }: Step, entry: Entry, lines: readonly string[] = []): void {
    const notes = note === undefined ? [] : [`  ${note}`];
    if (lines.length > 0) say(`${name}: ${[...lines, ...notes].join('\n')}`);
    const { index, complaints = [] } = entry;
    if (ending === 'dry') entry.outcome = 'dry';
    // Nothing was made, so nothing is held, though an older generation may be.
    else if (index === undefined) entry.outcome = 'skipped';
    else if (ending === 'held') entry.outcome = 'held';
    if (ending !== 'live' && index !== undefined) overrides[name] = index;
    if (complaints.length === 0) return;
    refused.push(name);
    entry.reason = `would be refused: ${complaints.join('; ')}`;
  }

  /** Makes a generation of a resource, and of the one that is made from it. */
  async function make(resource: Resource, made: readonly Step[]): Promise<void> {
    const names = made.map(({ name }) => name);
    await recorded(addEntry, names, { signal }, async (entries) => {
      const [first, second] = zip(made, entries).map(([step, entry]) => optionsOf(step, entry));
      if (first === undefined) return;
      const lines = await ingestResource(using, resource, first, second).then(
        (reports) => reports.map((report) => describeReport(report, ending)),
        (error: unknown) => {
          if (error instanceof NoChanges) return [[error.message]];
          throw error;
        },
      );
      for (const [step, entry, said] of zip(made, entries, lines)) conclude(step, entry, said);
    });
  }

  try {
    const done = new Set<ResourceName>();
    for (const step of steps) {
      signal.throwIfAborted();
      // Followers are planned with their origin, because they are made with it.
      const isNamed = chosen.length === 0 || chosen.includes(step.name);
      if (!isNamed || done.has(step.name)) continue;
      const others = madeTogether(step.name).filter((name) => name !== step.name);
      const made = [step, ...steps.filter(({ name }) => others.includes(name))] as const;
      const resource = await decide(made);
      if (resource === undefined) continue;
      // Without a follower, it is made alone.
      const all = resource.follower ? made : [step];
      await make(resource, all);
      for (const { name } of all) done.add(name);
    }
  } finally {
    for (const end of ends.reverse()) await end();
  }
  if (refused.length > 0)
    throw new RefusedError(`This run would be refused: ${refused.join(', ')}.`);
}

/** A live generation that cannot be read is made again, or refused, as by any run. */
async function isUnchanged(context: Context, { live }: Step, resource: Resource): Promise<boolean> {
  if (live === undefined || !(await isCurrent(context, resource))) return false;
  return (await readCount(context.client, live)) !== undefined;
}

/** Returns why the live data of a resource, or of its origin, can neither be judged nor read now. */
async function findUnreadable(
  { client }: Context,
  { name, live }: Step,
  unreadable: Set<ResourceName>,
): Promise<string | undefined> {
  if (live !== undefined && (await readCount(client, live)) === undefined) {
    unreadable.add(name);
    return `left alone: ${live} cannot be read. Open it (POST /${live}/_open), or see the cluster health; to replace it, \`npm run ingest -- ${name} --allow-shrink\``;
  }
  const origin = MADE_FROM[name];
  if (origin === undefined || !unreadable.has(origin)) return undefined;
  return `left alone: they are made from the live ${origin}, which cannot be read`;
}
