import type { PlaceCategory } from '../../indices/placeCategories.js';
import { linesOf } from '../files/lines.js';
import { builtInFile, builtInSources } from '../reference/builtInFile.js';
import {
  GEONAMES_FILE,
  GEONAMES_FILES,
  type GeonamesRecord,
  geonamesRecords,
} from '../reference/geonames.js';
import { severalPlaces } from './sources.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

const POINTS_FILE = 'places.ndjson.gz';

/** The ends of the progress bar. The files are not read if these places are skipped. */
const EXPECTED_CITIES = 170_009;
const EXPECTED_POINTS = 164_380;

/** Returns the places that come with the project: populated places, then points of interest. */
export function builtInPlaces(): PlaceSource {
  return severalPlaces([populatedPlaces(), pointsOfInterest()]);
}

function populatedPlaces(): PlaceSource {
  return {
    file: GEONAMES_FILE,
    expectedRows: EXPECTED_CITIES,
    others: builtInSources(...GEONAMES_FILES),
    *rows() {
      const records = geonamesRecords();
      const most = records[0]?.population ?? 0;
      for (const record of records) yield { line: record.line, cells: cellsOf(record, most) };
    },
  };
}

/** Returns the airports, stations, museums and other points of interest of `data/`. */
function pointsOfInterest(): PlaceSource {
  return {
    file: POINTS_FILE,
    expectedRows: EXPECTED_POINTS,
    others: builtInSources(POINTS_FILE),
    async *rows(): AsyncGenerator<PlaceRow> {
      for await (const lines of linesOf(builtInFile(POINTS_FILE))) {
        // Members of a row have the names of the fields, but for its `source`, which is ignored.
        for (const { line, text } of lines)
          yield { line, cells: repaired(JSON.parse(text) as PlaceCells) };
      }
    },
  };
}

const utf8 = new TextDecoder();
/** From the second byte of a capital letter with an accent to the small letter. */
const ACCENTED = 0xe0 - 0x80;
const LOST = /[\x80-\x9f]/g;
/** The dash and the apostrophe of Windows-1252. */
const OF_WINDOWS: Readonly<Record<string, string>> = { '\x92': '’', '\x96': '–' };

/** Returns a row with the letters that 33 names have lost: UTF-8 was read as Latin-1, and written in lower case. */
function repaired(cells: PlaceCells): PlaceCells {
  const { name: given } = cells;
  if (typeof given !== 'string' || !/[\x80-\x9f]/.test(given)) return cells;
  const name = given.replace(/ã([\x80-\x9f])/g, (_, letter: string) =>
    String.fromCharCode(letter.charCodeAt(0) + ACCENTED),
  );
  const decoded = name.replace(/â[\x80-\xbf]{2}/g, (bytes) =>
    utf8.decode(Buffer.from(bytes, 'latin1')),
  );
  return { ...cells, name: decoded.replace(LOST, (letter) => OF_WINDOWS[letter] ?? '') };
}

function cellsOf(record: GeonamesRecord, most: number): PlaceCells {
  const { name, latitude, longitude } = record;
  const category: PlaceCategory = record.capital ? 'capital' : 'populated_place';
  return {
    id: `geonames-${record.sourceId}`,
    name,
    subtitle: record.regionName,
    category,
    latitude,
    longitude,
    popularity: popularityOf(record.population, most),
  };
}

/**
 * Returns log(1 + inhabitants) / log(1 + inhabitants of the most populous place), rounded to 4
 * decimals: 0 without inhabitants, 1 for the most populous place.
 */
export function popularityOf(population: number, most: number): number {
  return most === 0 ? 0 : Math.round((Math.log1p(population) / Math.log1p(most)) * 1e4) / 1e4;
}
