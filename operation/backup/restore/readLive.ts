import type { estypes } from '@elastic/elasticsearch';
import { BusyError, patienceOf, retrying } from '../../../core/elasticsearch/retry.js';
import type { Restoration } from './restoration.js';

/**
 * Reads documents by their ids, in their order. One that cannot be read for now, as while
 * Elasticsearch starts, is waited for: it must not be taken for one that is not there.
 * @throws when Elasticsearch stays away, or one of them cannot be read
 */
export async function readLive<Document>(
  { context: { client }, progress, signal }: Restoration,
  index: string,
  ids: readonly string[],
): Promise<estypes.GetGetResult<Document>[]> {
  return retrying(patienceOf({ progress, signal }), async () => {
    const request = { index, ids: [...ids] };
    const { docs } = await client.mget<Document>(request, { maxRetries: 0 });
    return docs.map((each) => {
      if (!('error' in each)) return each;
      throw new BusyError(`${index} cannot be read (${each.error.type}): see the health of the cluster`);
    });
  });
} // prettier-ignore
