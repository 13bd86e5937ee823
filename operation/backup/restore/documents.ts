import type { estypes } from '@elastic/elasticsearch';
import { oneLine } from '../../../core/cli/printable.js';
import { ensureIndex } from '../../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import type { IndexDefinition } from '../../../indices/definition.js';
import { runs } from '../../../indices/runs.js';
import { tokens, type TokenDocument } from '../../../indices/tokens.js';
import type { EntryOf } from '../entry.js';
import {
  batched,
  bulkWrites,
  type ConditionalWrite,
  nothingRestored,
  readLive,
  type Restoration,
  type Restored,
} from './restoration.js';

const BATCH = 500;

export interface RestoredTokens extends Restored {
  /** Restored tokens that are valid, as `id (name)`. */
  valid: string[];
}

/** Restores the missing entries of the history. */
export async function restoreRuns(
  restoration: Restoration,
  found: AsyncIterable<EntryOf<'run'>>,
): Promise<Restored> {
  const counts = nothingRestored();
  await restoreDocuments<EntryOf<'run'>, unknown>(restoration, runs, found, {
    counts,
    idOf: ({ id }) => id,
    compare({ id, document }, stored) {
      if (stored.found !== true) return [{ create: { _id: id } }, document];
      counts.same += 1;
      return undefined;
    },
  });
  return counts;
}

/**
 * Restores missing tokens. A live token stays, but is revoked if it was revoked in the backup: a restore
 * never makes a revoked token valid.
 */
export async function restoreTokens(
  restoration: Restoration,
  found: AsyncIterable<EntryOf<'token'>>,
): Promise<RestoredTokens> {
  const counts: RestoredTokens = { ...nothingRestored(), valid: [] };
  await restoreDocuments<EntryOf<'token'>, TokenDocument>(restoration, tokens, found, {
    counts,
    idOf: ({ hash }) => hash,
    compare({ hash, document }, { _source: live }) {
      const { id, name, revoked_at } = document;
      if (live === undefined) {
        if (revoked_at === undefined) {
          const token = `${id} (${name})`;
          counts.valid.push(token);
          // At once: if this run fails, the next one finds the token live, and does not report it.
          if (!restoration.isDry) restoration.progress.note(`token valid again: ${oneLine(token)}`);
        }
        return [{ create: { _id: hash } }, document];
      }
      if (revoked_at !== undefined && live.revoked_at === undefined)
        return [{ update: { _id: hash, retry_on_conflict: 10 } }, { doc: { revoked_at } }];
      counts[live.revoked_at === revoked_at ? 'same' : 'left'] += 1;
      return undefined;
    },
  });
  return counts;
}

interface Comparison<Item, Document> {
  counts: Restored;
  idOf: (item: Item) => string;
  /** Returns the write for an item of the backup; undefined, and counted, if none is needed. */
  compare: (
    item: Item,
    stored: Partial<estypes.GetGetResult<Document>>,
  ) => ConditionalWrite | undefined;
}

/** Restores documents into an index that is not a generation, and creates the index if needed. */
async function restoreDocuments<Item, Document>(
  restoration: Restoration,
  { resource, mappings }: Pick<IndexDefinition, 'resource' | 'mappings'>,
  found: AsyncIterable<Item>,
  { counts, idOf, compare }: Comparison<Item, Document>,
): Promise<void> {
  const { context, isDry } = restoration;
  const { client, indexPrefix } = context;
  const index = liveAlias(indexPrefix, resource);
  let exists = index in (await client.indices.get({ index, ignore_unavailable: true }));
  for await (const batch of batched(found, BATCH)) {
    if (!isDry && counts.found === 0) {
      await ensureIndex(client, index, mappings);
      exists = true;
    }
    counts.found += batch.length;
    const live = exists ? await readLive<Document>(restoration, index, batch.map(idOf)) : [];
    const writes = batch.flatMap((item, at) => {
      const write = compare(item, live[at] ?? {});
      return write === undefined ? [] : [write];
    });
    counts.restored += writes.length;
    if (!isDry) await bulkWrites(restoration, index, writes);
  }
  if (!isDry && counts.restored > 0) await client.indices.refresh({ index });
}
