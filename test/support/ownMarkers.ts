import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { markers, type MarkerDocument } from '../../indices/markers.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { createTestClient } from './api.js';

export interface OwnMarkers {
  readonly indexPrefix: string;
  readonly client: Client;
  readonly alias: string;
  /** What is stored of a marker now, whether searches see it or not. */
  stored(id: string): Promise<MarkerDocument | undefined>;
  remove(): Promise<void>;
}

/** Stores markers of a test's own, under another index prefix. */
export async function storeMarkers(
  documents: readonly MarkerDocument[],
  client = createTestClient(),
): Promise<OwnMarkers> {
  const indexPrefix = `test-markers-${randomBytes(6).toString('hex')}`;
  const alias = liveAlias(indexPrefix, markers.resource);
  const index = `${alias}-1`;
  const { mappings, settings } = markers;
  await client.indices.create({ index, mappings, settings, aliases: { [alias]: {} } });
  for (let start = 0; start < documents.length; start += 5_000) {
    const operations = documents
      .slice(start, start + 5_000)
      .flatMap((document) => [{ index: { _id: document.id } }, document]);
    const { errors } = await client.bulk({ index, operations });
    if (errors) throw new Error('a marker could not be stored');
  }
  await client.indices.refresh({ index });
  return {
    indexPrefix,
    client,
    alias,
    async stored(id) {
      const { docs } = await client.mget<MarkerDocument>({ index: alias, ids: [id] });
      const [found] = docs;
      return found !== undefined && 'found' in found ? found._source : undefined;
    },
    async remove() {
      await client.indices.delete({ index });
      await client.close();
    },
  };
}

/** Markers a good kilometre from each other, so that a small radius holds one of them. */
export function rowOfMarkers(count: number): MarkerDocument[] {
  return Array.from({ length: count }, (_, position) => ({
    id: `marker-${position}`,
    land_id: '881fb46625fffff',
    location: [position / 100, 0],
  }));
}
