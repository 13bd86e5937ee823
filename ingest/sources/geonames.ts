import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { once } from 'es-toolkit/function';
import { type BuiltInName, builtInFile, builtInSource, type BuiltInSource } from './builtInFile.js';

/** A populated place of GeoNames that comes with the project. */
export interface GeonamesRecord {
  /** Line of the file, from 1. */
  line: number;
  /** The GeoNames id. */
  sourceId: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  countryCode: string;
  name: string;
  /** Name of the first-level division, where known. */
  regionName?: string;
  population: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** IANA zone. */
  timeZone: string;
  /** True for a capital or seat of government. */
  capital: boolean;
}

export const GEONAMES_FILE = 'cities.tsv.gz';
const REGIONS = 'regions.tsv.gz';
const CAPITALS = 'capitals.tsv';

/** The first line holds the headings. */
const FIRST_LINE = 2;

/**
 * Returns the 170,009 populated places, the most populous first. They are read once and kept.
 * @throws when a capital is not in the file
 */
export const geonamesRecords = once((): readonly GeonamesRecord[] => {
  const regions = geonamesRegions();
  const capitals = new Set(linesOf(CAPITALS).map((line) => line.split('\t', 2).join(' ')));
  const records: GeonamesRecord[] = [];
  for (const [at, text] of linesOf(GEONAMES_FILE).entries()) {
    const [sourceId = '', name = '', countryCode = '', division = '', ...rest] = text.split('\t');
    const key = `${countryCode} ${sourceId}`;
    const [latitude, longitude, population, timeZone = ''] = rest;
    const regionName = regions.get(`${countryCode}.${division}`);
    records.push({
      line: at + FIRST_LINE,
      sourceId,
      countryCode,
      name,
      ...(regionName !== undefined && { regionName }),
      population: Number(population),
      latitude: Number(latitude),
      longitude: Number(longitude),
      timeZone,
      capital: capitals.delete(key),
    });
  }
  if (capitals.size === 0) return records;
  throw new Error(`${GEONAMES_FILE} lacks ${[...capitals].join(', ')}. Correct ${CAPITALS}.`);
});

/** Returns the names of first-level divisions by country and code, such as `FR.11`. */
export function geonamesRegions(): Map<string, string> {
  const regions = new Map<string, string>();
  for (const line of linesOf(REGIONS)) {
    const [code = '', name = ''] = line.split('\t');
    regions.set(code, name);
  }
  return regions;
}

/** Returns the lines below the headings. */
function linesOf(file: BuiltInName): string[] {
  const bytes = readFileSync(builtInFile(file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text.trimEnd().split('\n').slice(1);
}

/** Returns the files that the records are made of. */
export function geonamesSources(): BuiltInSource[] {
  return [builtInSource(GEONAMES_FILE), regionsSource(), builtInSource(CAPITALS)];
}

/** Returns the file with the names of regions. */
export function regionsSource(): BuiltInSource {
  return builtInSource(REGIONS);
}
