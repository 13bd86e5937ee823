import type { Client, estypes } from '@elastic/elasticsearch';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { type TokenDocument, tokens } from '../../../indices/tokens.js';
import { fromClientError, resultIn } from '../../elasticsearch/failures.js';
import { ApiError, unavailable } from '../../errors.js';
import { opaqueIds } from '../../observe/elasticsearch.js';

/**
 * Returns the tokens of these hashes, in their order; undefined for missing ones. Sees every write
 * acknowledged before. A missing index counts as an empty one.
 * @throws {ApiError} 503 if Elasticsearch does not answer in time
 */
export type FindTokens = (
  hashes: readonly string[],
  timeoutMs: number,
) => Promise<readonly (TokenDocument | undefined)[]>;

export function createFindTokens(client: Client, indexPrefix: string): FindTokens {
  const index = liveAlias(indexPrefix, tokens.resource);
  return async (hashes, timeoutMs) => {
    const options = { requestTimeout: timeoutMs, ...opaqueIds() };
    const answer: Partial<estypes.MgetResponse<TokenDocument>> = await client
      .mget<TokenDocument>({ index, ids: [...hashes] }, options)
      .catch((error: unknown) => {
        throw fromClientError(error);
      });
    return hashes.map((_, position) => documentIn(answer.docs?.[position]));
  };
}

/** @throws {ApiError} 503 if the item does not say whether the token exists */
function documentIn(
  item: estypes.MgetResponseItem<TokenDocument> | null | undefined,
): TokenDocument | undefined {
  if (item && 'error' in item && item.error.type === 'index_not_found_exception') return undefined;
  const result = resultIn(item);
  if (result instanceof ApiError) throw result;
  if (result.found && result._source === undefined) throw unavailable();
  return result._source;
}
