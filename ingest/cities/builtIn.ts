import { once } from 'es-toolkit/function';
import { LANGUAGES, type Names, namesBy } from '../../indices/languages.js';
import { builtInLines, builtInSources, builtInTable } from '../reference/builtInFile.js';
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
    const namesOf = builtInNames();
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

/**
 * Returns the names of 26,313 cities by their GeoNames id.
 * @throws if the columns of the file are not the languages
 */
export function builtInNames(): Map<string, Names> {
  const [header = [], ...rows] = builtInLines(NAMES_FILE);
  if (header.join() !== ['geonames_id', ...LANGUAGES].join()) {
    throw new Error(`The columns of ${NAMES_FILE} are not the languages. Make the file again.`);
  }
  return new Map(
    rows.map(([id = '', ...cells]) => [
      id,
      namesBy((language, column) =>
        language === 'nb' ? withoutPlace(cells[column]) : cells[column],
      ),
    ]),
  );
}

/** Returns a Norwegian name without what a page title adds to it: Barking of `Barking i England`. */
function withoutPlace(name = ''): string {
  return name.replace(/ i \p{Lu}.*/u, '');
}
