import { UsageError } from '../../core/cli/failure.js';
import { say, sayJson } from '../../core/cli/printable.js';
import { interruptible } from '../../core/cli/program.js';
import { withClient } from '../../core/elasticsearch/withClient.js';
import { readProvenance } from '../../indices/provenance.js';
import { runs } from '../../indices/runs.js';
import { tokenNames, tokens, tokenUses } from '../../indices/tokens.js';
import { compareGenerations, describeChanges } from '../generations/diff.js';
import { findGenerations } from '../generations/generation.js';
import {
  discardHeld,
  type PinOption,
  rollbackGeneration,
  setPin,
} from '../generations/promotion.js';
import { ownFiles, readMeta } from '../generations/provenance.js';
import { MADE_FROM, RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { following, rollbackPlaces } from '../markers/follow.js';
import { markerStep } from '../markers/ingestMarkers.js';
import { type Changing, patternsOf, withChanges } from './changing.js';
import { describeRun, type Entry, readHistory } from './history.js';
import { promoteHeld, type PromoteOptions } from './promoteHeld.js';
import { removePrefix } from './removePrefix.js';
import { describeStatus, readStatus } from './status.js';

interface Json {
  json?: boolean;
}

export async function status({ json }: Json): Promise<void> {
  await withClient(patternsOf(RESOURCE_NAMES), async (context) => {
    const resources = await readStatus(context);
    if (json) sayJson({ resources });
    else for (const each of resources) say(describeStatus(each).join('\n'));
  });
}

export async function history(
  resource: ResourceName | undefined,
  { limit, json }: Json & { limit: number },
): Promise<void> {
  await withClient([runs.resource], async (context) => {
    const entries = await readHistory(context, { resource, limit });
    if (json) sayJson({ runs: entries });
    else if (entries.length === 0) say('There are no runs in the history yet.');
    else for (const each of entries) say(describeRun(each).join('\n'));
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
  await withClient(patternsOf([name]), async (context) => {
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
      const lines = await following(markerStep(context, { ...options, detail: entry }));
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

export async function rollback(name: ResourceName, pinning: PinOption): Promise<void> {
  await changeOne(name, async (entry, { context, progress }) => {
    const options = { progress, ...pinning };
    if (name === 'places') await rollbackPlaces(context, { say, ...options });
    else {
      const { live, previous } = await rollbackGeneration(context, name, options);
      say(`${name}: live is ${live} again; ${previous} is kept as the previous one`);
    }
    const { live, previous, pinned } = await findGenerations(context, name);
    Object.assign(entry, { index: live });
    const provenance = previous && readProvenance(await readMeta(context.client, previous));
    const own = provenance ? ownFiles(provenance) : [];
    if (own.length > 0 && pinned === undefined)
      say(
        `${name}: the next run deletes ${previous}, which was made from ${own.join(', ')}. To keep it, run \`npm run ingest -- pin ${name}\`.`,
      );
  });
}

export async function remove({ confirm }: { confirm?: string }): Promise<void> {
  // The login of the ingestion does not see tokens, and would leave them behind.
  const others = [tokens, tokenNames, tokenUses].map(({ resource }) => resource);
  const needed = [...patternsOf(RESOURCE_NAMES), 'city-ids', ...others];
  await withChanges(needed, undefined, async ({ context, progress }) => {
    const removed = await removePrefix(context, confirm, { progress });
    say(`deleted: ${removed.join(', ') || 'nothing'}`);
  });
}

export const pin = (name: ResourceName): Promise<void> => changePin(name, true);
export const unpin = (name: ResourceName): Promise<void> => changePin(name, false);

async function changePin(name: ResourceName, isPinned: boolean): Promise<void> {
  await changeOne(name, async (entry, { context, progress }) => {
    entry.index = await setPin(context, name, isPinned, { progress });
    const state = isPinned
      ? `pinned: no run replaces what is live until \`npm run ingest -- unpin ${name}\``
      : 'not pinned: the next run replaces what is live';
    say(`${name}: ${state}`);
  });
}

/** Changes the generations of one resource. */
async function changeOne(
  name: ResourceName,
  work: (entry: Entry, changing: Changing) => Promise<void>,
): Promise<void> {
  assertGenerations(name);
  await withChanges(patternsOf(withFollowers(name)), undefined, (changing) =>
    changing.record(name, (entry) => work(entry, changing)),
  );
}

/** Markers follow the places at once. */
function withFollowers(name: ResourceName): readonly ResourceName[] {
  return name === 'places' ? [name, 'markers'] : [name];
}

function assertGenerations(name: ResourceName | undefined): void {
  if (name !== 'markers') return;
  throw new UsageError(
    'Markers are updated in place and have neither a previous nor a held generation. They follow the places: `npm run ingest -- rollback places` takes both back, and `pin places` pins both. What the game has built stays.',
  );
}

/** Works on the held generation of a resource, or of each resource that has one. */
async function forEachHeld(
  chosen: ResourceName | undefined,
  signal: AbortSignal | undefined,
  work: (name: ResourceName, changing: Changing) => Promise<void>,
): Promise<void> {
  assertGenerations(chosen);
  const origin = chosen && MADE_FROM[chosen];
  const needed = chosen === undefined ? RESOURCE_NAMES : withFollowers(chosen);
  const read = [...patternsOf(origin ? [...needed, origin] : needed), 'city-ids'];
  await withChanges(read, signal, async (changing) => {
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
