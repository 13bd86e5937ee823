import type { Client } from '@elastic/elasticsearch';
import type { LandDocument } from '../../indices/lands.js';

const PAGE = 10_000;
const KEEP_ALIVE = '1m';

/** All live lands of an index prefix by their ids; in no order, for nothing of them is indexed. */
export async function readLands(
  client: Client,
  indexPrefix: string,
): Promise<Map<string, LandDocument>> {
  const lands = new Map<string, LandDocument>();
  const index = `${indexPrefix}-lands`;
  const { id } = await client.openPointInTime({ index, keep_alive: KEEP_ALIVE });
  for (let after: unknown[] | undefined; ;) {
    const { hits } = await client.search<LandDocument>({
      pit: { id, keep_alive: KEEP_ALIVE },
      size: PAGE,
      sort: [{ _shard_doc: 'asc' }],
      ...(after === undefined ? {} : { search_after: after as number[] }),
    });
    for (const { _source: land } of hits.hits) if (land !== undefined) lands.set(land.id, land);
    after = hits.hits.at(-1)?.sort;
    if (hits.hits.length < PAGE) break;
  }
  await client.closePointInTime({ id });
  return lands;
}
