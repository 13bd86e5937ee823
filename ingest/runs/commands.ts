import { upperFirst } from 'es-toolkit/string';
import { UsageError } from '../../core/cli/failure.js';
import { say, sayAside, sayJson } from '../../core/cli/printable.js';
import { interruptible } from '../../core/cli/program.js';
import { DISK_FULL, isDiskFull } from '../../core/elasticsearch/disk.js';
import { withClient } from '../../core/elasticsearch/withClient.js';
import { runs } from '../../indices/runs.js';
import { tokenNames, tokens, tokenUses } from '../../indices/tokens.js';
import { compareGenerations, describeChanges } from '../generations/diff.js';
import { findGenerations } from '../generations/generation.js';
import {
  discardHeld,
  type Made,
  pinnedTogether,
  type PinOption,
  rollbackGeneration,
  setPin,
} from '../generations/promotion.js';
import { ownFiles, readNote } from '../generations/provenance.js';
import {
  FOLLOWERS,
  isFollower,
  MADE_FROM,
  madeTogether,
  RESOURCE_NAMES,
  type ResourceName,
} from '../generations/resource.js';
import { type Changing, patternsOf, withChanges } from './changing.js';
import { describeRun, readHistory } from './history.js';
import { promoteHeld, type PromoteOptions } from './promoteHeld.js';
import { removePrefix } from './removePrefix.js';
import { describeStatus, readStatus } from './status.js';

interface Json {
  json?: boolean;
}

export async function status({ json, long }: Json & { long?: boolean }): Promise<void> {
  await withClient(patternsOf(RESOURCE_NAMES), async (context) => {
    if (await isDiskFull(context.client)) sayAside(DISK_FULL);
    const resources = await readStatus(context);
    if (json) sayJson({ resources });
    else for (const each of resources) say(describeStatus(each, long).join('\n'));
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
  await forEachHeld(chosen, signal, async (name, { context, progress }) => {
    const made = await promoteHeld(context, name, { ...given, signal, progress });
    for (const [each, index] of Object.entries(made))
      say(`${each}: ${index} is live; the previous generation is kept for a rollback`);
    return made;
  });
}

export async function discard(chosen: ResourceName | undefined): Promise<void> {
  await forEachHeld(chosen, undefined, async (name, { context, progress }) => {
    const discarded = await discardHeld(context, name, { progress });
    for (const [each, index] of Object.entries(discarded))
      say(`${each}: discarded ${index}, which was held`);
    return discarded;
  });
}

export async function rollback(name: ResourceName, pinning: PinOption): Promise<void> {
  assertNoFollower(name);
  const names = madeTogether(name);
  await withChanges(patternsOf(names), undefined, async ({ context, progress, record }) => {
    await record(names, async () => {
      const made = await rollbackGeneration(context, name, { progress, ...pinning });
      for (const [each, index] of Object.entries(made))
        say(`${each}: live is ${index} again; the one that was live is kept as the previous one`);
      return made;
    });
    const { previous, pinned } = await findGenerations(context, name);
    const { provenance } = previous ? await readNote(context.client, previous) : {};
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
  assertNoFollower(name);
  const names = pinnedTogether(name, isPinned);
  await withChanges(patternsOf(names), undefined, async ({ context, progress, record }) => {
    await record(names, async () => {
      const live = await setPin(context, name, isPinned, { progress });
      const state = isPinned
        ? `pinned: no run replaces what is live until \`npm run ingest -- unpin ${name}\``
        : 'not pinned: the next run replaces what is live';
      say(`${name}: ${state}`);
      return live;
    });
  });
}

function assertNoFollower(name: ResourceName | undefined): void {
  if (!isFollower(name)) return;
  const origin = FOLLOWERS[name];
  throw new UsageError(
    `${upperFirst(name)} are promoted, discarded, pinned and rolled back with the ${origin} they are made from. Name ${origin}.`,
  );
}

/** Works on the held generation of a resource, or of each resource that has one. */
async function forEachHeld(
  chosen: ResourceName | undefined,
  signal: AbortSignal | undefined,
  work: (name: ResourceName, changing: Changing) => Promise<Made>,
): Promise<void> {
  assertNoFollower(chosen);
  const origin = chosen && MADE_FROM[chosen];
  const needed = chosen === undefined ? RESOURCE_NAMES : madeTogether(chosen);
  const read = [...patternsOf(origin ? [...needed, origin] : needed), 'city-ids'];
  await withChanges(read, signal, async (changing) => {
    const names: ResourceName[] = chosen === undefined ? [] : [chosen];
    for (const name of chosen === undefined ? RESOURCE_NAMES : []) {
      const { held } = await findGenerations(changing.context, name);
      // A follower ends with its origin.
      if (held !== undefined && !isFollower(name)) names.push(name);
    }
    if (names.length === 0) throw new UsageError('Nothing is held. No changes were made.');
    for (const name of names) {
      signal?.throwIfAborted();
      await changing.record(madeTogether(name), () => work(name, changing));
    }
  });
}
