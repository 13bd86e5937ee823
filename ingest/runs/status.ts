import { type Client, errors } from '@elastic/elasticsearch';
import {
  type Counts,
  readProvenance,
  type RememberedOptions,
  type Source,
} from '../../indices/provenance.js';
import { findGenerations, readMeta } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { MADE_FROM, RESOURCE_NAMES, type ResourceName } from '../generations/resourceNames.js';

/** A generation, as `status --json` tells it. */
export interface GenerationStatus {
  index: string;
  /** Documents in it now; null where they cannot be counted. */
  documents: number | null;
  /** On disk, with its replicas; null where this login may not see it. */
  bytes: number | null;
  /** Null: it is of an earlier version, or its last run has not ended. */
  made: {
    begun: string;
    /** Since when it is live; of a held one, since when it is held. */
    since: string;
    version: string;
    counts: Counts;
    sources: readonly Source[];
    options: RememberedOptions;
  } | null;
}

/** A resource, as `status --json` tells it. */
export interface ResourceStatus {
  resource: ResourceName;
  live: GenerationStatus | null;
  /** What a rollback would make live. */
  previous: GenerationStatus | null;
  /** What `promote` would make live. */
  held: GenerationStatus | null;
  /** The generation that the live one was made from, if another one is live by now. */
  olderThan: { madeFrom: string; live: string | null } | null;
  /** Not finished, or under way. */
  remains: readonly string[];
}

/** Reads all that is known of every resource. */
export async function readStatus(context: Context): Promise<ResourceStatus[]> {
  const { client, indexPrefix } = context;
  const found: ResourceStatus[] = [];
  for (const resource of RESOURCE_NAMES) {
    const generations = await findGenerations(client, indexPrefix, resource);
    const read = (index: string | undefined): Promise<GenerationStatus | null> =>
      index === undefined ? Promise.resolve(null) : readGeneration(client, index);
    const [live, previous, held] = await Promise.all([
      read(generations.live),
      read(generations.previous),
      read(generations.held),
    ]);
    found.push({
      resource,
      live,
      previous,
      held,
      olderThan: await readOlder(context, resource, live?.made?.sources ?? []),
      remains: generations.remains,
    });
  }
  return found;
}

async function readGeneration(client: Client, index: string): Promise<GenerationStatus> {
  const provenance = readProvenance(await readMeta(client, index));
  const made = provenance && {
    begun: provenance.begun,
    since: provenance.live,
    version: provenance.version,
    counts: provenance.counts,
    sources: provenance.sources,
    options: provenance.options,
  };
  const [documents, bytes] = await Promise.all([
    orNull(client.count({ index }).then(({ count }) => count)),
    orNull(
      client.indices
        .stats({ index, metric: 'store' })
        .then(({ _all: all }) => all.total?.store?.size_in_bytes ?? null),
    ),
  ]);
  return { index, documents, bytes, made: made ?? null };
}

/** What a login may not see, or a closed index cannot tell, is unknown. */
async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch((error: unknown) => {
    if (error instanceof errors.ResponseError) return null;
    throw error;
  });
}

async function readOlder(
  { client, indexPrefix }: Context,
  resource: ResourceName,
  sources: readonly Source[],
): Promise<ResourceStatus['olderThan']> {
  const origin = MADE_FROM[resource];
  const source = sources.find((each) => 'generation' in each);
  if (origin === undefined || source === undefined) return null;
  const { live = null } = await findGenerations(client, indexPrefix, origin);
  return source.generation === live ? null : { madeFrom: source.generation, live };
}
