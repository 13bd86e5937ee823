import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { LANGUAGES, type Names } from '../../indices/languages.js';
import { builtInFile } from '../sources/builtInFile.js';

/** `data/README.md` tells where they come from. */
export const CITY_NAMES = 'city-names.tsv.gz';

/**
 * Returns the names of 26,313 cities by their GeoNames id.
 * @throws when the file's columns are not those of the languages
 */
export function builtInNames(): Map<string, Names> {
  const [header = '', ...lines] = gunzipSync(readFileSync(builtInFile(CITY_NAMES)))
    .toString()
    .split('\n');
  if (header !== ['geonames_id', ...LANGUAGES].join('\t')) {
    throw new Error(`${CITY_NAMES}: its columns are not those of the languages.`);
  }
  const names = new Map<string, Names>();
  for (const line of lines) {
    const [id, ...cells] = line.split('\t');
    if (id) names.set(id, namesOf(cells));
  }
  return names;
}

function namesOf(cells: readonly string[]): Names {
  const names: Names = {};
  for (const [column, language] of LANGUAGES.entries()) {
    const name = cells[column];
    if (name) names[language] = name;
  }
  return names;
}
