import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Client, estypes } from '@elastic/elasticsearch';
import { UsageError } from '../../core/cli/failure.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';
import { VERSION } from '../../core/version.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { runs } from '../../indices/runs.js';
import { tokens, type TokenDocument } from '../../indices/tokens.js';
import { cityIdsIndex } from '../../ingest/cities/registry.js';
import type { Context } from '../../ingest/generations/resource.js';
import { readSources } from '../../ingest/sources/readSources.js';
import { builtMarker, type CityIdPairs, type Entry, FORMAT, type Manifest } from './entry.js';

const PAGE = 5_000;
const PAIRS_PER_ENTRY = 2_000;

/** Returns the first line of a backup that begins now. @param live the live index of markers */
export async function readManifestOf(
  context: Context,
  begun: Date,
  live: string | undefined,
): Promise<Manifest> {
  return {
    format: FORMAT,
    begun: begun.toISOString(),
    version: VERSION,
    indexPrefix: context.indexPrefix,
    markersUuid: (live === undefined ? undefined : await uuidOf(context.client, live)) ?? null,
  };
}

/** Returns the id that Elasticsearch never gives to a second index. */
export async function uuidOf(client: Client, index: string): Promise<string | undefined> {
  const found = await client.indices.getSettings({ index });
  return found[index]?.settings?.index?.uuid;
}

export async function indexExists(client: Client, index: string): Promise<boolean> {
  return index in (await client.indices.get({ index, ignore_unavailable: true }));
}

/**
 * Reads all data that cannot be made again, each index at one moment: all writes that were acknowledged
 * before are included.
 */
export async function* storedEntries(
  { client, indexPrefix }: Context,
  sources: string | undefined,
  liveMarkers: string | undefined,
): AsyncGenerator<Entry> {
  yield* sourcesFiles(sources);
  const cityIds = cityIdsIndex(indexPrefix);
  if (await indexExists(client, cityIds)) yield* cityIdEntries(client, cityIds);
  const ofTokens = liveAlias(indexPrefix, tokens.resource);
  for await (const [hash, document] of documents<TokenDocument>(client, ofTokens))
    yield { kind: 'token', hash, document };
  const ofRuns = liveAlias(indexPrefix, runs.resource);
  for await (const [id, document] of documents<Record<string, unknown>>(client, ofRuns))
    yield { kind: 'run', id, document };
  const isBuilt = { exists: { field: 'season' } };
  for await (const [, stored] of documents<MarkerDocument>(client, liveMarkers, isBuilt)) {
    const document = builtMarker(stored);
    if (document !== undefined) yield { kind: 'marker', document };
  }
}

/** Reads the pairs in their order, because the later one of two pairs of a city is valid. */
async function* cityIdEntries(client: Client, index: string): AsyncGenerator<Entry> {
  for (let number = 0; ; number += 1) {
    const request = { index, id: String(number) };
    const { _source } = await client.get<{ ids: CityIdPairs }>(request, { ignore: [404] });
    if (_source === undefined) return;
    for (let first = 0; first < _source.ids.length; first += PAIRS_PER_ENTRY)
      yield { kind: 'city_ids', ids: _source.ids.slice(first, first + PAIRS_PER_ENTRY) };
  }
}

/** Reads the documents of an index, with their `_id`s. An index that does not exist has none. */
async function* documents<Document>(
  client: Client,
  index = '',
  query?: estypes.QueryDslQueryContainer,
): AsyncGenerator<[id: string, document: Document]> {
  if (index === '' || !(await indexExists(client, index))) return;
  // An acknowledged write is on disk, but perhaps not searchable yet.
  await client.indices.refresh({ index });
  const wanted = { size: PAGE, ...(query && { query }) };
  for await (const page of storedPages<Document>(client, index, wanted))
    for (const { _id, _source } of page)
      if (_id !== undefined && _source !== undefined) yield [_id, _source];
}

/**
 * Reads the sources file and the mapping files that it names, but no data files: the history has their
 * checksums.
 * @throws when the sources file is not valid, or two files have the same name
 */
async function* sourcesFiles(file: string | undefined): AsyncGenerator<Entry> {
  if (file === undefined) return;
  const names = new Set<string>();
  const { paths } = await readSources(file);
  const mappings = paths.filter(({ member }) => member === 'mapping');
  for (const path of new Set([file, ...mappings.map((each) => each.path)])) {
    const name = basename(path);
    if (names.has(name))
      throw new UsageError(
        `${file} uses two files called ${name} (one is in ${dirname(path)}). Rename one of them.`,
      );
    names.add(name);
    yield { kind: 'file', name, text: await readFile(path, 'utf8') };
  }
}
