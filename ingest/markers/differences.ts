import type { MarkerDocument } from '../../indices/markers.js';
import type { Stored } from './readById.js';

/** The ingestion's part of a marker; the rest of it is the game's. */
export type MarkerBase = Pick<MarkerDocument, 'id' | 'land_id' | 'location'>;

export type Marker = Stored<MarkerDocument>;

/** The verdict on the marker of a place, or on a marker whose place is gone. */
export type Difference =
  | { kind: 'missing' | 'equal'; base: MarkerBase }
  | { kind: 'moved'; base: MarkerBase; marker: Marker }
  | { kind: 'vanished'; marker: Marker };

/**
 * Compares places with markers, each ordered by id and each id there once; of both, only one at a
 * time is held.
 * @throws when one of them is not ordered so: markers would be taken for vanished
 */
export async function* differences(
  places: AsyncIterable<Stored<MarkerBase>>,
  markers: AsyncIterable<Marker>,
): AsyncGenerator<Difference> {
  const remaining = ascending(markers, 'markers');
  let next = await remaining.next();
  for await (const { id, document: base } of ascending(places, 'places')) {
    while (!next.done && compareIds(next.value.id, id) < 0) {
      yield { kind: 'vanished', marker: next.value };
      next = await remaining.next();
    }
    if (next.done || next.value.id !== id) yield { kind: 'missing', base };
    else {
      const marker = next.value;
      yield isSame(marker.document, base)
        ? { kind: 'equal', base }
        : { kind: 'moved', base, marker };
      next = await remaining.next();
    }
  }
  while (!next.done) {
    yield { kind: 'vanished', marker: next.value };
    next = await remaining.next();
  }
}

/** Elasticsearch orders ids by their bytes, which is not the order of UTF-16 units. */
export function compareIds(one: string, other: string): number {
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
