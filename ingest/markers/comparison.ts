import type { Client } from '@elastic/elasticsearch';
import type { Progress } from '../../core/cli/progress.js';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import type { MarkerDocument } from '../../indices/markers.js';

const BASE_FIELDS: (keyof MarkerBase)[] = ['id', 'land_id', 'location'];
const PAGE = 10_000;
const PROGRESS_EVERY = 10_000;

/** The ingestion's part of a marker. The rest is the game's. */
export type MarkerBase = Pick<MarkerDocument, 'id' | 'land_id' | 'location'>;

interface Stored<Document> {
  id: string;
  document: Document;
  /** A write with this version fails if the document was written since. */
  version: { if_seq_no: number; if_primary_term: number };
}

export type StoredMarker = Stored<MarkerDocument>;

/** The marker of a place compared with that place, or a marker whose place is gone. */
export type Difference =
  | { kind: 'missing' | 'equal'; base: MarkerBase }
  | { kind: 'moved'; base: MarkerBase; marker: StoredMarker }
  | { kind: 'vanished'; marker: StoredMarker };

/** Markers, and the places they are to follow. Both are names of indices, not aliases. */
export interface Comparison {
  client: Client;
  places: string;
  markers: string;
  /** A marker that was last built in an older season counts as not built. */
  currentSeason?: number | undefined;
  progress: Progress;
}

/** Reads all places and markers once. Throws at its end if a place was not read. */
export async function* compare(comparison: Comparison): AsyncGenerator<Difference> {
  const { client, places, markers, progress } = comparison;
  const { count: expected } = await client.count({ index: places });
  progress.start('markers', expected);
  let read = 0;
  for await (const difference of differences(
    readPlaces(client, places),
    readById<MarkerDocument>(client, markers, [...BASE_FIELDS, 'season']),
  )) {
    if (difference.kind !== 'vanished') read += 1;
    if (read % PROGRESS_EVERY === 0) progress.update(read);
    yield difference;
  }
  progress.update(read);
  progress.stop();
  // The marker of a place that was not read would be taken for vanished.
  if (read !== expected) {
    throw new Error(`${read} of the ${expected} places of ${places} could be read. Try again.`);
  }
}

/**
 * Merges places and markers, each ordered by id. Holds one of each in memory.
 * @throws if one of them is not ordered, because markers would be taken for vanished
 */
export async function* differences(
  places: AsyncIterable<Stored<MarkerBase>>,
  markers: AsyncIterable<StoredMarker>,
): AsyncGenerator<Difference> {
  const remaining = ascending(markers, 'markers');
  let next = await remaining.next();
  for await (const { id, document: base } of ascending(places, 'places')) {
    while (!next.done && compareIds(next.value.id, id) < 0) {
      yield { kind: 'vanished', marker: next.value };
      next = await remaining.next();
    }
    if (next.done || next.value.id !== id) {
      yield { kind: 'missing', base };
      continue;
    }
    const marker = next.value;
    yield isSame(marker.document, base) ? { kind: 'equal', base } : { kind: 'moved', base, marker };
    next = await remaining.next();
  }
  while (!next.done) {
    yield { kind: 'vanished', marker: next.value };
    next = await remaining.next();
  }
}

/** Elasticsearch orders ids by their bytes, which is not the order of UTF-16 units. */
function compareIds(one: string, other: string): number {
  return one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function* ascending<Item extends { id: string }>(
  items: AsyncIterable<Item>,
  what: string,
): AsyncGenerator<Item> {
  let last: string | undefined;
  for await (const item of items) {
    if (last !== undefined && compareIds(last, item.id) >= 0) {
      throw new Error(`The ${what} are not ordered by id: "${item.id}" comes after "${last}".`);
    }
    last = item.id;
    yield item;
  }
}

function isSame(marker: MarkerBase, place: MarkerBase): boolean {
  const [longitude, latitude] = marker.location;
  return (
    marker.land_id === place.land_id &&
    longitude === place.location[0] &&
    latitude === place.location[1]
  );
}

export function isBuilt({ season }: MarkerDocument, currentSeason = -Infinity): boolean {
  return typeof season === 'number' && season >= currentSeason;
}

/** Reads what markers are made of from the places of a generation, ordered by id. */
export function readPlaces(client: Client, index: string): AsyncGenerator<Stored<MarkerBase>> {
  return readById<MarkerBase>(client, index, BASE_FIELDS);
}

/**
 * Reads all documents of an index, ordered by the UTF-8 bytes of `id`, a page at a time. May or may not
 * see concurrent writes, but neither omits nor repeats a document that was there before.
 * @throws if Elasticsearch stays away or busy, or cannot read the whole index
 */
async function* readById<Document extends { id: string }>(
  client: Client,
  index: string,
  fields: (string & keyof Document)[],
): AsyncGenerator<Stored<Document>> {
  for (let after: string | undefined; ;) {
    const request = {
      index,
      _source: fields,
      size: PAGE,
      sort: [{ id: 'asc' as const }],
      seq_no_primary_term: true,
      track_total_hits: false,
      // The documents of a missing shard would be taken for vanished.
      allow_partial_search_results: false,
      ...(after !== undefined && { search_after: [after] }),
    };
    const { hits } = await client.search<Document>(request).catch((error: unknown) => {
      throw hasStatus(error, 404)
        ? new Error(`${index} was deleted while it was read. Try again.`)
        : error;
    });
    for (const { _source: document, _seq_no, _primary_term } of hits.hits) {
      if (document === undefined) throw new Error(`${index} holds a document without content.`);
      const version = { if_seq_no: _seq_no ?? 0, if_primary_term: _primary_term ?? 0 };
      yield { id: document.id, document, version };
      after = document.id;
    }
    if (hits.hits.length < PAGE) return;
  }
}
