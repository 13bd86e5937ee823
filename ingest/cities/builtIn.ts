import { once } from 'es-toolkit/function';
import type { Names } from '../../indices/languages.js';
import { builtInNames, builtInSources, builtInTable } from '../reference/builtInFile.js';
import {
  GEONAMES_FILE,
  GEONAMES_FILES,
  type GeonamesRecord,
  geonamesRecords,
} from '../reference/geonames.js';
import type { CitySource } from './row.js';

const NAMES_FILE = 'city-names.tsv.gz';
const ALIASES_FILE = 'city-aliases.tsv.gz';

/** A source that is in memory as a whole. */
export interface BuiltInCities extends CitySource {
  rows(): readonly GeonamesRecord[];
}

/** Returns the cities that come with the project, with names in thirty languages and aliases. */
export function builtInCities(): BuiltInCities {
  // Not read at all if the cities are live already.
  const rows = once((): GeonamesRecord[] => {
    const namesOf = cityNames();
    const aliasesOf = new Map(
      builtInTable(ALIASES_FILE).map(([id = '', texts = '']) => [id, texts.split('|')]),
    );
    return geonamesRecords().map((record) => {
      const names = namesOf.get(record.sourceId);
      const aliases = aliasesOf.get(record.sourceId);
      return { ...record, ...(names && { names }), ...(aliases && { aliases }) };
    });
  });
  return {
    file: GEONAMES_FILE,
    get expectedRows() {
      return geonamesRecords().length;
    },
    geonames: true,
    rows,
    others: builtInSources(...GEONAMES_FILES, NAMES_FILE, ALIASES_FILE),
  };
}

/** Returns the names of 26,313 cities by their GeoNames id. */
export function cityNames(): Map<string, Names> {
  const names = builtInNames(NAMES_FILE);
  for (const each of names.values()) if (each.nb) each.nb = withoutPlace(each.nb);
  return names;
}

/** Returns a Norwegian name without what a page title adds to it: Barking of `Barking i England`. */
function withoutPlace(name: string): string {
  return name.replace(/ i \p{Lu}.*/u, '');
}
