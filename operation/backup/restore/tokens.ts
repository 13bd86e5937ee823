import { oneLine } from '../../../core/cli/printable.js';
import { tokens, type TokenDocument } from '../../../indices/tokens.js';
import type { ConditionalWrite } from './bulkWrites.js';
import { restoreDocuments } from './documents.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

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
  const { progress, isDry } = restoration;
  const counts = { ...nothingRestored(), valid: [] as string[] };
  await restoreDocuments<StoredToken, TokenDocument>(restoration, tokens, found, {
    counts,
    idOf: ({ hash }) => hash,
    judge(items) {
      const writes: ConditionalWrite[] = [];
      const valid: string[] = [];
      for (const { item, stored } of items) {
        const { hash, document } = item;
        const live = stored._source;
        const { revoked_at } = document;
        if (live === undefined) {
          writes.push([{ create: { _id: hash } }, document]);
          if (revoked_at === undefined) valid.push(describe(item));
        } else if (revoked_at !== undefined && live.revoked_at === undefined) {
          writes.push([{ update: { _id: hash, retry_on_conflict: 10 } }, { doc: { revoked_at } }]);
        } else counts[live.revoked_at === revoked_at ? 'same' : 'left'] += 1;
      }
      counts.restored += writes.length;
      counts.valid.push(...valid);
      // At once: if this run comes to no end, the next one finds them live, and tells of none.
      if (!isDry && valid.length > 0)
        progress.note(`tokens that are valid again: ${valid.map(oneLine).join(', ')}`);
      return writes;
    },
  });
  return counts;
}

function describe({ document: { id, name } }: StoredToken): string {
  return `${id} (${name})`;
}
