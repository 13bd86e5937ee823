import type { Client, estypes } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { runs } from '../../indices/runs.js';
import { tokens, type TokenDocument } from '../../indices/tokens.js';
import { cityIdsIndex } from '../../ingest/cities/registry.js';
import { findGenerations } from '../../ingest/generations/generation.js';
import type { Context } from '../../ingest/generations/resource.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';
import { builtMarker, type CityIdPairs, type Entry } from './entry.js';

const PAGE = 5_000;
const PAIRS_PER_ENTRY = 2_000;

/** The indices that hold what cannot be made again; absent where there is none yet. */
export interface StoredIndices {
  cityIds?: string;
  tokens?: string;
  runs?: string;
  markers?: string;
}

/** Finds the indices that hold what cannot be made again. */
export async function findStored({ client, indexPrefix }: Context): Promise<StoredIndices> {
  const named = {
    cityIds: cityIdsIndex(indexPrefix),
    tokens: liveAlias(indexPrefix, tokens.resource),
    runs: liveAlias(indexPrefix, runs.resource),
  };
  const index = Object.values(named);
  const there = await client.indices.get({ index, ignore_unavailable: true });
  const { live } = await findGenerations(client, indexPrefix, markers.resource);
  const found = Object.entries(named).filter(([, name]) => name in there);
  return { ...Object.fromEntries(found), ...(live === undefined ? {} : { markers: live }) };
}

/** Returns what Elasticsearch gives to one index only. */
export async function uuidOf(client: Client, index: string): Promise<string | undefined> {
  const found = await client.indices.getSettings({ index });
  return found[index]?.settings?.index?.uuid;
}

/**
 * Reads what cannot be made again, of each index as it is at one moment: every write that was
 * acknowledged before is in it.
 */
export async function* storedEntries(
  client: Client,
  { cityIds, tokens: ofTokens, runs: ofRuns, markers: ofMarkers }: StoredIndices,
): AsyncGenerator<Entry> {
  if (cityIds !== undefined) {
    // In their order: of two pairs of one city the later one holds.
    for (let number = 0; ; number += 1) {
      const request = { index: cityIds, id: String(number) };
      const { _source } = await client.get<{ ids: CityIdPairs }>(request, { ignore: [404] });
      if (_source === undefined) break;
      for (let first = 0; first < _source.ids.length; first += PAIRS_PER_ENTRY)
        yield { kind: 'city_ids', ids: _source.ids.slice(first, first + PAIRS_PER_ENTRY) };
    }
  }
  if (ofTokens !== undefined) {
    for await (const { _id: hash, _source: document } of documents<TokenDocument>(client, ofTokens))
      if (hash !== undefined && document !== undefined) yield { kind: 'token', hash, document };
  }
  if (ofRuns !== undefined) {
    for await (const { _id: id, _source: document } of documents<Record<string, unknown>>(client, ofRuns))
      if (id !== undefined && document !== undefined) yield { kind: 'run', id, document };
  } // prettier-ignore
  if (ofMarkers !== undefined) {
    const built = documents<MarkerDocument>(client, ofMarkers, { exists: { field: 'season' } });
    for await (const { _source: stored } of built) {
      const document = stored && builtMarker(stored);
      if (document !== undefined) yield { kind: 'marker', document };
    }
  }
}

async function* documents<Document>(
  client: Client,
  index: string,
  query?: estypes.QueryDslQueryContainer,
): AsyncGenerator<estypes.SearchHit<Document>> {
  // A write that was acknowledged is on disk, and perhaps not to be searched yet.
  await client.indices.refresh({ index });
  const wanted = { size: PAGE, ...(query && { query }) };
  for await (const page of storedPages<Document>(client, index, wanted)) yield* page;
}
