import { type PlaceDocument, places } from '../../indices/places.js';
import { shownId } from '../files/cells.js';
import { sourcesOf } from '../files/dataFile.js';
import { jsonForm } from '../files/ndjson.js';
import type { Resource } from '../generations/resource.js';
import { type Outcome, rejectionOf } from '../load/outcome.js';
import { Coordinates } from '../reference/coordinates.js';
import { countryOf } from '../reference/iso.js';
import { runOfRows } from '../load/source.js';
import { type PlaceRow, type PlaceSource, toPlace } from './row.js';

/** Returns the places of a source, validated row by row. */
export function placeResource(source: PlaceSource): Resource<PlaceDocument> {
  async function* outcomes(coordinates: Coordinates): AsyncGenerator<Outcome<PlaceDocument>> {
    for await (const row of source.rows()) {
      const outcome = outcomeOf(row, row.file ?? source.file, coordinates);
      const { origin } = outcome;
      const earlier = 'document' in outcome ? source.earlierWith?.(outcome.document.id) : undefined;
      if (earlier === undefined) yield outcome;
      else yield { origin, reason: `${earlier} has a place with the same id` };
    }
  }
  return {
    definition: places,
    recipe: { parts: String(source.parts) },
    sources: () => sourcesOf(source),
    begin: () => {
      const coordinates = new Coordinates();
      const run = runOfRows(source, coordinates);
      return Promise.resolve({ ...run, outcomes: outcomes(coordinates) });
    },
  };
}

/** Returns the place of a row, or its faults. Adds its coordinates to the checked ones. */
export function outcomeOf(
  row: PlaceRow,
  file: string,
  coordinates: Coordinates,
): Outcome<PlaceDocument> {
  if ('reason' in row) return rejectionOf(row, file);
  const { line, cells, row: own = { text: cells, form: jsonForm(file) } } = row;
  const id = shownId(cells.id);
  const place = toPlace(cells);
  if (!('faults' in place)) {
    const [longitude, latitude] = place.location;
    const countryCode = countryOf(cells.country)?.alpha2;
    coordinates.add({ latitude, longitude, file, line, countryCode });
    return { origin: { file, line, id, row: own }, document: place };
  }
  const reason = place.faults.join('; ');
  return rejectionOf({ line, file, id, reason, row: own }, file);
}
