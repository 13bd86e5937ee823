import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Client, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { once } from 'es-toolkit/function';
import { omit, pick } from 'es-toolkit/object';
import { type IndexDefinition, PROVENANCE } from '../indices/definition.js';
import { codeStamp } from '../elasticsearch/codeStamp.js';
import { describeAnswer, hasStatus, isErrorOfType } from '../elasticsearch/failures.js';
import {
  generationIndex,
  heldAlias,
  isGenerationIndex,
  liveAlias,
  previousAlias,
} from '../elasticsearch/names.js';
import { acceptedSettings } from '../elasticsearch/serverless.js';
import type { Provenance } from '../indices/provenance.js';
import { NO_REPLICAS, type Replicas, replicasOfTemplate } from './replicas.js';
import type { Context, Resource } from './resource.js';

/** The generations of a resource, all read from Elasticsearch's aliases. */
export interface Generations {
  live?: string;
  previous?: string;
  /** Complete, and kept until a person makes it live or discards it. */
  held?: string;
  /** None of these: what failed or interrupted runs left behind. */
  remains: string[];
}

/** @throws when the alias's name is taken by an index, which only a person can have made. */
export async function findGenerations(
  client: Client,
  indexPrefix: string,
  resource: string,
  options?: TransportRequestOptions,
): Promise<Generations> {
  const live = liveAlias(indexPrefix, resource);
  const indices = await client.indices.getAlias(
    { index: `${live}*`, expand_wildcards: 'all' },
    options,
  );
  if (live in indices) {
    throw new Error(`An index is called "${live}", where an alias should be. Delete or rename it.`);
  }
  const generations: Generations = { remains: [] };
  for (const [index, { aliases }] of Object.entries(indices)) {
    // Whatever it is called: a person may have given it the alias.
    if (live in aliases) generations.live = index;
    else if (!isGenerationIndex(indexPrefix, resource, index)) continue;
    else if (previousAlias(indexPrefix, resource) in aliases) generations.previous = index;
    else if (heldAlias(indexPrefix, resource) in aliases) generations.held = index;
    else generations.remains.push(index);
  }
  return generations;
}

/** The ingredients of an index; told in the `_meta` of its mapping. */
type Made = Pick<Resource, 'definition' | 'recipe'>;

interface Stamp {
  code: string;
  definition: string;
  recipe: string;
}

/** All code that decides what documents look like. */
const CODE = ['.', '../indices', '../geo'].map((folder) => join(import.meta.dirname, folder));

/** Read once: a process goes on with the code that it began with. */
const codeOfThisProcess = once(() => codeStamp(CODE));

function stampOf({ definition: { mappings, settings }, recipe }: Made): Stamp {
  return {
    code: codeOfThisProcess(),
    definition: digest([mappings, settings]),
    recipe: digest(recipe),
  };
}

/** Returns the alias that a generation is loaded through; it has it until it goes live, also while it is held. */
export function loadingAlias(index: string): string {
  return `${index}-loading`;
}

/** Nobody reads a generation that is loaded, and what a crash loses of it is loaded anew. */
const LOADING = {
  refresh_interval: '-1',
  translog: { durability: 'async', flush_threshold_size: '1gb' },
} as const;

/** Those of an index that is read and kept, in their place. */
export const LOADED = {
  refresh_interval: null,
  translog: { durability: null, flush_threshold_size: null },
} as unknown as estypes.IndicesIndexSettings;

/**
 * Makes the empty index of a new generation, tuned for loading. Needs the resource's lock, and no
 * remains.
 * @param more settings beside those
 */
export async function createGeneration(
  client: Client,
  indexPrefix: string,
  made: Made,
  more: estypes.IndicesIndexSettings = {},
): Promise<string> {
  const { resource, mappings, settings } = made.definition;
  const index = generationIndex(indexPrefix, resource, new Date());
  const accepted = await acceptedSettings(client, { ...settings, ...LOADING, ...more });
  const making = client.indices.create({
    index,
    aliases: { [loadingAlias(index)]: {} },
    mappings: { ...mappings, _meta: stampOf(made) },
    ...(accepted && { settings: accepted }),
  });
  await making.catch(unlessMade(client, indexPrefix, resource, index));
  return index;
}

/**
 * Makes the index of a new generation that begins as a copy of another one of the same definition.
 * They share their files, so that it takes no time, however large they are. Needs the resource's
 * lock, and no remains.
 */
export async function copyGeneration(
  client: Client,
  indexPrefix: string,
  made: Made,
  from: string,
): Promise<string> {
  const { resource } = made.definition;
  const index = generationIndex(indexPrefix, resource, new Date());
  // Elasticsearch copies only what nobody writes to.
  await client.indices.addBlock({ index: from, block: 'write' });
  try {
    const making = client.indices.clone({
      index: from,
      target: index,
      aliases: { [loadingAlias(index)]: {} },
      settings: { ...LOADING, ...NO_REPLICAS, 'index.blocks.write': null },
    });
    await making.catch(unlessMade(client, indexPrefix, resource, index));
  } finally {
    // One that stays does no harm: nothing is ever written to a generation that is live.
    const settings = { 'index.blocks.write': null };
    const freed = client.indices.putSettings({ index: from, settings }, { maxRetries: 0 });
    await freed.catch(() => undefined);
  }
  await client.indices.putMapping({ index, _meta: { ...stampOf(made) } });
  return index;
}

/**
 * Returns what is done when the index of a generation could not be made: nothing, if it was made by an
 * earlier attempt whose answer was lost. Remains are cleared before, so that it is no other run's.
 */
function unlessMade(client: Client, indexPrefix: string, resource: string, index: string) {
  return async (error: unknown): Promise<void> => {
    if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    const { remains } = await findGenerations(client, indexPrefix, resource);
    if (!remains.includes(index)) throw error;
  };
}

/**
 * Takes the replicas away from a new generation, for they would cost a load as much again.
 * @returns those to be made once it is loaded
 */
export async function withoutReplicas(client: Client, index: string): Promise<Replicas> {
  const replicas = await replicasOfTemplate(client, index);
  const none = await acceptedSettings(client, NO_REPLICAS);
  if (none !== undefined) await client.indices.putSettings({ index, settings: none });
  return replicas;
}

/**
 * Brings a live index, which is kept up in place, up to its present definition. It is out of date
 * from then on, until it is complete.
 * @param meta notes for whoever finds it not complete
 * @throws when the definition changed in a way that is possible for a new index only
 */
export async function beginInPlace(
  client: Client,
  index: string,
  { mappings, settings }: IndexDefinition,
  meta: Record<string, unknown>,
): Promise<void> {
  // Fixed when an index is made.
  const changeable = omit(settings, ['number_of_shards']);
  try {
    // An index loaded as a generation must be durable now: acknowledged writes depend on it.
    const durable = { ...changeable, translog: { durability: null } };
    await client.indices.putSettings({
      index,
      settings: durable as unknown as estypes.IndicesIndexSettings,
    });
    await client.indices.putMapping({ index, ...mappings, _meta: meta });
  } catch (error) {
    if (!hasStatus(error, 400)) throw error;
    throw new Error(
      `${index} cannot be kept up in place, because its definition changed too much: ${describeAnswer(error.body)}`,
      { cause: error },
    );
  }
}

/**
 * Notes what an index was made of, once it is complete.
 * @param made absent: it is not all of what its definition and recipe make
 * @param notes beside that
 */
export async function remember(
  client: Client,
  index: string,
  provenance: Provenance,
  made?: Made,
  notes: Record<string, unknown> = {},
): Promise<void> {
  const stamp = made && stampOf(made);
  const _meta = { ...stamp, ...notes, [PROVENANCE]: provenance };
  await client.indices.putMapping({ index, _meta });
}

/** Returns the notes in the mapping of an index, which anybody could have written. */
export async function readMeta(
  client: Client,
  index: string,
  options?: TransportRequestOptions,
): Promise<Record<string, unknown>> {
  const mapping = (await client.indices.getMapping({ index }, options))[index];
  return mapping?.mappings._meta ?? {};
}

/** Tells whether the live generation was made by this very code, definition and recipe. */
export async function isCurrent(client: Client, indexPrefix: string, made: Made): Promise<boolean> {
  const { live } = await findGenerations(client, indexPrefix, made.definition.resource);
  return live !== undefined && isMadeOf(await readMeta(client, live), made);
}

/** Tells whether notes in a mapping say that it was made by this very code, definition and recipe. */
export function isMadeOf(meta: Readonly<Record<string, unknown>>, made: Made): boolean {
  const stamp = pick(meta as Partial<Stamp>, ['code', 'definition', 'recipe']);
  return isDeepStrictEqual(stamp, stampOf(made));
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/**
 * Makes what is loaded durable and searchable. Merging is left to Elasticsearch unless the
 * definition asks for it: it costs a third of the load, and sorted segments answer as fast.
 */
export async function sealGeneration(
  client: Client,
  index: string,
  { merge = false }: IndexDefinition,
): Promise<void> {
  await client.indices.flush({ index, wait_if_ongoing: true });
  if (merge) await client.indices.forcemerge({ index, max_num_segments: 1 });
  await client.indices.refresh({ index });
}

/**
 * Deletes what failed or interrupted runs left behind. Needs the resource's lock.
 * @throws when one of them must not be deleted; none is deleted then
 */
export async function clearRemains(
  context: Context,
  { definition, assertDiscardable }: Pick<Resource, 'definition' | 'assertDiscardable'>,
): Promise<string[]> {
  const { client, indexPrefix } = context;
  const { remains } = await findGenerations(client, indexPrefix, definition.resource);
  for (const index of remains) await assertDiscardable?.(context, index);
  const deleted: string[] = [];
  for (const index of remains) {
    if (await deleteRemains(context, definition.resource, index)) deleted.push(index);
  }
  return deleted;
}

/**
 * Deletes a generation, unless it is live, held or kept for a rollback. One that still goes live, by a
 * switch under way or a run that stalled, is not deleted either: going live takes the loading
 * alias, and whoever is the first to take that away keeps the other one from its work.
 * @returns false when it was left alone
 */
export async function deleteRemains(
  { client, indexPrefix }: Context,
  resource: string,
  index: string,
  options?: TransportRequestOptions,
): Promise<boolean> {
  // Not there: it went live, or another run deletes it, or it was never loaded through one.
  await client.indices.deleteAlias(
    { index, name: loadingAlias(index) },
    { ...options, ignore: [404] },
  );
  const { remains } = await findGenerations(client, indexPrefix, resource, options);
  if (!remains.includes(index)) return false;
  await client.indices.delete({ index, ignore_unavailable: true }, options);
  return true;
}
