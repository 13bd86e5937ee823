import { type Client, errors } from '@elastic/elasticsearch';
import { counted } from '../../core/cli/counted.js';
import { describeBytes } from '../../core/cli/progress.js';
import { percent } from '../../core/cli/share.js';
import type { Provenance } from '../../indices/provenance.js';
import type { RunDocument } from '../../indices/runs.js';
import { findGenerations } from '../generations/generation.js';
import { ownCountry } from '../generations/checks/ownCountry.js';
import { originOf, readNote } from '../generations/provenance.js';
import {
  commandedAs,
  type Context,
  MADE_FROM,
  RESOURCE_NAMES,
  type ResourceName,
} from '../generations/resource.js';
import { readHistory } from './history.js';
import { describeOptions } from './options.js';

/** Entries of the history among which the run that made a generation is looked for. */
const LATEST = 50;

/** A generation, as `status --json` shows it. */
interface GenerationStatus {
  index: string;
  /** Documents in it now; null if they cannot be counted. */
  documents: number | null;
  /** On disk, with its replicas; null if this login may not read it. */
  bytes: number | null;
  /** Null if it remembers nothing: its last run has not ended, or a person made it. */
  made: (Omit<Provenance, 'live'> & { since: string }) | null;
}

/** The borders that the lands are made of, and the borders of the live countries. */
interface OtherBorders {
  madeFrom: string;
  live: string;
}

/** A resource, as `status --json` shows it. */
export interface ResourceStatus {
  resource: ResourceName;
  live: GenerationStatus | null;
  /** A rollback would make it live. */
  previous: GenerationStatus | null;
  /** `promote` would make it live. */
  held: GenerationStatus | null;
  /** Set if another generation is live now than the one that the live one was made from. */
  olderThan: { madeFrom: string; live: string | null } | null;
  /** Set for lands that are made of other borders than the live countries. */
  otherBorders: OtherBorders | null;
  /** Shares of the cities that did not lie in their own country when the live cities or countries were made. */
  elsewhere: { inAnother: number; atSea: number } | null;
  /** True if no run replaces what is live. */
  pinned: boolean;
  /** Generations that a run is making, or has left. */
  leftovers: readonly string[];
  /** The outcome of the run that makes or has left them, as `history` shows it. Null if there are none. */
  run: RunDocument['outcome'] | null;
}

export async function readStatus(context: Context): Promise<ResourceStatus[]> {
  const statuses: ResourceStatus[] = [];
  for (const resource of RESOURCE_NAMES) {
    const generations = await findGenerations(context, resource);
    const [live = null, previous = null, held = null] = await Promise.all(
      [generations.live, generations.previous, generations.held].map((index) =>
        index === undefined ? Promise.resolve(null) : readGeneration(context.client, index),
      ),
    );
    const madeFrom = originOf(live?.made?.sources);
    const { [resource]: origin } = MADE_FROM;
    const { live: now = null } = origin ? await findGenerations(context, origin) : {};
    statuses.push({
      resource,
      live,
      previous,
      held,
      olderThan: origin && madeFrom && madeFrom !== now ? { madeFrom, live: now } : null,
      otherBorders: resource === 'lands' ? ((await findOtherBorders(context)) ?? null) : null,
      elsewhere: await readElsewhere(context, resource, live?.index),
      pinned: generations.pinned !== undefined,
      leftovers: generations.leftovers,
      run: generations.leftovers.length > 0 ? await readOutcome(context, resource) : null,
    });
  }
  return statuses;
}

async function readGeneration(client: Client, index: string): Promise<GenerationStatus> {
  const { provenance } = await readNote(client, index);
  const [documents, bytes] = await Promise.all([
    orNull(client.count({ index }).then(({ count }) => count)),
    orNull(
      client.indices
        .stats({ index, metric: 'store' })
        .then(({ _all: all }) => all.total?.store?.size_in_bytes ?? null),
    ),
  ]);
  if (provenance === undefined) return { index, documents, bytes, made: null };
  const { live: since, ...made } = provenance;
  return { index, documents, bytes, made: { ...made, since } };
}

async function readOutcome(context: Context, resource: string) {
  const entries = await readHistory(context, { resource, limit: LATEST });
  // Other commands make no generation.
  return entries.find(({ kind }) => kind === undefined)?.outcome ?? null;
}

/** Returns null for other resources, and for a generation that the history does not have. */
async function readElsewhere(context: Context, resource: ResourceName, index?: string) {
  if (resource !== 'cities' && resource !== 'countries') return null;
  const entries = await readHistory(context, { resource, limit: LATEST });
  const values = entries.find((entry) => entry.index === index)?.values ?? [];
  const shareOf = (part: string): number | undefined =>
    values.find(({ check, of }) => check === ownCountry.name && of === part)?.value;
  const [inAnother, atSea] = [shareOf('country'), shareOf('sea')];
  return inAnother === undefined || atSea === undefined ? null : { inAnother, atSea };
}

/** A login may lack the privilege, and the index may be closed. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof errors.ResponseError) return null;
    throw error;
  });
}

/** Returns the borders of the live lands and of the live countries, if they are known and differ. */
export async function findOtherBorders(context: Context): Promise<OtherBorders | undefined> {
  const bordersOf = async (name: ResourceName): Promise<string | undefined> => {
    const { live } = await findGenerations(context, name);
    return live && (await readNote(context.client, live)).provenance?.borders;
  };
  const [madeFrom, live] = [await bordersOf('lands'), await bordersOf('countries')];
  return madeFrom && live && madeFrom !== live ? { madeFrom, live } : undefined;
}

export function describeOtherBorders({ madeFrom, live }: OtherBorders): string {
  return `made of the borders of ${madeFrom}, but the live countries have the borders of ${live}: ingest lands with the sources file of the countries`;
}

/**
 * Describes the generations of a resource in lines.
 * @param isLong also says what they were made from. Default: what is live, and what needs a decision
 */
export function describeStatus(status: ResourceStatus, isLong = false): string[] {
  const { resource, live, previous, held, leftovers, olderThan } = status;
  const command = commandedAs(resource);
  const lines = [
    isLong
      ? `${resource}: live ${live?.index ?? 'nothing'}, previous ${previous?.index ?? 'nothing'}`
      : `${resource}: ${live === null ? 'nothing is live' : inShort(live, 'live since', false)}`,
  ];
  if (leftovers.length > 0) {
    const left = `left by a run that is over (${status.run ?? 'not in the history'}); the next run deletes it`;
    lines.push(`  ${status.run === 'running' ? 'being made' : left}: ${leftovers.join(', ')}`);
  }
  if (live !== null && isLong) lines.push(...describeLive(live).map((line) => `  ${line}`));
  if (status.elsewhere && isLong) {
    const { inAnother, atSea } = status.elsewhere;
    lines.push(
      `  of the cities, ${percent(inAnother)} lie in another country, and ${percent(atSea)} at sea`,
    );
  }
  if (olderThan !== null) {
    lines.push(
      `  out of date: made from ${olderThan.madeFrom}, but ${olderThan.live ?? 'nothing'} is live; \`npm run ingest -- ${resource}\` makes them again`,
    );
  }
  if (status.otherBorders)
    lines.push(`  out of date: ${describeOtherBorders(status.otherBorders)}`);
  if (status.pinned)
    lines.push(
      `  pinned: no run replaces it; \`npm run ingest -- unpin ${command}\` lets runs do so`,
    );
  if (held !== null) {
    lines.push(
      `  held: ${inShort(held, 'since')}; \`promote ${command}\` makes it live, \`diff ${resource}\` compares, \`discard ${command}\` deletes it`,
    );
  }
  if (previous !== null && isLong)
    lines.push(`  a rollback would make live: ${inShort(previous, 'last live since')}`);
  return lines;
}

function describeLive({ documents, bytes, made }: GenerationStatus): string[] {
  const now = documents === null ? 'cannot be read now' : `${counted(documents, 'document')} now`;
  const size = bytes === null ? '' : `, ${describeBytes(bytes)} on disk`;
  if (made === null) {
    return ['sources and settings are unknown: its last run has not ended', `${now}${size}`];
  }
  const { since, begun, counts, version, sources, options } = made;
  const rejected = counts.rejected > 0 ? `, ${counts.rejected} rejected` : '';
  const settings = describeOptions(options);
  return [
    `live since ${since}, ${counted(counts.indexed, 'document')} of ${counted(counts.rows, 'row')}${rejected}; begun ${begun} by version ${version}`,
    `${now}${size}`,
    ...sources.map((source) => {
      if ('generation' in source) return `from ${source.generation}`;
      const { name, bytes: length, sha256, asOf, builtIn } = source;
      return `from ${name}${builtIn ? ', built in' : ''}${asOf ? ` of ${asOf}` : ''}, ${length} bytes, SHA-256 ${sha256}`;
    }),
    ...(settings.length > 0 ? [`with ${settings.join(', ')}`] : []),
  ];
}

function inShort(
  { index, documents, made }: GenerationStatus,
  since: string,
  hasSources = true,
): string {
  const when = made === null ? '' : `, ${since} ${made.since}`;
  const names = made?.sources.map((each) => ('generation' in each ? each.generation : each.name));
  const sources = hasSources && names && names.length > 0 ? `, from ${names.join(', ')}` : '';
  const size =
    documents === null ? 'an unknown number of documents' : counted(documents, 'document');
  return `${index}, ${size}${when}${sources}`;
}
