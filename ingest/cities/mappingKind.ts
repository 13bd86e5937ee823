import { LANGUAGES, type Language } from '../../indices/languages.js';
import type { MappingKind } from '../files/mapping.js';
import {
  isEmpty,
  readId,
  readLatitude,
  readLongitude,
  readText,
  type Reading,
} from '../files/readings.js';
import { shown } from '../files/shown.js';

/** The fields of a city, as a mapping file names them. */
export type CityField =
  | 'id'
  | 'name'
  | 'country'
  | 'latitude'
  | 'longitude'
  | 'population'
  | 'capital'
  | 'region'
  | 'timeZone'
  | `name:${Language}`
  | `region:${Language}`;

const TRUE = ['true', 'yes', '1'];
const FALSE = ['false', 'no', '0'];
/** Of ISO 3166-1: two letters or three. */
const COUNTRY = /^[a-z]{2,3}$/i;
/** As the IANA database writes names: `America/Port-au-Prince`, `Etc/GMT+1`. */
export const TIME_ZONE = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;
const WHOLE = /^\d+(?:\.0*)?$/;

export function readCountry(cell: unknown): Reading<string> {
  const text = readText(cell);
  if ('fault' in text || text.value === null || COUNTRY.test(text.value)) return text;
  return { fault: `${JSON.stringify(cell)} is not the alpha-2 or alpha-3 code of a country` };
}

export function readPopulation(cell: unknown): Reading<number> {
  if (isEmpty(cell)) return { value: null };
  const value = typeof cell === 'string' && WHOLE.test(cell.trim()) ? Number(cell) : cell;
  if (Number.isSafeInteger(value) && (value as number) >= 0) return { value: value as number };
  return { fault: `${JSON.stringify(cell)} is not a whole number` };
}

export function readBoolean(cell: unknown): Reading<boolean> {
  if (isEmpty(cell)) return { value: null };
  if (typeof cell === 'boolean') return { value: cell };
  const text = typeof cell === 'number' ? String(cell) : cell;
  const word = typeof text === 'string' ? text.trim().toLowerCase() : '';
  if (TRUE.includes(word)) return { value: true };
  if (FALSE.includes(word)) return { value: false };
  return { fault: `${JSON.stringify(cell)} is neither true nor false` };
}

/** Zones that were found in the database before: looking takes long. */
const timeZones = new Set<string>();

/** Reads the name of a time zone; an offset such as `+01:00` is not a zone. */
export function readTimeZone(cell: unknown): Reading<string> {
  const text = readText(cell);
  if ('fault' in text || text.value === null || timeZones.has(text.value)) return text;
  try {
    if (!TIME_ZONE.test(text.value)) throw new RangeError();
    new Intl.DateTimeFormat('en', { timeZone: text.value });
  } catch {
    return { fault: `${shown(cell)} is not a time zone of IANA, such as "Europe/Paris"` };
  }
  timeZones.add(text.value);
  return text;
}

const perLanguage = Object.fromEntries(
  LANGUAGES.flatMap((language) => [
    [`name:${language}`, readText],
    [`region:${language}`, readText],
  ]),
) as Record<`name:${Language}` | `region:${Language}`, typeof readText>;

/** Mappings of files of cities. */
export const CITY_MAPPING: MappingKind<CityField> = {
  readers: {
    id: readId,
    name: readText,
    country: readCountry,
    latitude: readLatitude,
    longitude: readLongitude,
    population: readPopulation,
    capital: readBoolean,
    region: readText,
    timeZone: readTimeZone,
    ...perLanguage,
  },
  required: ['id', 'name', 'country', 'latitude', 'longitude'],
  own: ['id', 'name', 'latitude', 'longitude'],
  texts: {
    source: {
      byDefault: 'own',
      pattern: /^[a-z][a-z0-9]*$/iu,
      fault: 'must be a word of letters and digits',
    },
  },
  listed:
    'id, name, country, latitude, longitude, population, capital, region, timeZone, name:<language>, region:<language>',
};
