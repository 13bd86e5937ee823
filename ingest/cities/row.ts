import { compact, uniq } from 'es-toolkit/array';
import { areSwapped } from '../../core/geo/point.js';
import type { CityDocument } from '../../indices/cities.js';
import { fold } from '../../indices/fold.js';
import { LANGUAGES, type Names } from '../../indices/languages.js';
import { localNames } from '../../indices/localNames.js';
import { cityProminence } from '../../indices/prominence.js';
import { wordTerms } from '../../indices/words.js';
import type { Described } from '../load/source.js';
import { AT_ZERO, type RejectedRow } from '../files/cells.js';
import type { SourceRow } from '../files/rowForms.js';
import { divisionOf } from '../reference/geonames.js';
import { countriesBy, languagesOf } from '../reference/iso.js';

/** The largest number that the index can hold. */
export const MAX_POPULATION = 2 ** 31 - 1;

/** Fields that a later source may leave as they are, with the members of a row that hold them. */
export const KEPT_FIELDS = {
  name: ['name'],
  names: ['names'],
  location: ['latitude', 'longitude'],
  population: ['population'],
  region: ['regionName', 'regionNames', 'regionCodes'],
  timeZone: ['timeZone'],
} as const;
export type KeptField = keyof typeof KEPT_FIELDS;

/** A city as a source has it, before ids and primacy are known. Unknown fields are absent. */
export interface CityRow {
  /** Line of the source, from 1. */
  line: number;
  /** The file of the line, if the source has several. */
  file?: string | undefined;
  /**
   * Number of its source among several, from 0. Of two rows with the same source id, the row of the
   * later source is the city. It gets the optional fields that it lacks from the other row.
   */
  rank?: number;
  /** Fields that stay as earlier sources have them. */
  keep?: readonly KeptField[] | undefined;
  /** The source's own id. The city's id belongs to it. */
  sourceId: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  countryCode: string;
  /** Shown if the name in the requested language is unknown. */
  name: string;
  names?: Names;
  /** Other names, which are searched but not shown. */
  aliases?: readonly string[];
  /** First-level administrative division. */
  regionName?: string;
  regionNames?: Names;
  /** Codes and other names of the region, such as `TX`. */
  regionCodes?: readonly string[];
  population?: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** IANA zone. */
  timeZone?: string;
  /** True for a capital or seat of government. */
  capital?: boolean;
  row?: SourceRow | undefined;
}

/** A source of cities. Every reading yields the same rows in the same order. */
export interface CitySource extends Described {
  /** True if its source ids are GeoNames ids. */
  geonames?: true;
  /** Fields that stay as the sources before this one have them. */
  keep?: readonly KeptField[] | undefined;
  /**
   * Reads the rows, first for their ids, which depend on all rows, and later for the documents.
   * @param part with `identity`, names in other languages may be left out
   */
  rows(part?: 'identity'): Iterable<CityRow | RejectedRow> | AsyncIterable<CityRow | RejectedRow>;
}

export function countryIdOf({ countryCode }: CityRow): string | undefined {
  return countriesBy('alpha2').get(countryCode)?.id;
}

/** Returns why a row cannot become a city, or undefined if it can. */
export function faultOf(row: CityRow): string | undefined {
  const { latitude, longitude, population = 0 } = row;
  if (row.sourceId === '') return 'the source id is empty';
  if (row.name.trim() === '') return 'the name is empty';
  if (countryIdOf(row) === undefined) {
    return `"${row.countryCode}" is not the alpha-2 code of a country`;
  }
  const swapped = areSwapped(latitude, longitude) ? '; latitude and longitude swapped?' : '';
  if (!(Math.abs(latitude) <= 90)) return `latitude ${latitude} is not within -90…90${swapped}`;
  if (!(Math.abs(longitude) <= 180)) return `longitude ${longitude} is not within -180…180`;
  if (latitude === 0 && longitude === 0) return AT_ZERO;
  if (!Number.isSafeInteger(population) || population < 0) {
    return `population ${population} is not a whole number`;
  }
  if (population > MAX_POPULATION)
    return `population ${population} is too large: at most \`${MAX_POPULATION}\``;
  return undefined;
}

export function toDocument(row: CityRow, id: string, primary: boolean): CityDocument {
  const names = namesOf(row);
  const { population = 0, capital = false } = row;
  const { any = [], aliases = [] } = names.folded;
  return {
    id,
    source_id: row.sourceId,
    country_id: countryIdOf(row) ?? '',
    name: row.name,
    ...names,
    region_name: row.regionName ?? null,
    region_names: row.regionNames ?? {},
    region_id: regionIdOf(row),
    population,
    prominence: cityProminence(population, 1 + any.length + aliases.length, capital),
    primary,
    ...(capital && { capital }),
    time_zone: row.timeZone ?? null,
    location: [row.longitude, row.latitude],
    regions: regionTerms(row),
  };
}

// An id stands in comma-separated lists and contains no blanks.
const LEFT_OUT = /[\s,]+/gu;

/** Returns a text as it stands in an id. */
export function compactId(text: string): string {
  return text.normalize('NFC').replace(LEFT_OUT, '');
}

/** Returns the country and the code of its region, or the region's name without blanks if the built-in data has no code. */
function regionIdOf(row: CityRow): string | null {
  const { countryCode, regionName } = row;
  if (regionName === undefined) return null;
  const code = divisionOf(countryCode, regionName)?.slice(countryCode.length + 1);
  return `${countryIdOf(row) ?? ''}_${compactId(code ?? regionName)}`;
}

function regionTerms({ regionName, regionNames = {}, regionCodes = [] }: CityRow): string[] {
  const texts = [regionName ?? '', ...Object.values(regionNames), ...regionCodes];
  return compact(uniq(texts.map(fold)));
}

/**
 * Returns a city's names as they are shown, and as they are searched. A name without comparable
 * characters is left out, because it could be shown but never found.
 */
function namesOf({
  countryCode,
  name: defaultName,
  names: translations = {},
  aliases = [],
}: CityRow): Pick<CityDocument, 'names' | 'aliases' | 'folded' | 'words'> {
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
  const local = [...localNames(names, languagesOf(countryCode))].map(
    (name) => cache.get(name) ?? '',
  );
  const own = uniq(local.filter((comparable) => comparable !== byDefault));
  if (own.length > 0) folded.local = own;
  const others = new Map<string, string>();
  for (const alias of aliases) {
    const comparable = fold(alias);
    const isNew = !any.has(comparable) && comparable !== byDefault && !others.has(comparable);
    if (comparable !== '' && isNew) others.set(comparable, alias);
  }
  if (others.size > 0) folded.aliases = [...others.keys()];
  const words = wordTerms(byDefault === '' ? any : [byDefault, ...any]);
  return { names, aliases: [...others.values()], folded, words };
}
