import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { type Digests, readDigests } from './digests.js';
import { type Fields, pagesOf, readByIds } from './documents.js';

/** So many of each kind are told one by one. */
export const EXAMPLES = 3;

export interface FieldChange {
  field: string;
  /** Undefined: there was none. */
  from: unknown;
  to: unknown;
}

/** How one generation differs from another. */
export interface Changes {
  /** Absent: there was none, and every document is new. */
  from?: string;
  to: string;
  counts: { new: number; changed: number; unchanged: number; gone: number };
  /** The number of changed documents by the field that changed. */
  fields: Readonly<Record<string, number>>;
  examples: {
    new: readonly string[];
    changed: readonly { id: string; fields: readonly FieldChange[] }[];
    gone: readonly string[];
  };
}

/**
 * Compares two generations, document by document. Holds one page of each at a time, however many
 * there are. What is indexed only, and cannot be read back, is compared where both have digests of it.
 * @param digests of the new one, where it does not remember them yet
 */
export async function compareGenerations(
  client: Client,
  from: string | undefined,
  to: string,
  digests?: Digests,
): Promise<Changes> {
  if (from === undefined) return allNew(client, to);
  const counts = { new: 0, changed: 0, unchanged: 0, gone: 0 };
  const added: string[] = [];
  const changed: { id: string; fields: FieldChange[] }[] = [];
  const fields = new Map<string, number>();
  const byDigest = comparison(
    await readDigests(client, from),
    digests ?? (await readDigests(client, to)),
  );
  for await (const page of pagesOf(client, to, true)) {
    const before = await readByIds(client, from, [...page.keys()], true);
    for (const [id, document] of page) {
      const old = before.get(id);
      const differing = old && [...differences(old, document), ...byDigest(id)];
      if (differing === undefined) {
        counts.new += 1;
        if (added.length < EXAMPLES) added.push(id);
      } else if (differing.length === 0) counts.unchanged += 1;
      else {
        counts.changed += 1;
        if (changed.length < EXAMPLES) changed.push({ id, fields: differing });
        for (const { field } of differing) fields.set(field, (fields.get(field) ?? 0) + 1);
      }
    }
  }
  const { count } = await client.count({ index: from });
  counts.gone = count - counts.changed - counts.unchanged;
  const gone = await findGone(client, from, to, Math.min(counts.gone, EXAMPLES));
  return {
    from,
    to,
    counts,
    fields: Object.fromEntries([...fields].sort(([, one], [, other]) => other - one)),
    examples: { new: added, changed, gone },
  };
}

async function allNew(client: Client, to: string): Promise<Changes> {
  const { count } = await client.count({ index: to });
  const { hits } = await client.search({ index: to, size: EXAMPLES, _source: false });
  return {
    to,
    counts: { new: count, changed: 0, unchanged: 0, gone: 0 },
    fields: {},
    examples: { new: hits.hits.map(({ _id: id = '' }) => id), changed: [], gone: [] },
  };
}

function differences(old: Fields, now: Fields): FieldChange[] {
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names]
    .filter((field) => !isDeepStrictEqual(old[field], now[field]))
    .sort()
    .map((field) => ({ field, from: old[field], to: now[field] }));
}

/** Returns what tells, of a document, the fields of which the digests differ. */
function comparison(old: Digests, now: Digests): (id: string) => FieldChange[] {
  const fields = Object.keys(now).filter((field) => field in old);
  return (id) =>
    fields
      .map((field) => ({ field, from: old[field]?.[id], to: now[field]?.[id] }))
      .filter(({ from, to }) => from !== to);
}

/** Finds so many documents of one that the other one lacks. */
async function findGone(
  client: Client,
  from: string,
  to: string,
  wanted: number,
): Promise<string[]> {
  const gone: string[] = [];
  if (wanted === 0) return gone;
  for await (const page of pagesOf(client, from, false)) {
    const ids = [...page.keys()];
    const present = await readByIds(client, to, ids, false);
    gone.push(...ids.filter((id) => !present.has(id)));
    if (gone.length >= wanted) break;
  }
  return gone.slice(0, wanted);
}
