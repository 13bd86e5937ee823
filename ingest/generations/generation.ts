import type { TransportRequestOptions } from '@elastic/elasticsearch';
import {
  heldAlias,
  isGenerationIndex,
  liveAlias,
  pinnedAlias,
  previousAlias,
} from '../../core/elasticsearch/names.js';
import type { Connection } from '../../core/elasticsearch/withClient.js';

/** The generations of a resource, read from the aliases of Elasticsearch. */
export interface Generations {
  live?: string;
  previous?: string;
  /** Complete, and kept until a person promotes or discards it. */
  held?: string;
  /** One that bears the pin. Until it is removed, no run replaces what is live. */
  pinned?: string;
  /** Without any of these aliases: made by a run that is under way, failed or was interrupted. */
  leftovers: string[];
}

/** @throws if an index has the name of the alias, which only a person can have made */
export async function findGenerations(
  { client, indexPrefix }: Connection,
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
  const generations: Generations = { leftovers: [] };
  for (const [index, { aliases }] of Object.entries(indices)) {
    if (pinnedAlias(indexPrefix, resource) in aliases) generations.pinned = index;
    // Whatever its name: a person may have given the alias to an index.
    if (live in aliases) generations.live = index;
    else if (!isGenerationIndex(indexPrefix, resource, index)) continue;
    else if (previousAlias(indexPrefix, resource) in aliases) generations.previous = index;
    else if (heldAlias(indexPrefix, resource) in aliases) generations.held = index;
    // A pinned generation that has lost its alias is not deleted.
    else if (generations.pinned !== index) generations.leftovers.push(index);
  }
  return generations;
}

/** Returns the alias through which a generation is loaded, and which it keeps until its promotion. */
export function loadingAlias(index: string): string {
  return `${index}-loading`;
}
