import type { Client, estypes } from '@elastic/elasticsearch';
import { resultIn } from '../elasticsearch/failures.js';
import { ApiError, unavailable } from '../errors.js';

export interface Aliases {
  /** Not an index, because Elasticsearch would create a missing index. */
  readonly written: string;
  /** The index with the documents that changes depend on. It is only read. */
  readonly beside: string;
}

/** A document with the version that it had when it was read. */
export interface VersionedDocument<Document> {
  readonly document: Document;
  readonly version: { if_seq_no: number; if_primary_term: number };
}

/** The documents of an id before its changes. An absent document is undefined. */
export interface Before<Document, Beside> {
  readonly stored: VersionedDocument<Document> | undefined;
  readonly beside: Beside | undefined;
}

/**
 * Reads the documents of some ids from both indices, in one realtime request.
 * @returns for each id its documents, or the error of their read
 * @throws errors of the client
 */
export async function readBefore<Document, Beside>(
  client: Client,
  { written, beside }: Aliases,
  ids: readonly string[],
  options: { readonly signal: AbortSignal },
): Promise<(Before<Document, Beside> | ApiError)[]> {
  const wanted = ids.flatMap((_id) => [
    { _index: written, _id },
    { _index: beside, _id },
  ]);
  const answer = await client.mget({ docs: wanted }, options);
  const { docs } = answer as Partial<typeof answer>;
  // Documents are matched by position, because a failure may have no id.
  return ids.map((_, position) => {
    const stored = versionedIn(resultIn(docs?.[2 * position]));
    const other = resultIn(docs?.[2 * position + 1]);
    if (stored instanceof ApiError) return stored;
    if (other instanceof ApiError) return other;
    return { stored, beside: other.found ? other._source : undefined } as Before<Document, Beside>;
  });
}

/** Returns a document that was read; undefined if the index lacks it. */
function versionedIn(
  result: estypes.GetGetResult | ApiError,
): VersionedDocument<unknown> | ApiError | undefined {
  if (result instanceof ApiError) return result;
  const { found, _source: document, _seq_no: seqNo, _primary_term: primaryTerm } = result;
  if (!found || document === undefined) return undefined;
  if (seqNo === undefined || primaryTerm === undefined) return unavailable();
  return { document, version: { if_seq_no: seqNo, if_primary_term: primaryTerm } };
}
