import { randomBytes } from 'node:crypto';
import type { Context } from '../../ingest/generations/resource.js';

/** A measurement of lookups or writes goes on for so many seconds, or for so many answers. */
export type Span = { duration: number } | { amount: number };

/** How long each load is measured, and how often. */
export interface Measuring {
  rounds: number;
  warmUp?: Span;
  measurement: Span;
  connections: number;
}

/** The amount of data, and how long it is measured. */
export interface Extent extends Measuring {
  /** One city and one place of so many is ingested. */
  oneOf: number;
  /** Whose lands the ingestion is measured with. */
  landCountry: string;
  /** True if the lands that are looked up are those of that country, else those of a default run. */
  landsOfCountryOnly: boolean;
  markers: number;
  /** Different questions of those whose answers are kept. */
  keptAnswers: number;
}

/** Figures to quote need at least 5 rounds. */
export const FULL: Extent = {
  rounds: 5,
  // A new Elasticsearch answers the same search in a third of the time after a minute of them.
  warmUp: { duration: 6 },
  measurement: { duration: 4 },
  connections: 32,
  oneOf: 1,
  // 795,000 lands.
  landCountry: 'FRA',
  landsOfCountryOnly: false,
  markers: 500_000,
  keptAnswers: 500,
};

/** Goes everywhere once: that the bench works, not how fast anything is. */
export const QUICK: Extent = {
  rounds: 1,
  // Not a time: a slow machine may give no answer in a second.
  measurement: { amount: 20 },
  connections: 4,
  oneOf: 20,
  landCountry: 'LUX',
  landsOfCountryOnly: true,
  markers: 2_000,
  keptAnswers: 20,
};

/** Data of its own in an Elasticsearch that may be somebody's. */
export interface Session extends Context {
  elasticsearchUrl: string;
  /** Aborted by a person. */
  signal: AbortSignal;
}

/** One run. */
export interface Bench extends Session {
  extent: Extent;
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
