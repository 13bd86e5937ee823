import { omitBy } from 'es-toolkit/object';
import Joi from 'joi';
import { LANGUAGES, type Language, type Names, namesBy } from '../../indices/languages.js';
import { type FileRow, openMappedFile } from '../files/mappedFile.js';
import type { Mapping, MappingKind } from '../files/mapping.js';
import {
  isEmpty,
  numberFrom,
  readCells,
  readId,
  readLatitude,
  readLongitude,
  readNothing,
  readPlainName,
  type Reading,
  shownId,
  textReader,
  type RejectedRow,
} from '../files/cells.js';
import { shown } from '../files/shown.js';
import { countryOf } from '../reference/iso.js';
import { type CityRow, type CitySource, MAX_POPULATION } from './row.js';

/** A mapping with this `source` has GeoNames ids, which get no prefix. */
const GEONAMES = 'geonames';
const DEFAULT_SOURCE = 'own';

const TRUE = ['true', 'yes', '1'];
const FALSE = ['false', 'no', '0'];
/** The form of IANA names: `America/Port-au-Prince`, `Etc/GMT+1`. */
export const TIME_ZONE = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

/** Reads an alpha-2 or alpha-3 code in any case. @returns the alpha-2 code */
const readCountry = textReader((text) => countryOf(text)?.alpha2, 'is not the code of a country');

const readNumber = numberFrom(0, MAX_POPULATION);

/** Rounds: sources that compute populations have fractions. */
function readPopulation(cell: unknown): Reading<number> {
  const read = readNumber(cell);
  if (!('fault' in read)) return read.value === null ? read : { value: Math.round(read.value) };
  const isLarge = typeof cell !== 'object' && Number(cell) > MAX_POPULATION;
  return isLarge ? { fault: `${shown(cell)} is too large: at most \`${MAX_POPULATION}\`` } : read;
}

function readBoolean(cell: unknown): Reading<boolean> {
  if (isEmpty(cell)) return { value: null };
  if (typeof cell === 'boolean') return { value: cell };
  const text = typeof cell === 'number' ? String(cell) : cell;
  const word = typeof text === 'string' ? text.trim().toLowerCase() : '';
  if (TRUE.includes(word)) return { value: true };
  if (FALSE.includes(word)) return { value: false };
  return { fault: `${shown(cell)} is neither true nor false` };
}

/** Valid names, because a check takes long. */
const timeZones = new Set<string>();

/** Reads the name of a time zone. An offset such as `+01:00` is not a zone. */
const readTimeZone = textReader((text) => {
  if (timeZones.has(text)) return text;
  try {
    if (!TIME_ZONE.test(text)) return undefined;
    new Intl.DateTimeFormat('en', { timeZone: text });
  } catch {
    return undefined;
  }
  timeZones.add(text);
  return text;
}, 'is not a time zone of IANA, such as "Europe/Paris"');

const nameReaders = Object.fromEntries(
  LANGUAGES.flatMap((language) => [
    [`name:${language}`, readPlainName],
    [`region:${language}`, readPlainName],
  ]),
) as Record<`name:${Language}` | `region:${Language}`, typeof readPlainName>;

const READERS = {
  id: readId,
  name: readPlainName,
  country: readCountry,
  latitude: readLatitude,
  longitude: readLongitude,
  location: readNothing,
  population: readPopulation,
  capital: readBoolean,
  region: readPlainName,
  timeZone: readTimeZone,
  modified: readNothing,
  ...nameReaders,
};

export type CityField = keyof typeof READERS;

export const CITY_MAPPING = {
  readers: READERS,
  required: ['id', 'name', 'country', 'latitude', 'longitude'],
  texts: {
    source: Joi.string()
      .pattern(/^[a-z][a-z0-9]*$/iu)
      .messages({ '*': 'must be a word of letters and digits' })
      .default(DEFAULT_SOURCE),
  },
} as const satisfies MappingKind<CityField>;

/**
 * Returns the cities of a CSV, NDJSON or GeoJSON file. The `source` of the mapping becomes a prefix of the
 * ids (`own-17`). It must stay the same, because the cities' ids belong to it. With `geonames` the
 * ids are GeoNames ids, and a row replaces its record.
 * @throws if the file cannot be read, or the mapping is not valid
 */
export async function mappedCities(file: string, mapping: string | object): Promise<CitySource> {
  const toCity = (row: FileRow<CityField>, read: Mapping<CityField>) =>
    toRow(row, idPrefixOf(read));
  const mapped = await openMappedFile(file, mapping, CITY_MAPPING, toCity);
  return { ...mapped, ...(idPrefixOf(mapped.mapping) === '' && { geonames: true }) };
}

/** Returns the prefix of the source ids of a mapping, or of rows without one. */
export function idPrefixOf(mapping?: Mapping<CityField>): string {
  const { source = DEFAULT_SOURCE } = mapping?.texts ?? {};
  return source === GEONAMES ? '' : `${source}-`;
}

/** Returns the city of a row. @param prefix of its source id */
export function toRow(from: FileRow<CityField>, prefix: string): CityRow | RejectedRow {
  if ('reason' in from) return from;
  const { cells, ...origin } = from;
  const read = readCells(cells, CITY_MAPPING);
  if ('faults' in read) {
    return { ...origin, id: shownId(cells.id), reason: read.faults.join('; ') };
  }
  const { id, name, country, latitude, longitude, ...others } = read.values;
  return {
    ...origin,
    sourceId: `${prefix}${id}`,
    countryCode: country,
    name,
    latitude,
    longitude,
    ...(omitBy(
      {
        population: others.population,
        capital: others.capital,
        regionName: others.region,
        timeZone: others.timeZone,
        names: unlessEmpty(namesBy((language) => others[`name:${language}`])),
        regionNames: unlessEmpty(namesBy((language) => others[`region:${language}`])),
      },
      (value) => value === null,
    ) as Partial<CityRow>),
  };
}

function unlessEmpty(names: Names): Names | null {
  return Object.keys(names).length === 0 ? null : names;
}
