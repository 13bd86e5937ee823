import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Client, estypes } from '@elastic/elasticsearch';
import { UsageError } from '../../core/cli/failure.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { runs } from '../../indices/runs.js';
import { tokens, type TokenDocument } from '../../indices/tokens.js';
import { cityIdsIndex } from '../../ingest/cities/registry.js';
import { findGenerations } from '../../ingest/generations/generation.js';
import type { Context } from '../../ingest/generations/resource.js';
import { readSources } from '../../ingest/sources/readSources.js';
import { builtMarker, type CityIdPairs, type Entry, type EntryOf } from './entry.js';

const PAGE = 5_000;
const PAIRS_PER_ENTRY = 2_000;

/** The indices to save. An index that does not exist yet is absent. */
export interface StoredIndices {
  cityIds?: string;
  tokens?: string;
  runs?: string;
  markers?: string;
}

/** Finds the indices whose data cannot be made again. */
export async function findStored({ client, indexPrefix }: Context): Promise<StoredIndices> {
  const named = {
    cityIds: cityIdsIndex(indexPrefix),
    tokens: liveAlias(indexPrefix, tokens.resource),
    runs: liveAlias(indexPrefix, runs.resource),
  };
  const index = Object.values(named);
  const existing = await client.indices.get({ index, ignore_unavailable: true });
  const { live } = await findGenerations({ client, indexPrefix }, markers.resource);
  const found = Object.entries(named).filter(([, name]) => name in existing);
  return { ...Object.fromEntries(found), ...(live === undefined ? {} : { markers: live }) };
}

/** Returns the id that Elasticsearch never gives to a second index. */
export async function uuidOf(client: Client, index: string): Promise<string | undefined> {
  const found = await client.indices.getSettings({ index });
  return found[index]?.settings?.index?.uuid;
}

/** Reads the entries of the indices, each at one moment: all writes acknowledged before are included. */
export async function* storedEntries(
  client: Client,
  indices: StoredIndices,
): AsyncGenerator<Entry> {
  if (indices.cityIds !== undefined) yield* cityIdEntries(client, indices.cityIds);
  if (indices.tokens !== undefined) {
    for await (const { _id: hash, _source: document } of documents<TokenDocument>(
      client,
      indices.tokens,
    ))
      if (hash !== undefined && document !== undefined) yield { kind: 'token', hash, document };
  }
  if (indices.runs !== undefined) {
    for await (const { _id: id, _source: document } of documents<Record<string, unknown>>(client, indices.runs))
      if (id !== undefined && document !== undefined) yield { kind: 'run', id, document };
  } // prettier-ignore
  if (indices.markers !== undefined) {
    const isBuilt = { exists: { field: 'season' } };
    for await (const { _source } of documents<MarkerDocument>(client, indices.markers, isBuilt)) {
      const document = _source && builtMarker(_source);
      if (document !== undefined) yield { kind: 'marker', document };
    }
  }
}

/** Reads the pairs in their order, because the later one of two pairs of a city is valid. */
async function* cityIdEntries(client: Client, index: string): AsyncGenerator<EntryOf<'city_ids'>> {
  for (let number = 0; ; number += 1) {
    const request = { index, id: String(number) };
    const { _source } = await client.get<{ ids: CityIdPairs }>(request, { ignore: [404] });
    if (_source === undefined) return;
    for (let first = 0; first < _source.ids.length; first += PAIRS_PER_ENTRY)
      yield { kind: 'city_ids', ids: _source.ids.slice(first, first + PAIRS_PER_ENTRY) };
  }
}

async function* documents<Document>(
  client: Client,
  index: string,
  query?: estypes.QueryDslQueryContainer,
): AsyncGenerator<estypes.SearchHit<Document>> {
  // An acknowledged write is on disk, but perhaps not searchable yet.
  await client.indices.refresh({ index });
  const wanted = { size: PAGE, ...(query && { query }) };
  for await (const page of storedPages<Document>(client, index, wanted)) yield* page;
}

/**
 * Reads the sources file and the mapping files that it names, but no data files: the history has their
 * checksums.
 * @throws when the sources file is not valid, or two files have the same name
 */
export async function* sourcesFiles(file: string | undefined): AsyncGenerator<EntryOf<'file'>> {
  if (file === undefined) return;
  const sources = await readSources(file);
  const names = new Set<string>();
  for (const path of new Set([file, ...mappingsIn(sources)])) {
    const name = basename(path);
    if (names.has(name))
      throw new UsageError(
        `${file} uses two files called ${name} (one is in ${dirname(path)}). Rename one of them.`,
      );
    names.add(name);
    yield { kind: 'file', name, text: await readFile(path, 'utf8') };
  }
}

function mappingsIn(value: unknown, member = ''): string[] {
  if (typeof value === 'string') return member === 'mapping' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => mappingsIn(each, name));
}
