import type { PlaceCategory } from '../../indices/placeCategories.js';
import {
  GEONAMES_FILE,
  type GeonamesRecord,
  geonamesRecords,
  geonamesSources,
} from '../sources/geonames.js';
import { together } from '../load/together.js';
import { pointsOfInterest } from './pointsOfInterest.js';
import type { PlaceCells, PlaceRow, PlaceSource } from './row.js';

/** Returns the places that come with the project: populated places, then points of interest. */
export function builtInPlaces(): PlaceSource {
  const sources = [populatedPlaces(), pointsOfInterest()];
  return {
    ...together(sources),
    async *rows(): AsyncGenerator<PlaceRow> {
      for (const source of sources) {
        for await (const row of source.rows()) yield { ...row, file: source.file };
      }
    },
  };
}

/** Returns the populated places of GeoNames. */
function populatedPlaces(): PlaceSource {
  const files = geonamesSources();
  return {
    file: GEONAMES_FILE,
    version: files.map(({ sha256 }) => sha256).join(' '),
    get expectedRows() {
      return geonamesRecords().length;
    },
    sources: () => files,
    *rows() {
      const records = geonamesRecords();
      const most = records[0]?.population ?? 0;
      for (const record of records) yield { line: record.line, cells: cellsOf(record, most) };
    },
  };
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
 * log(1 + inhabitants) / log(1 + inhabitants of the most populous), of 4 decimals: 0 without
 * inhabitants, 1 for the most populous.
 */
export function popularityOf(population: number, most: number): number {
  return most === 0 ? 0 : Math.round((Math.log1p(population) / Math.log1p(most)) * 1e4) / 1e4;
}
