import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Client, type estypes, type TransportRequestOptions } from '@elastic/elasticsearch';
import { once } from 'es-toolkit/function';
import { omit, pick } from 'es-toolkit/object';
import { type IndexDefinition, PROVENANCE } from '../../indices/definition.js';
import { codeStamp } from '../../core/elasticsearch/codeStamp.js';
import { describeAnswer, hasStatus } from '../../core/elasticsearch/failures.js';
import {
  heldAlias,
  isGenerationIndex,
  liveAlias,
  previousAlias,
} from '../../core/elasticsearch/names.js';
import type { Provenance } from '../../indices/provenance.js';
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
export type Made = Pick<Resource, 'definition' | 'recipe'>;

export interface Stamp {
  code: string;
  definition: string;
  recipe: string;
}

/** All code that decides what documents look like. */
const CODE = ['..', '../../indices', '../../core'].map((folder) =>
  join(import.meta.dirname, folder),
);

/** Read once: a process goes on with the code that it began with. */
const codeOfThisProcess = once(() => codeStamp(CODE));

/** Returns what tells in the `_meta` of an index of what it is made. */
export function stampOf({ definition: { mappings, settings }, recipe }: Made): Stamp {
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
