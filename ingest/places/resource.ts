import { type PlaceDocument, places } from '../../indices/places.js';
import type { Outcome } from '../outcome.js';
import type { Resource } from '../resource.js';
import { toPlace } from './document.js';
import { assertNoOwnPlaces } from './ownPlaces.js';
import { isEmpty } from './readings.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

/** Named where a row has no id to be found by. */
const NO_ID = 'unknown';

/** Places of a source, validated row by row. */
export function placeResource(source: PlaceSource): Resource<PlaceDocument> {
  async function* outcomes(): AsyncGenerator<Outcome<PlaceDocument>> {
    for await (const row of source.rows()) yield outcomeOf(row, source.file);
  }
  return {
    definition: places,
    assertDiscardable: assertNoOwnPlaces,
    recipe: { file: source.file, version: source.version ?? '' },
    sources: () => source.sources?.() ?? [],
    begin: () =>
      Promise.resolve({
        ...(source.expectedRows === undefined ? {} : { expectedRows: source.expectedRows }),
        outcomes: outcomes(),
        gate: () => source.gate?.() ?? Promise.resolve([]),
      }),
  };
}

function outcomeOf(row: PlaceRow, file: string): Outcome<PlaceDocument> {
  const { line } = row;
  if ('reason' in row) return { origin: { file, line, id: row.id || NO_ID }, reason: row.reason };
  const origin = { file, line, id: idOf(row.cells) };
  const place = toPlace(row.cells);
  return 'faults' in place
    ? { origin, reason: place.faults.join('; ') }
    : { origin, document: place };
}

function idOf({ id }: PlaceCells): string {
  return isEmpty(id) ? NO_ID : typeof id === 'string' ? id : JSON.stringify(id);
}
