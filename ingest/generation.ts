import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexDefinition } from '../indices/definition.js';
import {
  generationIndex,
  isGenerationIndex,
  liveAlias,
  previousAlias,
} from '../src/elasticsearch/names.js';

/** Which generations of a resource there are. All of it is read from Elasticsearch's aliases. */
export interface Generations {
  live?: string;
  previous?: string;
  /** Generations that no alias points at: what failed or interrupted runs left behind. */
  remains: string[];
}

/** @throws when the alias's name is taken by an index, which only a person can have made. */
export async function findGenerations(
  client: Client,
  indexPrefix: string,
  resource: string,
): Promise<Generations> {
  const live = liveAlias(indexPrefix, resource);
  const indices = await client.indices.getAlias({ index: `${live}*`, expand_wildcards: 'all' });
  if (live in indices) {
    throw new Error(`An index is called "${live}", where an alias should be. Delete or rename it.`);
  }
  const generations: Generations = { remains: [] };
  for (const [index, { aliases }] of Object.entries(indices)) {
    if (!isGenerationIndex(indexPrefix, resource, index)) continue;
    if (live in aliases) generations.live = index;
    else if (previousAlias(indexPrefix, resource) in aliases) generations.previous = index;
    else generations.remains.push(index);
  }
  return generations;
}

/**
 * Makes the empty index of a new generation, tuned for loading: nobody reads it yet, and what a
 * crash loses of it is loaded anew.
 */
export async function createGeneration(
  client: Client,
  indexPrefix: string,
  { resource, mappings, settings }: IndexDefinition,
): Promise<string> {
  const index = generationIndex(indexPrefix, resource, new Date());
  await client.indices.create({
    index,
    mappings: { ...mappings, _meta: { definition: digest({ resource, mappings, settings }) } },
    settings: {
      ...settings,
      number_of_replicas: 0,
      refresh_interval: '-1',
      translog: { durability: 'async', flush_threshold_size: '1gb' },
    },
  });
  return index;
}

/** Whether there is a live generation, made by the same definition as this version of the code has. */
export async function isCurrent(
  client: Client,
  indexPrefix: string,
  definition: IndexDefinition,
): Promise<boolean> {
  const { live } = await findGenerations(client, indexPrefix, definition.resource);
  if (live === undefined) return false;
  const mapping = (await client.indices.getMapping({ index: live }))[live];
  return mapping?.mappings._meta?.definition === digest(definition);
}

function digest(definition: IndexDefinition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex');
}

/**
 * Makes a loaded generation durable and searchable. It is not merged into one segment: that costs
 * a third of the load, and sorted segments answer a lookup as fast.
 */
export async function sealGeneration(client: Client, index: string): Promise<void> {
  await client.indices.putSettings({
    index,
    settings: {
      refresh_interval: null,
      translog: { durability: null, flush_threshold_size: null },
      auto_expand_replicas: '0-1',
    } as unknown as estypes.IndicesIndexSettings,
  });
  await client.indices.flush({ index, wait_if_ongoing: true });
  await client.indices.refresh({ index });
}

/**
 * Makes a generation live, the one live until now the previous one, and deletes the one before
 * that: one atomic step of Elasticsearch, so that at every moment exactly one generation is live.
 */
export async function promote(
  client: Client,
  indexPrefix: string,
  resource: string,
  index: string,
): Promise<void> {
  const { live, previous } = await findGenerations(client, indexPrefix, resource);
  const alias = liveAlias(indexPrefix, resource);
  const actions: estypes.IndicesUpdateAliasesAction[] = [{ add: { index, alias } }];
  if (live !== undefined) {
    actions.push({ remove: { index: live, alias } });
    actions.push({ add: { index: live, alias: previousAlias(indexPrefix, resource) } });
  }
  if (previous !== undefined) actions.push({ remove_index: { index: previous } });
  await client.indices.updateAliases({ actions });
}

/**
 * Makes the previous generation live again, and the live one the previous one.
 * @throws when there is no previous generation.
 */
export async function rollback(
  client: Client,
  indexPrefix: string,
  resource: string,
): Promise<{ live: string; previous: string }> {
  const { live, previous } = await findGenerations(client, indexPrefix, resource);
  if (live === undefined || previous === undefined) {
    throw new Error(`There is no previous generation of ${resource} to go back to.`);
  }
  const alias = liveAlias(indexPrefix, resource);
  const kept = previousAlias(indexPrefix, resource);
  await client.indices.updateAliases({
    actions: [
      { remove: { index: live, alias } },
      { add: { index: live, alias: kept } },
      { remove: { index: previous, alias: kept } },
      { add: { index: previous, alias } },
    ],
  });
  return { live: previous, previous: live };
}

/** Deletes what failed or interrupted runs left behind. Needs the resource's lock. */
export async function clearRemains(
  client: Client,
  indexPrefix: string,
  resource: string,
): Promise<string[]> {
  const { remains } = await findGenerations(client, indexPrefix, resource);
  for (const index of remains) await client.indices.delete({ index, ignore_unavailable: true });
  return remains;
}
