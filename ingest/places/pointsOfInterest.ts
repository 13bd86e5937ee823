import { builtInFile, builtInSource } from '../sources/builtInFile.js';
import { linesOf } from '../files/lines.js';
import { ndjsonRows } from '../files/ndjson.js';
import { PLACE_FIELDS, type PlaceRow, type PlaceSource } from './row.js';

const FILE = 'places.ndjson.gz';

/** The end of the progress bar. */
const EXPECTED_ROWS = 164_380;

/** The members of a row are named like the fields. `country` and `source` are no fields. */
const FIELDS = new Map(PLACE_FIELDS.map((field) => [field, field]));

/** Returns the airports, stations, museums and other points of interest of `data/`. */
export function pointsOfInterest(): PlaceSource {
  const source = builtInSource(FILE);
  return {
    file: FILE,
    version: source.sha256,
    expectedRows: EXPECTED_ROWS,
    sources: () => [source],
    async *rows(): AsyncGenerator<PlaceRow> {
      for await (const rows of ndjsonRows(linesOf(builtInFile(FILE)), FIELDS)) yield* rows;
    },
  };
}
