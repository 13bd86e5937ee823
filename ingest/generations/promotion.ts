import type { estypes } from '@elastic/elasticsearch';
import { difference, mapAsync } from 'es-toolkit/array';
import { isEqual } from 'es-toolkit/predicate';
import { RefusedError, UsageError } from '../../core/cli/failure.js';
import type { Progress } from '../../core/cli/progress.js';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import {
  heldAlias,
  liveAlias,
  pinnedAlias,
  previousAlias,
} from '../../core/elasticsearch/names.js';
import { UNINTERRUPTED } from '../../core/elasticsearch/retry.js';
import { OPTIONAL } from '../../indices/resources.js';
import { findGenerations, loadingAlias } from './generation.js';
import { deleteLeftover } from './leftovers.js';
import { type LockOptions, withLocks } from './lock.js';
import { forgetPromotion, originOf, readNote, rememberPromotion } from './provenance.js';
import { assertReadable } from './readable.js';
import { type Context, madeTogether, type ResourceName } from './resource.js';
import { type Command, isSubject, type Next, nextState, pinConflict, refusalOf, type State, stateOf } from './states.js'; // prettier-ignore

type Action = estypes.IndicesUpdateAliasesAction;

export interface PinOption {
  /** Pins what a rollback makes live. */
  pin?: boolean | undefined;
}

/** Generations of one or more resources, by the name of the resource. */
export type Made = Readonly<Record<string, string>>;

/** A command, and the generation that it is about. */
export interface Change {
  command: Command;
  resource: string;
  index: string;
}

/** Returns a command for each of some generations. */
export function changesOf(command: Command, made: Made): Change[] {
  return Object.entries(made).map(([resource, index]) => ({ command, resource, index }));
}

/**
 * Brings generations, and those beside them, into their next states: one atomic step of Elasticsearch for all of
 * them, so at every moment exactly one generation of each resource is live. Needs the locks. If a lock was lost,
 * it fails rather than changes what others have changed since.
 * @returns the generations that are no longer held, and must be deleted, by resource
 * @throws if that did not happen, or its outcome is unknown
 */
export async function change(context: Context, changes: readonly Change[]): Promise<Made> {
  const actions: Action[] = [];
  const leftovers: Record<string, string> = {};
  const wanted: Next[] = [];
  for (const { command, resource, index } of changes) {
    const generations = await findGenerations(context, resource);
    const conflict = pinConflict(command, resource, generations);
    if (conflict !== undefined) throw new RefusedError(refusalOf(conflict));
    if (!isSubject(command, generations, index)) throw overtaken(changes);
    const { live, previous, held, pinned } = generations;
    for (const each of new Set([index, live, previous, held, pinned])) {
      if (each === undefined) continue;
      const state = stateOf(generations, each);
      const next = each !== index && state === 'made' ? state : nextState(command, state);
      if (each === index) wanted.push(next);
      if (next === 'made' && state === 'held') leftovers[resource] = each;
      if (next === 'refused') continue;
      if (next === 'deleted') {
        actions.push({ remove_index: { index: each } });
        continue;
      }
      const before = aliasesOf(context, resource, each, state, each === pinned);
      const after = aliasesOf(context, resource, each, next, next === 'pinned');
      // Fails, and the whole step with it, if the index lacks the alias.
      for (const alias of difference(before, after))
        actions.push({ remove: { index: each, alias, must_exist: true } });
      for (const alias of difference(after, before)) actions.push({ add: { index: each, alias } });
    }
  }
  if (actions.length > 0) await updateAliases(context, changes, actions, wanted);
  return leftovers;
}

/** Returns the aliases of a generation in a state. */
function aliasesOf(
  { indexPrefix }: Context,
  resource: string,
  index: string,
  state: State,
  isPinned: boolean,
): string[] {
  // An index without its loading alias is about to be deleted by another run.
  const loading = loadingAlias(index);
  const live = liveAlias(indexPrefix, resource);
  const aliases = {
    made: [loading],
    held: [loading, heldAlias(indexPrefix, resource)],
    live: [live],
    previous: [previousAlias(indexPrefix, resource)],
    pinned: [live],
  };
  return [...aliases[state], ...(isPinned ? [pinnedAlias(indexPrefix, resource)] : [])];
}

async function updateAliases(
  context: Context,
  changes: readonly Change[],
  actions: Action[],
  wanted: readonly Next[],
): Promise<void> {
  try {
    // An interrupted run says that nothing was promoted.
    await context.client.indices.updateAliases({ actions }, { signal: UNINTERRUPTED });
  } catch (error) {
    // The answer of an attempt may have been lost after the step was done.
    const found = await mapAsync([...changes], async ({ resource, index }) =>
      stateOf(await findGenerations(context, resource), index),
    ).catch(() => undefined);
    if (isEqual(found, wanted)) return;
    if (found === undefined || !hasStatus(error, 404)) throw error;
    throw overtaken(changes, error);
  }
}

function overtaken(changes: readonly Change[], cause?: unknown): Error {
  const names = changes.map(({ resource }) => resource).join(' and ');
  return new Error(
    `Someone else has changed the generations of ${names} meanwhile. No changes were made. Try again.`,
    { cause },
  );
}

/**
 * Keeps complete generations beside the live ones, and deletes those that were held before. Needs the locks.
 * @returns the deleted ones
 */
export async function hold(context: Context, made: Made): Promise<Made> {
  return deleteAll(context, await change(context, changesOf('hold', made)));
}

/** Deletes generations that are no longer held, and returns the deleted ones. The next run deletes the others. */
async function deleteAll(context: Context, leftovers: Made): Promise<Made> {
  const deleted: Record<string, string> = {};
  for (const [resource, index] of Object.entries(leftovers))
    if (await deleteLeftover(context, resource, index).catch(() => false))
      deleted[resource] = index;
  return deleted;
}

/**
 * Gives up the held generation of a resource and of those made with it, deletes them, and returns them by resource.
 * @throws if nothing is held, or an ingestion of the resource is running
 */
export function discardHeld(context: Context, name: string, options: LockOptions): Promise<Made> {
  return withLocks(context, madeTogether(name), options, async (lock) => {
    const held = await findHeld(context, name);
    if (Object.keys(held).length === 0)
      throw new UsageError(`Nothing is held of ${name}. No changes were made.`);
    for (const index of Object.values(held)) await forgetPromotion(context.client, index);
    await lock.assertHeld();
    await change(context, changesOf('discard', held));
    const deleted = await deleteAll(context, held);
    for (const [resource, index] of Object.entries(held))
      if (!(resource in deleted))
        options.progress?.note(`could not delete ${index}; the next run will`);
    return held;
  });
}

/** Returns the held generations of a resource and of those made with it. */
export function findHeld(context: Context, name: string): Promise<Made> {
  return findEach(context, madeTogether(name), 'held');
}

/** Returns the generations of some resources that are in this state. */
async function findEach(
  context: Context,
  names: readonly string[],
  state: 'held' | 'live',
): Promise<Made> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const { [state]: index } = await findGenerations(context, name);
    if (index !== undefined) found[name] = index;
  }
  return found;
}

/**
 * Makes the previous generation of a resource, and of those made with it, live again, and the live ones the
 * previous ones, in one atomic step. A pin stays.
 * @returns the generations that are live again
 * @throws if a previous generation is missing or cannot be read, or an ingestion of the resource is running
 */
export async function rollbackGeneration(
  context: Context,
  name: string,
  options: LockOptions & PinOption = {},
): Promise<Made> {
  const { live: seen } = await findGenerations(context, name);
  return withLocks(context, madeTogether(name), options, async (lock) => {
    await assertStillLive(context, name, seen);
    const made: Record<string, string> = {};
    const changes: Change[] = [];
    for (const resource of madeTogether(name)) {
      const { live, previous: index, pinned } = await findGenerations(context, resource);
      if (resource !== name && index === undefined) {
        if (live === undefined) continue;
        if (OPTIONAL.has(resource)) {
          changes.push({ command: 'retire', resource, index: live });
          options.progress?.note(`the previous ${name} have no ${resource}, so none are live now; \`npm run ingest -- ${resource}\` makes them`); // prettier-ignore
          continue;
        }
      }
      if (index === undefined || (resource === name && live === undefined))
        throw new UsageError(`There is no previous generation of ${resource} to go back to.`);
      await assertReadable(context.client, index);
      const { provenance } = await readNote(context.client, index);
      if (resource !== name && originOf(provenance?.sources) !== made[name])
        throw new UsageError(
          `The previous ${resource}, ${index}, were not made from the previous ${name}. No changes were made. Ingest the data of the previous ${name} again.`,
        );
      made[resource] = index;
      const isPinned = options.pin === true || pinned !== undefined;
      changes.push({ command: isPinned ? 'rollbackAndPin' : 'rollback', resource, index });
    }
    await lock.assertHeld();
    for (const index of Object.values(made)) await rememberPromotion(context.client, index);
    await change(context, changes);
    return made;
  });
}

/**
 * Called under the lock: two rollbacks at once would undo each other.
 * @throws if another generation was promoted during the wait for the lock
 */
export async function assertStillLive(
  context: Context,
  resource: string,
  seen: string | undefined,
): Promise<void> {
  const { live } = await findGenerations(context, resource);
  if (live === seen) return;
  throw new Error(
    `The live generation of ${resource} has changed meanwhile: it is ${live ?? 'none'}. No changes were made. See \`npm run ingest -- status\`.`,
  );
}

/** Returns the resources whose pins change together. A rollback pins all that are made together. */
export function pinnedTogether(name: ResourceName, isPinned: boolean): readonly ResourceName[] {
  return isPinned ? [name] : madeTogether(name);
}

/**
 * Pins a resource, so that no run replaces what is live, or removes the pin. A rollback keeps it.
 * @returns the live generations by resource
 * @throws if nothing is live, or an ingestion of the resource is running
 */
export function setPin(
  context: Context,
  name: ResourceName,
  isPinned: boolean,
  options: LockOptions,
): Promise<Made> {
  const names = pinnedTogether(name, isPinned);
  return withLocks(context, names, options, async () => {
    const live = await findEach(context, names, 'live');
    if (live[name] === undefined)
      throw new UsageError(`No ${name} are live. No changes were made.`);
    await change(context, changesOf(isPinned ? 'pin' : 'unpin', live));
    return live;
  });
}

/**
 * Stores the ids of new cities, once their generation is live. A failure is noted only, because the generation
 * is live.
 */
export async function storeIds(
  storing: Promise<void> | undefined,
  progress: Progress,
): Promise<void> {
  await storing?.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    progress.note(
      `The ids of new cities could not be stored (${reason}). The next run of cities stores them.`,
    );
  });
}
