import type { Client, estypes } from '@elastic/elasticsearch';
import { mapAsync } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import { UsageError } from '../../core/cli/failure.js';
import type { Progress } from '../../core/cli/progress.js';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import {
  heldAlias,
  liveAlias,
  pinnedAlias,
  previousAlias,
} from '../../core/elasticsearch/names.js';
import { readProvenance } from '../../indices/provenance.js';
import { readCount } from './gate.js';
import { deleteLeftover, findGenerations, type Generations, loadingAlias } from './generation.js';
import { type LockOptions, withLocks } from './lock.js';
import { originOf, readMeta, rememberPromotion } from './provenance.js';
import { type Context, madeTogether } from './resource.js';

type Action = estypes.IndicesUpdateAliasesAction;

/** The live generation and the one that a rollback makes live. */
export interface Swap {
  live: string;
  previous: string;
}

export interface PinOption {
  /** Pins what a rollback makes live. */
  pin?: boolean | undefined;
}

/** A swap that has begun is waited for, because an interrupted run says that nothing was promoted. */
const UNINTERRUPTED = new AbortController().signal;

/** Generations of one or more resources, by the name of the resource. */
export type Made = Readonly<Record<string, string>>;

/**
 * Makes generations that can be searched live, keeps those live until now as the previous ones, and deletes the
 * ones before: one atomic step of Elasticsearch for all of them, so at every moment exactly one generation of
 * each resource is live.
 * @param isAnew the ones live until now are deleted, and the previous ones stay
 * @throws if that did not happen, or its outcome is unknown
 */
export async function promote(context: Context, made: Made, isAnew = false): Promise<void> {
  const { indexPrefix } = context;
  const actions: Action[] = [];
  for (const [resource, index] of Object.entries(made)) {
    const { live, previous, held } = await findGenerations(context, resource);
    const alias = liveAlias(indexPrefix, resource);
    const outgoing = isAnew ? live : previous;
    actions.push(
      { add: { index, alias } },
      // Without its loading alias, another run is about to delete the index.
      release(index, loadingAlias(index)),
      ...(live === undefined || isAnew
        ? []
        : exchange(live, alias, previousAlias(indexPrefix, resource))),
      ...(outgoing === undefined ? [] : [{ remove_index: { index: outgoing } }]),
      ...(held === index ? [release(index, heldAlias(indexPrefix, resource))] : []),
    );
  }
  await updateAliases(context, made, actions, ({ live }, index) => live === index);
}

/** Stores the ids of new cities, once their generation is live. A failure is noted only, because it is. */
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

/**
 * Keeps complete generations beside the live ones, and deletes those that were held before. Needs
 * the locks. If a lock was lost, it fails rather than deletes what was promoted since.
 * @returns the deleted ones
 */
export async function hold(context: Context, made: Made): Promise<Made> {
  const actions: Action[] = [];
  const before: [resource: string, index: string][] = [];
  for (const [resource, index] of Object.entries(made)) {
    const { held } = await findGenerations(context, resource);
    const alias = heldAlias(context.indexPrefix, resource);
    actions.push({ add: { index, alias } });
    if (held === undefined) continue;
    actions.push(release(held, alias));
    before.push([resource, held]);
  }
  await updateAliases(context, made, actions, ({ held }, index) => held === index);
  const deleted: Record<string, string> = {};
  for (const [resource, held] of before)
    // If this fails, the next run deletes it.
    if (await deleteLeftover(context, resource, held).catch(() => false)) deleted[resource] = held;
  return deleted;
}

/**
 * Deletes the held generation of a resource and of those made with it, and returns them by resource.
 * @throws if nothing is held, or an ingestion of the resource is running
 */
export function discardHeld(context: Context, name: string, options: LockOptions): Promise<Made> {
  return withLocks(context, madeTogether(name), options, async (lock) => {
    const deleted: Record<string, string> = {};
    // The places last: while they are held, the command can be repeated if it was interrupted.
    for (const each of madeTogether(name).toReversed()) {
      const { held } = await findGenerations(context, each);
      if (held === undefined) continue;
      await lock.assertHeld();
      // A leftover from now on, which the next run deletes if this one is interrupted.
      const alias = { index: held, name: heldAlias(context.indexPrefix, each) };
      await context.client.indices.deleteAlias(alias, { ignore: [404] });
      await deleteLeftover(context, each, held);
      const { live } = await findGenerations(context, each);
      if (live === held) throw new Error(`${held} was promoted meanwhile. No changes were made.`);
      deleted[each] = held;
    }
    if (Object.keys(deleted).length > 0) return deleted;
    throw new UsageError(`Nothing is held of ${name}. No changes were made.`);
  });
}

/**
 * Makes the previous generation of a resource, and of those made with it, live again, and the live ones the
 * previous ones, in one atomic step.
 * @returns the swap of each resource
 * @throws if a previous generation is missing or cannot be read, or an ingestion of the resource is running
 */
export async function rollbackGeneration(
  context: Context,
  name: string,
  options: LockOptions & PinOption = {},
): Promise<Record<string, Swap>> {
  const { live: seen } = await findGenerations(context, name);
  return withLocks(context, madeTogether(name), options, async (lock) => {
    await assertStillLive(context, name, seen);
    const swaps: Record<string, Swap> = {};
    for (const each of madeTogether(name)) {
      const { live } = await findGenerations(context, each);
      if (each !== name && live === undefined) continue;
      const swap = await findSwap(context, each);
      await assertSearchable(context.client, swap.previous);
      const made = readProvenance(await readMeta(context.client, swap.previous));
      if (each !== name && originOf(made?.sources) !== swaps[name]?.previous)
        throw new UsageError(
          `The previous ${each}, ${swap.previous}, were not made from the previous ${name}. No changes were made. Ingest the data of the previous ${name} again.`,
        );
      swaps[each] = swap;
    }
    await lock.assertHeld();
    await swapBack(context, swaps, options);
    return swaps;
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

/** @throws if there is no previous generation */
async function findSwap(context: Context, resource: string): Promise<Swap> {
  const { live, previous } = await findGenerations(context, resource);
  if (live !== undefined && previous !== undefined) return { live, previous };
  throw new UsageError(`There is no previous generation of ${resource} to go back to.`);
}

/** @throws if an index is closed, or if one of its shards stays missing: it must not become live */
export async function assertSearchable(client: Client, index: string): Promise<void> {
  if ((await readCount(client, index)) !== undefined) return;
  throw new Error(
    `${index} cannot be read. No changes were made. Open it (POST /${index}/_open), or see the cluster health.`,
  );
}

/** Makes previous generations live, and the live ones the previous ones. Needs the locks. */
export async function swapBack(
  context: Context,
  swaps: Readonly<Record<string, Swap>>,
  { pin = false }: PinOption = {},
): Promise<void> {
  const { indexPrefix } = context;
  const actions: Action[] = [];
  for (const [resource, { live, previous }] of Object.entries(swaps)) {
    const { pinned } = await findGenerations(context, resource);
    await rememberPromotion(context.client, previous);
    const alias = liveAlias(indexPrefix, resource);
    const aliasBefore = previousAlias(indexPrefix, resource);
    const aliasPinned = pinnedAlias(indexPrefix, resource);
    const isPinned = pin || pinned !== undefined;
    actions.push(
      ...exchange(live, alias, aliasBefore),
      ...exchange(previous, aliasBefore, alias),
      ...(pinned === undefined ? [] : [release(pinned, aliasPinned)]),
      ...(isPinned ? [{ add: { index: previous, alias: aliasPinned } }] : []),
    );
  }
  const made = mapValues(swaps, (swap) => swap.previous);
  await updateAliases(context, made, actions, ({ live }, index) => live === index);
}

/**
 * Pins a resource, so that no run replaces what is live, or removes the pin. A rollback keeps it.
 * @returns the live generation
 * @throws if nothing is live, or an ingestion of the resource is running
 */
export function setPin(
  context: Context,
  name: string,
  isPinned: boolean,
  options: LockOptions,
): Promise<string> {
  return withLocks(context, [name], options, async () => {
    const { live, pinned } = await findGenerations(context, name);
    if (live === undefined) throw new UsageError(`No ${name} are live. No changes were made.`);
    const alias = pinnedAlias(context.indexPrefix, name);
    if (isPinned !== (pinned !== undefined)) {
      const action =
        pinned === undefined ? { add: { index: live, alias } } : release(pinned, alias);
      const isDone = (after: Generations) => (after.pinned !== undefined) === isPinned;
      await updateAliases(context, { [name]: live }, [action], isDone);
    }
    return live;
  });
}

/** Fails, and the whole step with it, if the index lacks the alias. */
function release(index: string, alias: string): Action {
  return { remove: { index, alias, must_exist: true } };
}

function exchange(index: string, oldAlias: string, newAlias: string): Action[] {
  return [release(index, oldAlias), { add: { index, alias: newAlias } }];
}

async function updateAliases(
  context: Context,
  made: Made,
  actions: Action[],
  isDone: (after: Generations, index: string) => boolean,
): Promise<void> {
  try {
    await context.client.indices.updateAliases({ actions }, { signal: UNINTERRUPTED });
  } catch (error) {
    const all = Object.entries(made);
    // The answer of an attempt may have been lost after the step was done.
    const after = await mapAsync(all, async ([resource, index]) =>
      isDone(await findGenerations(context, resource), index),
    ).catch(() => undefined);
    if (after?.every(Boolean) === true) return;
    if (after === undefined || !hasStatus(error, 404)) throw error;
    const names = Object.keys(made).join(' and ');
    throw new Error(
      `Someone else has changed the generations of ${names} meanwhile. No changes were made. Try again.`,
      { cause: error },
    );
  }
}
