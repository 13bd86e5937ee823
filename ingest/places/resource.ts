import { type PlaceDocument, places } from '../../indices/places.js';
import { NullIsland } from '../sources/coordinates.js';
import { isEmpty } from '../files/readings.js';
import { jsonOf, shownRow } from '../files/shown.js';
import type { Outcome } from '../load/outcome.js';
import { extentOf } from '../load/measured.js';
import type { Resource } from '../generations/resource.js';
import { toPlace } from './document.js';
import { assertNoOwnPlaces } from './ownPlaces.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

/** Named where a row has no id to be found by. */
const NO_ID = 'unknown';

/** Places of a source, validated row by row. */
export function placeResource(source: PlaceSource): Resource<PlaceDocument> {
  async function* outcomes(nullIsland: NullIsland): AsyncGenerator<Outcome<PlaceDocument>> {
    for await (const row of source.rows()) {
      const outcome = outcomeOf(row, row.file ?? source.file);
      if ('document' in outcome) {
        const [longitude, latitude] = outcome.document.location;
        nullIsland.look(latitude, longitude, outcome.origin.file, row.line);
      }
      yield outcome;
    }
  }
  return {
    definition: places,
    assertDiscardable: assertNoOwnPlaces,
    recipe: { file: source.file, version: source.version ?? '' },
    sources: () => source.sources?.() ?? [],
    begin: () => {
      const nullIsland = new NullIsland();
      return Promise.resolve({
        ...extentOf(source),
        outcomes: outcomes(nullIsland),
        notes: () => [...(source.notes?.() ?? []), ...nullIsland.warnings()],
        gate: () => source.gate?.() ?? Promise.resolve([]),
      });
    },
  };
}

function outcomeOf(row: PlaceRow, file: string): Outcome<PlaceDocument> {
  const { line } = row;
  if ('reason' in row) {
    const origin = { file, line, id: row.id || NO_ID };
    return { origin, reason: row.reason, ...textOf(row.row) };
  }
  const origin = { file, line, id: idOf(row.cells) };
  const place = toPlace(row.cells);
  return 'faults' in place
    ? { origin, reason: place.faults.join('; '), ...textOf(row.row ?? jsonOf(row.cells)) }
    : { origin, document: place };
}

function textOf(row: string | undefined): { row?: string } {
  return row === undefined ? {} : { row: shownRow(row) };
}

function idOf({ id }: PlaceCells): string {
  return isEmpty(id) ? NO_ID : typeof id === 'string' ? id : jsonOf(id);
}
