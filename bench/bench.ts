import { randomBytes } from 'node:crypto';
import type { Context } from '../ingest/resource.js';

/** A measurement of lookups or writes goes on for so many seconds, or for so many answers. */
export type Span = { duration: number } | { amount: number };

/** The amount of data, and how long it is measured. */
export interface Extent {
  rounds: number;
  warmUp?: Span;
  measurement: Span;
  connections: number;
  /** One city of so many is ingested. */
  oneCityOf: number;
  /** Whose lands are ingested. */
  landCountry: string;
  markers: number;
  /** Different questions of each kind. */
  samples: number;
}

/** Figures to quote need at least 5 rounds. */
export const FULL: Extent = {
  rounds: 5,
  warmUp: { duration: 3 },
  measurement: { duration: 4 },
  connections: 32,
  oneCityOf: 1,
  // 795,000 lands.
  landCountry: 'FRA',
  markers: 500_000,
  samples: 500,
};

/** Goes everywhere once: that the bench works, not how fast anything is. */
export const QUICK: Extent = {
  rounds: 1,
  // Not a time: a slow machine may give no answer in a second.
  measurement: { amount: 20 },
  connections: 4,
  oneCityOf: 20,
  landCountry: 'LUX',
  markers: 2_000,
  samples: 50,
};

/** One run, on indices of its own in an Elasticsearch that may be somebody's. */
export interface Bench extends Context {
  elasticsearchUrl: string;
  extent: Extent;
  /** Aborted by a person. */
  signal: AbortSignal;
}

/** Returns a prefix that no index or alias has. */
export function newIndexPrefix(): string {
  return `bench-${randomBytes(6).toString('hex')}`;
}

/** Deletes the indices of this prefix, by their names: an alias may point to anybody's index. */
export async function removeIndices({ client, indexPrefix }: Context): Promise<void> {
  const beginning = `${indexPrefix}-`;
  const found = await client.indices.get({ index: `${beginning}*`, expand_wildcards: 'all' });
  for (const index of Object.keys(found).filter((name) => name.startsWith(beginning)))
    await client.indices.delete({ index, ignore_unavailable: true });
}
