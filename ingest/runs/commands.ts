import { resolve } from 'node:path';
import { UsageError } from '../../core/cli/failure.js';
import { printable } from '../../core/cli/printable.js';
import { interruptible } from '../../core/cli/program.js';
import { createProgress, type Progress } from '../../core/cli/progress.js';
import { assertReadable, withClient } from '../../core/elasticsearch/withClient.js';
import { patienceOf, patientClient } from '../../core/elasticsearch/retry.js';
import { readVariables } from '../../core/elasticsearch/settings.js';
import { compareGenerations, describeChanges } from '../generations/diff.js';
import type { CityChangeOptions } from '../cities/changes.js';
import { readProvenance } from '../../indices/provenance.js';
import { findGenerations } from '../generations/generation.js';
import {
  discardHeld,
  type PinOption,
  rollbackGeneration,
  setPin,
} from '../generations/promotion.js';
import { ownFiles, readMeta } from '../generations/provenance.js';
import { type Context, RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { notFollowing, rollbackPlaces } from '../markers/follow.js';
import { markerStep } from '../markers/ingestMarkers.js';
import {
  type AddEntry,
  describeRun,
  type Entry,
  readHistory,
  recorded,
  recorder,
} from './history.js';
import type { Jobs } from './jobs.js';
import { ingestVariables, type RunOptions } from './options.js';
import { removePrefix } from './removePrefix.js';
import { beginReport } from './report.js';
import { publish } from './publish.js';
import { promoteHeld, type PromoteOptions } from './promoteHeld.js';
import { describeStatus, readStatus } from './status.js';

/** The folder for rejected rows, below the working folder. */
const DEFAULT_REJECTS_FOLDER = 'rejects';

interface Json {
  json?: boolean;
}

const say = (text: string): void => {
  console.log(printable(text));
};

const sayAside = (text: string): void => {
  console.error(printable(text));
};

const sayJson = (value: unknown): void => {
  say(JSON.stringify(value, undefined, 2));
};

/** The options of a run, with the paths of the sources file and of the report. */
type Given = Omit<RunOptions, 'sources'> & Json & { sources?: string; report?: string };

/** @throws with one sentence; on abort, the signal's reason */
export async function run(chosen: ResourceName[], given: Given): Promise<void> {
  await ingest(chosen, given);
}

export async function apply(
  name: 'cities' | 'places',
  files: string[],
  { mapping, minimumPopulation, ...given }: Given & CityChangeOptions,
): Promise<void> {
  const { jobsOfChanges } = await import('./jobs.js');
  const jobs = jobsOfChanges(files, { mapping, minimumPopulation });
  // The changes are added to what the sources were, so nothing is replaced.
  const options = { ...given, replaceSource: true };
  await ingest(name === 'places' ? ['places', 'markers'] : [name], options, jobs);
}

async function ingest(
  chosen: ResourceName[],
  { sources: sourcesFile, json = false, report: reportFile, ...options }: Given,
  jobs?: Jobs,
): Promise<void> {
  const signal = interruptible();
  let receivers = {};
  let failure: unknown;
  const report = beginReport(reportFile);
  // The other commands start faster without these modules.
  const { runIngestion } = await import('./run.js');
  const { readSources } = await import('../sources/readSources.js');
  const work = async ({ context, progress, addEntry }: Changing): Promise<void> => {
    const settings = readVariables(process.env, ingestVariables);
    receivers = settings;
    const rejects = options.rejects ?? settings.REJECTS_FOLDER ?? DEFAULT_REJECTS_FOLDER;
    const file = sourcesFile ?? settings.SOURCES_FILE;
    const sources = file === undefined ? {} : { sources: await readSources(file) };
    await runIngestion(
      context,
      chosen,
      { ...options, ...sources, rejects: resolve(rejects) },
      {
        ...{ progress, signal, say: json ? sayAside : say, ...(jobs && { jobs }) },
        async addEntry(entry, id) {
          report.add(entry);
          await addEntry(entry, id);
        },
      },
    );
  };
  try {
    await withChanges(signal, work);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    const finished = report.end(failure);
    if (json) sayJson(finished);
    await publish(finished, receivers, sayAside);
  }
}

export async function status({ json }: Json): Promise<void> {
  await withClient(async (context) => {
    const resources = await readStatus(context);
    if (resources.every(({ live }) => live === null)) {
      const names = resources.map(({ resource }) => `${context.indexPrefix}-${resource}*`);
      await assertReadable(context.client, names);
    }
    if (json) sayJson({ resources });
    else for (const each of resources) say(describeStatus(each).join('\n'));
  });
}

export async function history(
  resource: ResourceName | undefined,
  { limit, json }: Json & { limit: number },
): Promise<void> {
  await withClient(async (context) => {
    const runs = await readHistory(context, { resource, limit });
    if (json) sayJson({ runs });
    else if (runs.length === 0) say('There are no runs in the history yet.');
    else for (const each of runs) say(describeRun(each).join('\n'));
  });
}

export async function diff(
  name: ResourceName,
  { with: other, json }: Json & { with: 'held' | 'previous' },
): Promise<void> {
  if (name === 'markers') {
    throw new UsageError(
      'Markers are updated in place, so there is one generation only. `npm run ingest -- markers --dry-run` shows what would change.',
    );
  }
  await withClient(async (context) => {
    const { live, previous, held } = await findGenerations(context, name);
    const [from, to] = other === 'held' ? [live, held] : [previous, live];
    if (to === undefined || (other === 'previous' && from === undefined)) {
      throw new UsageError(
        other === 'held'
          ? `Nothing is held of ${name}. \`npm run ingest -- ${name} --hold\` makes and holds a generation; \`diff ${name} --with previous\` compares with the previous one.`
          : `There is no previous generation of ${name}.`,
      );
    }
    const changes = await compareGenerations(context.client, from, to);
    if (json) {
      sayJson(changes);
      return;
    }
    const [counts, ...examples] = describeChanges(changes);
    say([`${name}: from ${from ?? 'nothing'} to ${to}: ${counts}`, ...examples].join('\n'));
  });
}

export async function promote(
  chosen: ResourceName | undefined,
  given: Omit<PromoteOptions, 'progress' | 'signal'>,
): Promise<void> {
  const signal = interruptible();
  await forEachHeld(chosen, signal, async (name, { context, progress, record }) => {
    const options = { ...given, signal, progress };
    await record(name, async (entry) => {
      entry.index = await promoteHeld(context, name, options);
      say(`${name}: ${entry.index} is live; the previous generation is kept for a rollback`);
    });
    if (name !== 'places') return;
    // An entry of its own, because the places are live whether or not the markers can follow.
    await record('markers', async (entry) => {
      const following = markerStep(context, { ...options, detail: entry });
      const lines = await following.catch((error: unknown) => {
        throw notFollowing(error);
      });
      say(`markers: follow them: ${lines.join('\n')}`);
    });
  });
}

export async function discard(chosen: ResourceName | undefined): Promise<void> {
  await forEachHeld(chosen, undefined, async (name, { context, progress, record }) => {
    await record(name, async (entry) => {
      entry.index = await discardHeld(context, name, { progress });
      say(`${name}: deleted ${entry.index}, which was held`);
    });
  });
}

export async function rollback(name: ResourceName, options: PinOption): Promise<void> {
  assertGenerations(name);
  await withChanges(undefined, async ({ context, progress, record }) => {
    await record(name, async (entry) => {
      if (name === 'places') await rollbackPlaces(context, { progress, say, ...options });
      else {
        const { live, previous } = await rollbackGeneration(context, name, {
          progress,
          ...options,
        });
        say(`${name}: live is ${live} again; ${previous} is kept as the previous one`);
      }
      const { live, previous, pinned } = await findGenerations(context, name);
      const provenance = previous && readProvenance(await readMeta(context.client, previous));
      const own = provenance ? ownFiles(provenance) : [];
      if (own.length > 0 && pinned === undefined)
        say(`${name}: the next run deletes ${previous}, which was made from ${own.join(', ')}. To keep it, run \`npm run ingest -- pin ${name}\`.`); // prettier-ignore
      Object.assign(entry, { index: live });
    });
  });
}

export async function remove({ confirm }: { confirm?: string }): Promise<void> {
  await withChanges(undefined, async ({ context, progress }) => {
    const removed = await removePrefix(context, confirm, { progress });
    say(`deleted: ${removed.join(', ') || 'nothing'}`);
  });
}

export const pin = (name: ResourceName): Promise<void> => changePin(name, true);
export const unpin = (name: ResourceName): Promise<void> => changePin(name, false);

async function changePin(name: ResourceName, isPinned: boolean): Promise<void> {
  assertGenerations(name);
  await withChanges(undefined, async ({ context, progress, record }) => {
    await record(name, async (entry) => {
      entry.index = await setPin(context, name, isPinned, { progress });
      say(
        isPinned
          ? `${name}: pinned: no run replaces what is live until \`npm run ingest -- unpin ${name}\``
          : `${name}: not pinned: the next run replaces what is live`,
      );
    });
  });
}

function assertGenerations(name: ResourceName | undefined): void {
  if (name !== 'markers') return;
  throw new UsageError(
    'Markers are updated in place and have neither a previous nor a held generation. They follow the places: `npm run ingest -- rollback places` takes both back, and `pin places` pins both. What the game has built stays.',
  );
}

/** The context of a command that changes data. */
interface Changing {
  context: Context;
  progress: Progress;
  addEntry: AddEntry;
  /** Does work that changes a resource, and adds it to the history. */
  record: (name: ResourceName, work: (entry: Entry) => Promise<void>) => Promise<void>;
}

async function withChanges(
  signal: AbortSignal | undefined,
  work: (changing: Changing) => Promise<void>,
): Promise<void> {
  const progress = createProgress(process.stderr);
  await withClient(async (connection) => {
    const client = patientClient(connection.client, patienceOf({ progress, signal }));
    const addEntry = recorder(connection, progress);
    await work({
      context: { ...connection, client },
      progress,
      addEntry,
      record: (name, change) => {
        const add: AddEntry = (entry, id) => addEntry({ ...entry, kind: 'command' }, id);
        return recorded(add, name, signal, change);
      },
    });
  });
}

/** Works on the held generation of a resource, or of each resource that has one. */
async function forEachHeld(
  chosen: ResourceName | undefined,
  signal: AbortSignal | undefined,
  work: (name: ResourceName, changing: Changing) => Promise<void>,
): Promise<void> {
  assertGenerations(chosen);
  await withChanges(signal, async (changing) => {
    const names: ResourceName[] = chosen === undefined ? [] : [chosen];
    for (const name of chosen === undefined ? RESOURCE_NAMES : []) {
      const { held } = await findGenerations(changing.context, name);
      if (held !== undefined) names.push(name);
    }
    if (names.length === 0) throw new UsageError('Nothing is held. No changes were made.');
    for (const name of names) {
      signal?.throwIfAborted();
      await work(name, changing);
    }
  });
}
