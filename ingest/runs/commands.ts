import { readVariables } from '../../core/elasticsearch/settings.js';
import { assertReadable } from '../../core/elasticsearch/assertReadable.js';
import { withClient } from '../../core/elasticsearch/withClient.js';
import { compareGenerations } from '../generations/diff/changes.js';
import { describeChanges } from '../generations/diff/describe.js';
import { UsageError } from '../../core/cli/failure.js';
import { findGenerations } from '../generations/generation.js';
import { discardHeld } from '../generations/held/discardHeld.js';
import { promoteHeld, type PromoteOptions } from '../generations/held/promoteHeld.js';
import { describeRun } from './describeHistory.js';
import { readHistory } from './history.js';
import { noted, recorder } from './recorder.js';
import { lockOptions } from '../generations/lock.js';
import { markersDone } from '../markers/done.js';
import { notFollowing } from '../markers/notFollowing.js';
import { patientClient } from '../../core/elasticsearch/patientClient.js';
import type { RunOptions } from './plan.js';
import { printable } from '../../core/cli/printable.js';
import { createProgress, type Progress } from '../../core/cli/progress.js';
import { rollback } from '../generations/promotion.js';
import type { Context } from '../generations/resource.js';
import { RESOURCE_NAMES, type ResourceName } from '../generations/resourceNames.js';
import { patienceOf } from '../../core/elasticsearch/retry.js';
import { rollbackPlaces } from '../generations/rollback.js';
import { ingestVariables } from './settings.js';
import { describeStatus } from './describeStatus.js';
import { readStatus } from './status.js';

/** Where refused rows are written, below the working folder, unless a person chooses. */
const USUAL_REJECTS_FOLDER = 'rejects';

const say = (text: string): void => {
  console.log(printable(text));
};

const sayJson = (value: unknown): void => {
  say(JSON.stringify(value, undefined, 2));
};

/**
 * Loads what makes data for itself only: the other commands start without.
 * @throws with one sentence; when aborted, the signal's reason
 */
export async function run(
  chosen: ResourceName[],
  { sources: sourcesFile, ...options }: Omit<RunOptions, 'sources'> & { sources?: string },
  signal: AbortSignal,
): Promise<void> {
  const progress = createProgress(process.stderr);
  const { runIngestion } = await import('./run.js');
  const { readSources } = await import('../sources/readSources.js');
  await withClient(async ({ client, indexPrefix }) => {
    const patience = patienceOf({ progress, signal });
    const context = { client: patientClient(client, patience), indexPrefix };
    const settings = readVariables(process.env, ingestVariables);
    const rejects = options.rejects ?? settings.REJECTS_FOLDER ?? USUAL_REJECTS_FOLDER;
    const file = sourcesFile ?? settings.SOURCES_FILE;
    const sources = file === undefined ? {} : { sources: await readSources(file) };
    const note = recorder({ client, indexPrefix }, progress);
    await runIngestion(
      context,
      chosen,
      { ...options, ...sources, rejects },
      { progress, signal, say, note },
    );
  });
}

export async function status(json: boolean): Promise<void> {
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

export async function history({
  json,
  ...chosen
}: {
  resource: ResourceName | undefined;
  limit: number;
  json: boolean;
}): Promise<void> {
  await withClient(async (context) => {
    const runs = await readHistory(context, chosen);
    if (json) sayJson({ runs });
    else if (runs.length === 0) say('There are no runs in the history yet.');
    else for (const each of runs) say(describeRun(each).join('\n'));
  });
}

export async function diff(
  name: ResourceName,
  other: 'held' | 'previous',
  json: boolean,
): Promise<void> {
  if (name === 'markers') {
    throw new UsageError(
      'Markers are kept up in place and have one generation only; `npm run ingest -- markers --dry-run` tells what would change.',
    );
  }
  await withClient(async ({ client, indexPrefix }) => {
    const { live, previous, held } = await findGenerations(client, indexPrefix, name);
    const [from, to] = other === 'held' ? [live, held] : [previous, live];
    if (to === undefined || (other === 'previous' && from === undefined)) {
      const remedy =
        other === 'held'
          ? `\`npm run ingest -- ${name} --hold\` makes and keeps a generation, \`diff ${name} --with previous\` compares with the one before`
          : 'there has been one generation only';
      throw new Error(`Nothing is ${other} of ${name}: ${remedy}.`);
    }
    const changes = await compareGenerations(client, from, to);
    if (json) sayJson(changes);
    else {
      const [counts = '', ...examples] = describeChanges(changes);
      say([`${name}: from ${from ?? 'nothing'} to ${to}: ${counts}`, ...examples].join('\n'));
    }
  });
}

export async function promote(
  chosen: ResourceName | undefined,
  options: Omit<PromoteOptions, 'progress'>,
): Promise<void> {
  await onHeld(chosen, options.signal, async ({ context, name, progress, note }) => {
    await note(name, async () => {
      const index = await promoteHeld(context, name, { ...options, progress });
      say(`${name}: ${index} is live; what was live is kept for a rollback`);
      return index;
    });
    if (name !== 'places') return;
    // Apart: whatever becomes of them, the places are live.
    await note('markers', async () => {
      const following = markersDone(context, { ...options, progress });
      const { lines, index } = await following.catch((error: unknown) => {
        throw notFollowing(error);
      });
      say(`markers: follow them: ${lines.join('\n')}`);
      return index;
    });
  });
}

export async function discard(chosen: ResourceName | undefined): Promise<void> {
  await onHeld(chosen, undefined, async ({ context, name, progress, note }) => {
    await note(name, async () => {
      const index = await discardHeld(context, name, { progress });
      say(`${name}: ${index}, which was held, is deleted`);
      return index;
    });
  });
}

interface Held {
  context: Context;
  name: ResourceName;
  progress: Progress;
  /** Does what changes a resource, and notes it in the history; it returns the index. */
  note: (name: ResourceName, work: () => Promise<string | undefined>) => Promise<void>;
}

/** Does something with what is held of a resource, or of each of which something is. */
async function onHeld(
  chosen: ResourceName | undefined,
  signal: AbortSignal | undefined,
  work: (held: Held) => Promise<void>,
): Promise<void> {
  assertGenerations(chosen);
  const progress = createProgress(process.stderr);
  await withClient(async (connection) => {
    const { client, indexPrefix } = connection;
    const context = {
      client: patientClient(client, patienceOf({ progress, signal })),
      indexPrefix,
    };
    const names: ResourceName[] = [];
    for (const name of RESOURCE_NAMES) {
      const isHeld = (await findGenerations(context.client, indexPrefix, name)).held !== undefined;
      if (chosen === name || (chosen === undefined && isHeld)) names.push(name);
    }
    if (names.length === 0) throw new Error('Nothing is held; nothing was done.');
    const note: Held['note'] = (name, change) =>
      noted(connection, name, { progress, signal }, change);
    for (const name of names) {
      signal?.throwIfAborted();
      await work({ context, name, progress, note });
    }
  });
}

export async function goBack(name: ResourceName): Promise<void> {
  assertGenerations(name);
  const progress = createProgress(process.stderr);
  await withClient(async (connection) => {
    const { client, indexPrefix } = connection;
    const patient = patientClient(client, patienceOf({ progress }));
    await noted(connection, name, { progress }, async () => {
      if (name === 'places') {
        await rollbackPlaces({ client: patient, indexPrefix }, { progress, say });
        return undefined;
      }
      const options = lockOptions({ progress });
      const { live, previous } = await rollback(patient, indexPrefix, name, options);
      say(`${name}: live is ${live} again; ${previous} is kept as the previous one`);
      return live;
    });
  });
}

function assertGenerations(name: ResourceName | undefined): void {
  if (name !== 'markers') return;
  throw new UsageError(
    'Markers are kept up in place and have no generation before, and none held; they follow the places: `npm run ingest -- rollback places` takes both back. What the game has built stays in any case.',
  );
}
