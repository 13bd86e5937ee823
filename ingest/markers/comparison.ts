import { isDeepStrictEqual } from 'node:util';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Progress } from '../../core/cli/progress.js';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { readByIds } from '../generations/diff.js';

const BASE_FIELDS: (keyof MarkerBase)[] = ['id', 'land_id', 'location'];
const PAGE = 10_000;

/** The ingestion's part of a marker. The rest is the game's. */
export type MarkerBase = Pick<MarkerDocument, 'id' | 'land_id' | 'location'>;

/** Markers, and the places they are to follow. Both are names of indices, not aliases. */
export interface Comparison {
  client: Client;
  places: string;
  markers: string;
  /** A marker that was last built in an older season counts as not built. */
  currentSeason?: number | undefined;
  progress: Progress;
}

/** A place whose marker is missing, or differs. */
export interface ChangedPlace {
  base: MarkerBase;
  marker: Partial<MarkerBase> | undefined;
}

/** A marker whose place is gone. */
export interface VanishedMarker {
  id: string;
  isBuilt: boolean;
  /** A write with this version fails if the marker was written since. */
  version: { if_seq_no: number; if_primary_term: number };
}

/**
 * Reads the places whose markers are not as they should be, a page in memory.
 * @throws at its end if a place was not read, because its marker would be taken for vanished
 */
export async function* changedPlaces(comparison: Comparison): AsyncGenerator<ChangedPlace> {
  const { client, places, markers, progress } = comparison;
  const { count: expected } = await client.count({ index: places });
  progress.start('markers', expected);
  let read = 0;
  for await (const hits of pagesById<MarkerBase>(client, places, BASE_FIELDS)) {
    const found = await readByIds(client, markers, hits.map(idOf), BASE_FIELDS);
    for (const { _source: base } of hits) {
      const marker = base && found.get(base.id);
      if (base && !isDeepStrictEqual(marker, base)) yield { base, marker };
    }
    read += hits.length;
    progress.update(read);
  }
  progress.stop();
  if (read !== expected)
    throw new Error(`${read} of the ${expected} places of ${places} could be read. Try again.`);
}

/** Reads the markers whose places are gone, a page in memory. */
export async function* vanishedMarkers(comparison: Comparison): AsyncGenerator<VanishedMarker> {
  const { client, places, markers, currentSeason } = comparison;
  for await (const hits of pagesById<MarkerDocument>(client, markers, ['season'])) {
    const found = await readByIds(client, places, hits.map(idOf), false);
    for (const { _id: id = '', _source: state = {}, _seq_no = 0, _primary_term = 0 } of hits) {
      if (found.has(id)) continue;
      const version = { if_seq_no: _seq_no, if_primary_term: _primary_term };
      yield { id, isBuilt: isBuilt(state, currentSeason), version };
    }
  }
}

export function isBuilt(
  { season }: Pick<MarkerDocument, 'season'>,
  currentSeason = -Infinity,
): boolean {
  return typeof season === 'number' && season >= currentSeason;
}

/** Reads what markers are made of from the places of a generation. */
export async function* readPlaces(client: Client, index: string): AsyncGenerator<MarkerBase> {
  for await (const hits of pagesById<MarkerBase>(client, index, BASE_FIELDS))
    yield* hits.flatMap(({ _source: base }) => base ?? []);
}

function idOf({ _id: id = '' }: estypes.SearchHit): string {
  return id;
}

/**
 * Reads an index a page at a time, in the order of `id`, also if Elasticsearch restarts meanwhile. May or
 * may not see concurrent writes, but neither omits nor repeats a document that was there before.
 * @throws if Elasticsearch stays away or busy, or cannot read the whole index
 */
async function* pagesById<Document>(
  client: Client,
  index: string,
  fields: (string & keyof Document)[],
): AsyncGenerator<estypes.SearchHit<Document>[]> {
  for (let after: estypes.SortResults | undefined; ;) {
    const request = {
      index,
      _source: fields,
      size: PAGE,
      sort: [{ id: 'asc' as const }],
      seq_no_primary_term: true,
      track_total_hits: false,
      // The documents of a missing shard would be taken for vanished.
      allow_partial_search_results: false,
      ...(after !== undefined && { search_after: after }),
    };
    const { hits } = await client.search<Document>(request).catch((error: unknown) => {
      throw hasStatus(error, 404)
        ? new Error(`${index} was deleted while it was read. Try again.`)
        : error;
    });
    const empty = hits.hits.find(({ _source }) => _source === undefined);
    // Without its state, a built marker would be taken for one that is not.
    if (empty) throw new Error(`${index} holds a document without content: ${empty._id}.`);
    yield hits.hits;
    after = hits.hits.at(-1)?.sort;
    if (hits.hits.length < PAGE) return;
  }
}
