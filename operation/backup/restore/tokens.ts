import { ensureIndex } from '../../../elasticsearch/ensureIndex.js';
import { liveAlias } from '../../../elasticsearch/names.js';
import { tokens, type TokenDocument } from '../../../indices/tokens.js';
import { batched } from './batched.js';
import { bulkWrites } from './bulkWrites.js';
import { readLive } from './readLive.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

const BATCH = 500;

export interface StoredToken {
  hash: string;
  document: TokenDocument;
}

/**
 * Brings back tokens that are not there. One that is there stays as it is, but that one that was
 * revoked in the backup is revoked: no restoration makes a token valid that somebody has ended.
 */
export async function restoreTokens(
  restoration: Restoration,
  found: AsyncIterable<StoredToken>,
): Promise<Restored & { valid: string[] }> {
  const { context, progress, isDry } = restoration;
  const { client, indexPrefix } = context;
  const index = liveAlias(indexPrefix, tokens.resource);
  const counts = { ...nothingRestored(), valid: [] as string[] };
  let isThere = index in (await client.indices.get({ index, ignore_unavailable: true }));
  for await (const batch of batched(found, BATCH)) {
    if (!isDry && counts.found === 0) {
      await ensureIndex(client, index, tokens.mappings);
      isThere = true;
    }
    counts.found += batch.length;
    const ids = batch.map(({ hash }) => hash);
    const stored = isThere ? await readLive<TokenDocument>(restoration, index, ids) : [];
    const live = stored.map(({ _source: document }) => document);
    const missing = batch.filter((_, at) => live[at] === undefined);
    const revoked = batch.filter(
      ({ document }, at) =>
        document.revoked_at !== undefined &&
        live[at] !== undefined &&
        live[at].revoked_at === undefined,
    );
    counts.restored += missing.length + revoked.length;
    for (const [at, { document }] of batch.entries()) {
      if (live[at] === undefined || revoked.some((each) => each.document === document)) continue;
      counts[live[at].revoked_at === document.revoked_at ? 'same' : 'left'] += 1;
    }
    const valid = missing.filter(({ document }) => document.revoked_at === undefined);
    counts.valid.push(...valid.map(describe));
    if (isDry) continue;
    // At once: if this run comes to no end, the next one finds them live, and tells of none.
    if (valid.length > 0)
      progress.note(`tokens that are valid again: ${valid.map(describe).join(', ')}`);
    await bulkWrites(restoration, index, [
      ...missing.map(({ hash, document }) => [{ create: { _id: hash } }, document] as const),
      ...revoked.map(({ hash, document }) => {
        const doc = { revoked_at: document.revoked_at };
        return [{ update: { _id: hash, retry_on_conflict: 10 } }, { doc }] as const;
      }),
    ]);
  }
  if (!isDry && counts.restored > 0) await client.indices.refresh({ index });
  return counts;
}

function describe({ document: { id, name } }: StoredToken): string {
  return `${id} (${name})`;
}
