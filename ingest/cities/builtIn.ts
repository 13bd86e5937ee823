import { once } from 'es-toolkit/function';
import { builtInSource } from '../sources/builtInFile.js';
import {
  GEONAMES_FILE,
  type GeonamesRecord,
  geonamesRecords,
  geonamesSources,
} from '../sources/geonames.js';
import { builtInNames, CITY_NAMES } from './builtInNames.js';
import type { CityRow, CitySource } from './row.js';

/** A city whose number of inhabitants is known. */
export type BuiltInCity = CityRow & Pick<GeonamesRecord, 'population'>;

/** They are in memory as a whole. */
export interface BuiltInCities extends CitySource {
  rows(): readonly BuiltInCity[];
}

/** Returns the cities that come with the project, with names in thirty languages. */
export function builtInCities(): BuiltInCities {
  // Not read at all if the cities turn out to be live already.
  const rows = once((): BuiltInCity[] => {
    const names = builtInNames();
    return geonamesRecords().map((record) => {
      const known = names.get(record.sourceId);
      return known === undefined ? record : { ...record, names: known };
    });
  });
  const files = [...geonamesSources(), builtInSource(CITY_NAMES)];
  return {
    file: GEONAMES_FILE,
    version: files.map(({ sha256 }) => sha256).join(' '),
    get expectedRows() {
      return geonamesRecords().length;
    },
    geonames: true,
    rows,
    sources: () => files,
  };
}
