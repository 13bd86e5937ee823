import { compact, sortBy } from 'es-toolkit/array';
import { memoize, once } from 'es-toolkit/function';
import type { Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import type { Names } from '../../indices/languages.js';
import { builtInNames, builtInTable } from './builtInFile.js';

/** A built-in populated place of GeoNames. */
export interface GeonamesRecord extends Point {
  /** Line of the file, from 1. */
  line: number;
  /** The GeoNames id. */
  sourceId: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  countryCode: string;
  name: string;
  /** First-level administrative division, with its codes and other names, such as `TX`. */
  regionName?: string;
  regionCodes?: readonly string[];
  population: number;
  /** IANA zone. */
  timeZone: string;
  capital: boolean;
  /** Names in other languages, and names that are only searched. Only the built-in cities have them. */
  names?: Names;
  aliases?: readonly string[];
}

export const GEONAMES_FILE = 'cities.tsv.gz';
export const REGIONS = 'regions.tsv.gz';
export const REGION_CODES = 'region-codes.tsv';
const REGION_NAMES = 'region-names.tsv.gz';
const CAPITALS = 'capitals.tsv';
const POPULATIONS = 'population-corrections.tsv';
/** The files of the records. */
export const GEONAMES_FILES = [
  ...[GEONAMES_FILE, REGIONS, REGION_CODES, REGION_NAMES],
  ...[CAPITALS, POPULATIONS],
];

/** The first line holds the headings. */
const FIRST_LINE = 2;

/** Returns the 170,009 populated places, the most populous first. They are read once. */
export const geonamesRecords = once((): readonly GeonamesRecord[] => {
  const regions = geonamesRegions();
  const capitals = new Set(builtInTable(CAPITALS).map((cells) => cells.slice(0, 2).join(' ')));
  const corrected = new Map(builtInTable(POPULATIONS).map(([id = '', population]) => [id, population])); // prettier-ignore
  const records: GeonamesRecord[] = [];
  for (const [at, cells] of builtInTable(GEONAMES_FILE).entries()) {
    const [sourceId = '', name = '', countryCode = '', division = '', ...rest] = cells;
    const [latitude, longitude, population, timeZone = ''] = rest;
    const code = `${countryCode}.${division}`;
    const regionName = regions.get(code);
    records.push({
      line: at + FIRST_LINE,
      sourceId,
      countryCode,
      name,
      ...(regionName !== undefined && { regionName }),
      regionCodes: regionCodesOf(code),
      population: Number(corrected.get(sourceId) ?? population),
      latitude: Number(latitude),
      longitude: Number(longitude),
      timeZone,
      capital: capitals.has(`${countryCode} ${sourceId}`),
    });
  }
  return sortBy(records, [({ population }) => -population]);
});

/** Returns the names of first-level divisions by country and code, such as `FR.11`. */
export function geonamesRegions(): Map<string, string> {
  return new Map(builtInTable(REGIONS).map(([code = '', name = '']) => [code, name]));
}

const divisions = once(() => {
  const keyOf = ([code, name]: [string, string]) =>
    [`${code.slice(0, 2)} ${fold(name)}`, code] as const;
  return new Map([...geonamesRegions()].map(keyOf));
});

/** Returns the code of a first-level division by its country and name, such as `US.TX`; undefined if it is not built in. */
export function divisionOf(countryCode: string, name: string): string | undefined {
  return divisions().get(`${countryCode} ${fold(name)}`);
}

/** Returns the names of first-level divisions in other languages than English, by the code of the division. */
export const regionNames = once(() => builtInNames(REGION_NAMES));

/**
 * Returns the codes that people write for a division, by its code such as `US.TX` or `AU.02`: codes and other
 * names of a table, and GeoNames' own code if it has letters.
 */
export const regionCodesOf = memoize((code: string): readonly string[] => {
  const own = code.slice(code.indexOf('.') + 1);
  return [...(/^[A-Z]+$/.test(own) ? [own] : []), ...(writtenCodes().get(code) ?? [])];
});

const writtenCodes = once(
  () =>
    new Map(
      builtInTable(REGION_CODES).map(([code = '', codes = '', names = '']) => [
        code,
        compact([...codes.split('|'), ...names.split('|')]),
      ]),
    ),
);
