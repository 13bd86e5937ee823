import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Client } from '@elastic/elasticsearch';
import { UsageError } from '../../core/cli/failure.js';
import { indexExists } from '../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';
import { VERSION } from '../../core/version.js';
import { type BuildDocument, builds } from '../../indices/builds.js';
import { markers } from '../../indices/markers.js';
import { runs } from '../../indices/runs.js';
import { tokens, type TokenDocument } from '../../indices/tokens.js';
import { cityIdsIndex } from '../../ingest/cities/registry.js';
import type { Context } from '../../ingest/generations/resource.js';
import { readSources } from '../../ingest/runs/sources.js';
import { type CityIdPairs, type Entry, FORMAT, type Manifest } from './entry.js';

const PAGE = 5_000;
const PAIRS_PER_ENTRY = 2_000;

/** Returns the first line of a backup that begins now. */
export async function readManifestOf(context: Context): Promise<Manifest> {
  return {
    format: FORMAT,
    begun: new Date().toISOString(),
    version: VERSION,
    indexPrefix: context.indexPrefix,
    buildsUuid: (await findBuilds(context))?.uuid ?? null,
  };
}

/**
 * Finds the index of builds, and the UUID that Elasticsearch never gives to a second index.
 * @throws if there are only markers, because an earlier version may have stored builds in them
 */
export async function findBuilds({
  client,
  indexPrefix,
}: Context): Promise<{ index: string; uuid: string | undefined } | undefined> {
  const alias = liveAlias(indexPrefix, builds.resource);
  const found = await client.indices.getSettings({ index: alias, ignore_unavailable: true });
  for (const [index, { settings }] of Object.entries(found))
    return { index, uuid: settings?.index?.uuid };
  if (await indexExists(client, liveAlias(indexPrefix, markers.resource)))
    throw new Error(
      `There is no index of builds (${alias}), although there are markers. Run \`npm run ingest -- markers\`, which makes it, and repeat the command.`,
    );
  return undefined;
}

/**
 * Reads all data that cannot be made again, each index at one moment: all writes that were acknowledged
 * before are included.
 */
export async function* storedEntries(
  { client, indexPrefix }: Context,
  sources: string | undefined,
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
  const ofBuilds = liveAlias(indexPrefix, builds.resource);
  for await (const [, document] of documents<BuildDocument>(client, ofBuilds))
    yield { kind: 'marker', document };
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
  index: string,
): AsyncGenerator<[id: string, document: Document]> {
  if (!(await indexExists(client, index))) return;
  // An acknowledged write is on disk, but perhaps not searchable yet.
  await client.indices.refresh({ index });
  for await (const page of storedPages<Document>(client, index, { size: PAGE }))
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
