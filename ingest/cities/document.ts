import type { CityDocument } from '../../indices/cities.js';
import { areSwapped } from '../sources/coordinates.js';
import { namesOf } from './names.js';
import type { CityRow } from './row.js';

/** Facts for a document beyond its own row, known once all rows have been read. */
export interface CityFacts {
  id: string;
  /** ISO 3166-1 alpha-3. */
  countryId: string;
  primary: boolean;
}

/** The stored form of a city. */
export function toDocument(row: CityRow, { id, countryId, primary }: CityFacts): CityDocument {
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

/** Why a row cannot become a city, or undefined when it can. */
export function faultOf(row: CityRow, countryId: string | undefined): string | undefined {
  if (row.sourceId === '') return 'the source id is empty';
  if (row.name.trim() === '') return 'the name is empty';
  if (countryId === undefined) {
    return `"${row.countryCode}" is not the alpha-2 code of a country`;
  }
  const swapped = areSwapped(row.latitude, row.longitude)
    ? '; latitude and longitude swapped?'
    : '';
  if (!(Math.abs(row.latitude) <= 90)) {
    return `latitude ${row.latitude} is not within -90…90${swapped}`;
  }
  if (!(Math.abs(row.longitude) <= 180)) return `longitude ${row.longitude} is not within -180…180`;
  const { population = 0 } = row;
  if (!Number.isSafeInteger(population) || population < 0) {
    return `population ${population} is not a whole number`;
  }
  return undefined;
}
