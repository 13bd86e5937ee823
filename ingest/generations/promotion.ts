import type { Client, estypes } from '@elastic/elasticsearch';
import { UsageError } from '../../core/cli/failure.js';
import type { Progress } from '../../core/cli/progress.js';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import {
  heldAlias,
  liveAlias,
  pinnedAlias,
  previousAlias,
} from '../../core/elasticsearch/names.js';
import { readCount } from './gate.js';
import { deleteLeftover, findGenerations, type Generations, loadingAlias } from './generation.js';
import { type LockOptions, withLock } from './lock.js';
import { rememberPromotion } from './provenance.js';
import type { Context } from './resource.js';

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

/**
 * Makes a generation that can be searched live, keeps the one live until now as the previous one, and deletes the one
 * before: one atomic step of Elasticsearch, so exactly one generation is live at every moment.
 * @throws if that did not happen, or its outcome is unknown
 */
export async function promote(context: Context, resource: string, index: string): Promise<void> {
  const { indexPrefix } = context;
  const { live, previous, held } = await findGenerations(context, resource);
  const alias = liveAlias(indexPrefix, resource);
  const actions: Action[] = [
    { add: { index, alias } },
    // Without its loading alias, another run is about to delete the index.
    release(index, loadingAlias(index)),
    ...(live === undefined ? [] : exchange(live, alias, previousAlias(indexPrefix, resource))),
    ...(previous === undefined ? [] : [{ remove_index: { index: previous } }]),
    ...(held === index ? [release(index, heldAlias(indexPrefix, resource))] : []),
  ];
  await updateAliases(context, resource, actions, (after) => after.live === index);
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
 * Keeps a complete generation beside the live one, and deletes the one that was held before. Needs
 * the lock. If the lock was lost, it fails rather than deletes what was promoted since.
 * @returns the deleted one
 */
export async function hold(
  context: Context,
  resource: string,
  index: string,
): Promise<string | undefined> {
  const { held } = await findGenerations(context, resource);
  const alias = heldAlias(context.indexPrefix, resource);
  const actions = [
    { add: { index, alias } },
    ...(held === undefined ? [] : [release(held, alias)]),
  ];
  await updateAliases(context, resource, actions, (after) => after.held === index);
  if (held === undefined) return undefined;
  // If this fails, the next run deletes it.
  return (await deleteLeftover(context, resource, held).catch(() => false)) ? held : undefined;
}

/**
 * Deletes the held generation of a resource and returns its name.
 * @throws if nothing is held, or an ingestion of the resource is running
 */
export function discardHeld(context: Context, name: string, options: LockOptions): Promise<string> {
  return withLock(context, name, options, async (lock) => {
    const { held } = await findGenerations(context, name);
    if (held === undefined)
      throw new UsageError(`Nothing is held of ${name}. No changes were made.`);
    await lock.assertHeld();
    // A leftover from now on, which the next run deletes if this one is interrupted.
    const alias = { index: held, name: heldAlias(context.indexPrefix, name) };
    await context.client.indices.deleteAlias(alias, { ignore: [404] });
    await deleteLeftover(context, name, held);
    const { live } = await findGenerations(context, name);
    if (live === held) throw new Error(`${held} was promoted meanwhile. No changes were made.`);
    return held;
  });
}

/**
 * Makes the previous generation live again, and the live one the previous one.
 * @throws if the previous generation is missing or cannot be read, or an ingestion of the resource is running
 */
export async function rollbackGeneration(
  context: Context,
  resource: string,
  options: LockOptions & PinOption = {},
): Promise<Swap> {
  const { live: seen } = await findGenerations(context, resource);
  return withLock(context, resource, options, async () => {
    await assertStillLive(context, resource, seen);
    const { live, previous } = await findSwap(context, resource);
    await assertSearchable(context.client, previous);
    await swapBack(context, resource, { live, previous }, options);
    return { live: previous, previous: live };
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
export async function findSwap(context: Context, resource: string): Promise<Swap> {
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

/**
 * Makes the previous generation live, and the live one the previous one. Needs the lock, and a previous one
 * that can be searched.
 */
export async function swapBack(
  context: Context,
  resource: string,
  { live, previous }: Swap,
  { pin = false }: PinOption = {},
): Promise<void> {
  const { pinned } = await findGenerations(context, resource);
  await rememberPromotion(context.client, previous);
  const alias = liveAlias(context.indexPrefix, resource);
  const aliasBefore = previousAlias(context.indexPrefix, resource);
  const aliasPinned = pinnedAlias(context.indexPrefix, resource);
  const isPinned = pin || pinned !== undefined;
  const actions = [
    ...exchange(live, alias, aliasBefore),
    ...exchange(previous, aliasBefore, alias),
    ...(pinned === undefined ? [] : [release(pinned, aliasPinned)]),
    ...(isPinned ? [{ add: { index: previous, alias: aliasPinned } }] : []),
  ];
  await updateAliases(context, resource, actions, (after) => after.live === previous);
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
  return withLock(context, name, options, async () => {
    const { live, pinned } = await findGenerations(context, name);
    if (live === undefined) throw new UsageError(`No ${name} are live. No changes were made.`);
    const alias = pinnedAlias(context.indexPrefix, name);
    if (isPinned !== (pinned !== undefined)) {
      const action =
        pinned === undefined ? { add: { index: live, alias } } : release(pinned, alias);
      const isDone = (after: Generations) => (after.pinned !== undefined) === isPinned;
      await updateAliases(context, name, [action], isDone);
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
  resource: string,
  actions: Action[],
  isDone: (after: Generations) => boolean,
): Promise<void> {
  try {
    await context.client.indices.updateAliases({ actions }, { signal: UNINTERRUPTED });
  } catch (error) {
    // The answer of an attempt may have been lost after the step was done.
    const after = await findGenerations(context, resource).catch(() => undefined);
    if (after !== undefined && isDone(after)) return;
    if (after === undefined || !hasStatus(error, 404)) throw error;
    throw new Error(
      `Someone else has changed the generations of ${resource} meanwhile. No changes were made. Try again.`,
      { cause: error },
    );
  }
}
