import {
  GEONAMES_FILE,
  type GeonamesRecord,
  geonamesRecords,
  geonamesRegions,
  geonamesSources,
  geonamesVersion,
} from '../geonames.js';
import { together } from '../together.js';
import { categoryOf } from './categories.js';
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
  const records = geonamesRecords();
  const regionOf = geonamesRegions();
  const most = records.reduce((largest, { population }) => Math.max(largest, population), 0);
  return {
    file: GEONAMES_FILE,
    version: geonamesVersion(),
    expectedRows: records.length,
    sources: geonamesSources,
    *rows() {
      let line = 0;
      for (const record of records) {
        line += 1;
        yield { line, cells: cellsOf(record, regionOf(record), most) };
      }
    },
  };
}

function cellsOf(record: GeonamesRecord, region: string | undefined, most: number): PlaceCells {
  const [longitude, latitude] = record.loc.coordinates;
  return {
    id: `geonames-${record.cityId}`,
    name: record.name,
    subtitle: region,
    category: categoryOf(record.featureCode),
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
