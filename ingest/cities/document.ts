import type { CityDocument } from '../../indices/cities.js';
import { fold } from '../../indices/fold.js';
import { LANGUAGES, type Names } from '../../indices/languages.js';
import { areSwapped } from '../sources/coordinates.js';
import type { CityRow } from './row.js';

/** What a document needs beyond its own row. It is known once all rows have been read. */
export interface CityContext {
  id: string;
  /** ISO 3166-1 alpha-3. */
  countryId: string;
  primary: boolean;
}

/** Returns the stored form of a city. */
export function toDocument(row: CityRow, { id, countryId, primary }: CityContext): CityDocument {
  return {
    id,
    source_id: row.sourceId,
    country_id: countryId,
    name: row.name,
    ...namesOf(row.name, row.names),
    region_name: row.regionName ?? null,
    region_names: row.regionNames ?? {},
    population: row.population ?? 0,
    primary,
    time_zone: row.timeZone ?? null,
    location: [row.longitude, row.latitude],
  };
}

/**
 * Returns a city's names as they are shown, and as their prefixes are searched. A name without
 * comparable characters is left out, because it could be shown but never found.
 */
function namesOf(
  defaultName: string,
  translations: Names = {},
): Pick<CityDocument, 'names' | 'folded'> {
  const byDefault = fold(defaultName);
  const names: Names = {};
  const folded: CityDocument['folded'] = byDefault === '' ? {} : { default: byDefault };
  const any = new Set<string>();
  // Most languages share a name with others.
  const cache = new Map([[defaultName, byDefault]]);
  for (const language of LANGUAGES) {
    const name = translations[language];
    if (name === undefined) continue;
    const comparable = cache.get(name) ?? fold(name);
    cache.set(name, comparable);
    if (comparable === '') continue;
    names[language] = name;
    if (comparable === byDefault) continue;
    folded[language] = comparable;
    any.add(comparable);
  }
  if (any.size > 0) folded.any = [...any];
  return { names, folded };
}

/** Returns why a row cannot become a city, or undefined if it can. */
export function faultOf(row: CityRow, countryId: string | undefined): string | undefined {
  const { latitude, longitude, population = 0 } = row;
  if (row.sourceId === '') return 'the source id is empty';
  if (row.name.trim() === '') return 'the name is empty';
  if (countryId === undefined) {
    return `"${row.countryCode}" is not the alpha-2 code of a country`;
  }
  const swapped = areSwapped(latitude, longitude) ? '; latitude and longitude swapped?' : '';
  if (!(Math.abs(latitude) <= 90)) return `latitude ${latitude} is not within -90…90${swapped}`;
  if (!(Math.abs(longitude) <= 180)) return `longitude ${longitude} is not within -180…180`;
  if (!Number.isSafeInteger(population) || population < 0) {
    return `population ${population} is not a whole number`;
  }
  return undefined;
}
