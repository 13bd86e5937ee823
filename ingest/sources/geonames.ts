import { compact } from 'es-toolkit/array';
import { memoize, once } from 'es-toolkit/function';
import type { CityRow } from '../cities/row.js';
import { builtInTable } from './builtInFile.js';

/** A built-in populated place of GeoNames. */
export type GeonamesRecord = CityRow & { population: number };

export const GEONAMES_FILE = 'cities.tsv.gz';
export const REGIONS = 'regions.tsv.gz';
export const REGION_CODES = 'region-codes.tsv';
const CAPITALS = 'capitals.tsv';
/** The files of the records. */
export const GEONAMES_FILES = [GEONAMES_FILE, REGIONS, REGION_CODES, CAPITALS];

/** The first line holds the headings. */
const FIRST_LINE = 2;

/** Returns the 170,009 populated places, the most populous first. They are read once. */
export const geonamesRecords = once((): readonly GeonamesRecord[] => {
  const regions = geonamesRegions();
  const capitals = new Set(builtInTable(CAPITALS).map((cells) => cells.slice(0, 2).join(' ')));
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
      population: Number(population),
      latitude: Number(latitude),
      longitude: Number(longitude),
      timeZone,
      capital: capitals.has(`${countryCode} ${sourceId}`),
    });
  }
  return records;
});

/** Returns the names of first-level divisions by country and code, such as `FR.11`. */
export function geonamesRegions(): Map<string, string> {
  return new Map(builtInTable(REGIONS).map(([code = '', name = '']) => [code, name]));
}

/**
 * Returns the codes that people write for a division, by its code such as `US.TX` or `AU.02`: those of a
 * table, with other names, and GeoNames' own one if it has letters.
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
