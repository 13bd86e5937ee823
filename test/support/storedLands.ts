import type { Client } from '@elastic/elasticsearch';
import { cellToChildren } from 'h3-js';
import { type LandFacts, LandGroup } from '../../core/lands/land.js';
import type { LandGroupDocument } from '../../indices/lands.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';

/** All live lands of an index prefix by their ids: not to be asked of the whole world, which has 200 million. */
export async function readLands(
  client: Client,
  indexPrefix: string,
): Promise<Map<string, LandFacts>> {
  const lands = new Map<string, LandFacts>();
  const pages = storedPages<LandGroupDocument>(client, `${indexPrefix}-lands`, { size: 1_000 });
  for await (const page of pages) {
    for (const { _source: stored } of page) {
      if (stored === undefined) throw new Error('a group has no source');
      const group = new LandGroup(stored);
      for (const id of cellToChildren(stored.id, 8)) {
        const land = group.land(id, 'en');
        if (land !== undefined) lands.set(id, land);
      }
    }
  }
  return lands;
}
