import type { Client, estypes } from '@elastic/elasticsearch';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { heldAlias, liveAlias, previousAlias } from '../../core/elasticsearch/names.js';
import { deleteRemains, findGenerations, loadingAlias, readMeta } from './generation.js';
import { withoutHeldNote } from './held/note.js';
import { acquireLock, type LockOptions } from './lock.js';
import { readProvenance } from '../../indices/provenance.js';
import type { Context } from './resource.js';

/** An interrupted run tells that nothing went live: a switch that has begun is waited for. */
const UNINTERRUPTED = new AbortController().signal;

/**
 * Makes a generation live, the one live until now the previous one, and deletes the one before
 * that: one atomic step of Elasticsearch, so that at every moment exactly one generation is live.
 * @throws when that did not happen, or nobody can tell
 */
export async function promote(
  client: Client,
  indexPrefix: string,
  resource: string,
  index: string,
): Promise<void> {
  const { live, previous, held } = await findGenerations(client, indexPrefix, resource);
  const alias = liveAlias(indexPrefix, resource);
  const actions: estypes.IndicesUpdateAliasesAction[] = [
    { add: { index, alias } },
    // Without it, another run is about to delete the index.
    { remove: { index, alias: loadingAlias(index), must_exist: true } },
  ];
  if (live !== undefined)
    actions.push(...replace(live, alias, previousAlias(indexPrefix, resource)));
  if (previous !== undefined) actions.push({ remove_index: { index: previous } });
  if (held === index)
    actions.push({ remove: { index, alias: heldAlias(indexPrefix, resource), must_exist: true } });
  await switchAliases(client, indexPrefix, resource, { actions, live: index });
}

/**
 * Keeps a complete generation beside the live one, in the place of the one that was held before,
 * which is deleted. Needs the lock; where that is lost all the same, it fails rather than deletes
 * what has gone live meanwhile.
 * @returns the deleted one
 */
export async function hold(
  context: Context,
  resource: string,
  index: string,
): Promise<string | undefined> {
  const { client, indexPrefix } = context;
  const { held } = await findGenerations(client, indexPrefix, resource);
  const alias = heldAlias(indexPrefix, resource);
  const actions: estypes.IndicesUpdateAliasesAction[] = [
    { add: { index, alias } },
    ...(held === undefined ? [] : [{ remove: { index: held, alias, must_exist: true } }]),
  ];
  await client.indices
    .updateAliases({ actions }, { signal: UNINTERRUPTED })
    .catch(async (error: unknown) => {
      // The answer of an attempt may have been lost after it was done.
      const after = await findGenerations(client, indexPrefix, resource).catch(() => undefined);
      if (after?.held !== index)
        throw hasStatus(error, 404) ? changedMeanwhile(resource, error) : error;
    });
  if (held === undefined) return undefined;
  // Where that fails the next run deletes it, and tells so.
  return (await deleteRemains(context, resource, held).catch(() => false)) ? held : undefined;
}

/**
 * Makes the previous generation live again, and the live one the previous one.
 * @throws when there is no previous generation, or an ingestion of the resource is running
 */
export async function rollback(
  client: Client,
  indexPrefix: string,
  resource: string,
  options?: LockOptions,
): Promise<{ live: string; previous: string }> {
  const { live: seen } = await findGenerations(client, indexPrefix, resource);
  const lock = await acquireLock(client, indexPrefix, resource, options);
  try {
    await assertStillLive(client, indexPrefix, resource, seen);
    const generations = await generationsToSwitch(client, indexPrefix, resource);
    await switchBack(client, indexPrefix, resource, generations);
    return { live: generations.previous, previous: generations.live };
  } finally {
    await lock.release().catch(() => undefined);
  }
}

/**
 * Called under the lock: two rollbacks at once would undo each other.
 * @throws when another generation went live while the lock was waited for
 */
export async function assertStillLive(
  client: Client,
  indexPrefix: string,
  resource: string,
  seen: string | undefined,
): Promise<void> {
  const { live } = await findGenerations(client, indexPrefix, resource);
  if (live === seen) return;
  throw new Error(
    `Another generation of ${resource} went live meanwhile, ${live ?? 'or none'}; nothing was done. See \`npm run ingest -- status\`..`,
  );
}

/** @throws when there is no previous generation */
export async function generationsToSwitch(
  client: Client,
  indexPrefix: string,
  resource: string,
): Promise<{ live: string; previous: string }> {
  const { live, previous } = await findGenerations(client, indexPrefix, resource);
  if (live !== undefined && previous !== undefined) return { live, previous };
  throw new Error(`There is no previous generation of ${resource} to go back to.`);
}

/** Makes the previous generation live, and the live one the previous one. Needs the lock. */
export async function switchBack(
  client: Client,
  indexPrefix: string,
  resource: string,
  { live, previous }: { live: string; previous: string },
): Promise<void> {
  await noteLive(client, previous);
  const alias = liveAlias(indexPrefix, resource);
  const kept = previousAlias(indexPrefix, resource);
  const actions = [...replace(live, alias, kept), ...replace(previous, kept, alias)];
  await switchAliases(client, indexPrefix, resource, { actions, live: previous });
}

/** Notes that an index is about to go live which was made before. */
export async function noteLive(client: Client, index: string): Promise<void> {
  const meta = await readMeta(client, index);
  const provenance = readProvenance(meta);
  if (provenance === undefined) return;
  const now = { ...provenance, live: new Date().toISOString() };
  await client.indices.putMapping({ index, _meta: { ...withoutHeldNote(meta), provenance: now } });
}

/** Fails, and everything else of the same step with it, when the index lacks the old alias. */
function replace(
  index: string,
  oldAlias: string,
  newAlias: string,
): estypes.IndicesUpdateAliasesAction[] {
  return [
    { remove: { index, alias: oldAlias, must_exist: true } },
    { add: { index, alias: newAlias } },
  ];
}

async function switchAliases(
  client: Client,
  indexPrefix: string,
  resource: string,
  { actions, live }: { actions: estypes.IndicesUpdateAliasesAction[]; live: string },
): Promise<void> {
  try {
    await client.indices.updateAliases({ actions }, { signal: UNINTERRUPTED });
  } catch (error) {
    // The answer of an attempt may have been lost after it was done; the next one finds it changed.
    const after = await findGenerations(client, indexPrefix, resource).catch(() => undefined);
    if (after?.live === live) return;
    const isChanged = hasStatus(error, 404);
    if (after === undefined || !isChanged) throw error;
    throw changedMeanwhile(resource, error);
  }
}

function changedMeanwhile(resource: string, cause: unknown): Error {
  return new Error(
    `The generations of ${resource} were changed by somebody else meanwhile; nothing was done. Try again.`,
    { cause },
  );
}
