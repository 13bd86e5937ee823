import { compact } from 'es-toolkit/array';
import { memoize, once } from 'es-toolkit/function';
import { sum } from 'es-toolkit/math';
import { type DataFile, openDataFile } from '../files/dataFile.js';
import { TextTable } from '../files/packed.js';
import { csvForm, MARKS, type SourceRow, TABLE } from '../files/rowForms.js';
import { readPlainName, type RejectedRow } from '../files/cells.js';
import { builtInSources } from '../reference/builtInFile.js';
import { geonamesRegions, REGION_CODES, regionCodesOf, REGIONS } from '../reference/geonames.js';
import { type AlternateNames, readAlternateNames } from './alternateNames.js';
import { TIME_ZONE } from './ownFile.js';
import type { CityRow, CitySource } from './row.js';

/** The columns of a file of places. */
const COLUMNS = {
  id: 0,
  name: 1,
  alternateNames: 3,
  latitude: 4,
  longitude: 5,
  featureClass: 6,
  featureCode: 7,
  country: 8,
  admin1: 10,
  population: 14,
  timeZone: 17,
  modified: 18,
} as const;
const COLUMN_COUNT = 19;
/** Id, name and comment. */
const DELETION_COLUMNS = 3;
const POPULATED = 'P';
const CAPITAL = 'PPLC';
/** GeoNames writes 00 for a place without a division. */
const NO_DIVISION = /^(?:00)?$/;
const WHOLE = /^\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

interface Region {
  name: string;
  geonamesId?: string;
}

/** Files of GeoNames as they are published, plain or within their `.zip`. */
export interface GeonamesSource {
  /** `cities500.zip` and its like, `allCountries.zip`, or the file of a country. */
  geonames: string;
  /** `alternateNamesV2.zip`: names in other languages. */
  alternateNames?: string;
  /** `admin1CodesASCII.txt`: names of regions. Default: the names that come with the project. */
  admin1?: string;
  minimumPopulation?: number;
}

/**
 * Returns the populated places of files of GeoNames. These files have no quoting: a quotation mark
 * is a letter of a name.
 * @throws if a file cannot be read
 */
export async function geonamesCities(files: GeonamesSource): Promise<CitySource> {
  const cities = await openDataFile(files.geonames);
  const alternateNames = await openIfGiven(files.alternateNames);
  const admin1 = await openIfGiven(files.admin1);
  const minimumPopulation = files.minimumPopulation ?? 0;
  const leftOut = { otherClass: 0, small: 0 };
  /** The number of cities of each region that has no name. */
  const unnamed = new Map<string, number>();
  let notesOnNames: string[] = [];
  /** GeoNames ids of the rows, once they were read for their ids. */
  const ids = new TextTable();

  const regionsOf = once(() => readRegions(admin1));
  const namesOf = once(async (): Promise<AlternateNames | undefined> => {
    if (alternateNames === undefined) return undefined;
    for (const { geonamesId } of (await regionsOf()).values()) {
      if (geonamesId !== undefined) ids.add(geonamesId);
    }
    const { names, notes } = await readAlternateNames(alternateNames, ids);
    notesOnNames = notes;
    return names;
  });

  async function* rows(part?: 'identity'): AsyncGenerator<CityRow | RejectedRow> {
    const regions = await regionsOf();
    const names = part === 'identity' ? undefined : await namesOf();
    const isNeeded = part === 'identity' && files.alternateNames !== undefined;
    Object.assign(leftOut, { otherClass: 0, small: 0 });
    unnamed.clear();
    const form = csvForm(files.geonames, TABLE);
    const regionOf = memoize((code: string) => regionFields(code, regions.get(code), names));
    for await (const lines of cities.lines()) {
      for (const { line, text: row, fault } of lines) {
        const cells = row.split('\t');
        const at = { line, row: { text: row, form } };
        if (row.trim() === '') continue;
        const read = readingOf(cells, at, fault, minimumPopulation);
        if (read === 'otherClass' || read === 'small') {
          leftOut[read] += 1;
          continue;
        }
        if (!('reason' in read)) {
          cities.noteDay(cells[COLUMNS.modified]);
          const division = cells[COLUMNS.admin1] ?? '';
          const code = `${read.countryCode}.${division}`;
          if (!NO_DIVISION.test(division) && !regions.has(code)) {
            unnamed.set(code, (unnamed.get(code) ?? 0) + 1);
          }
          const ownNames = names?.of(read.sourceId);
          Object.assign(read, regionOf(code), ownNames && { names: ownNames });
          if (isNeeded) ids.add(read.sourceId);
        }
        yield read;
      }
    }
  }

  const { file } = cities;
  return {
    file,
    files: compact([cities, alternateNames, admin1]),
    others: builtInSources(...(files.admin1 === undefined ? [REGIONS] : []), REGION_CODES),
    geonames: true,
    rows,
    notes() {
      const { otherClass, small } = leftOut;
      const notes: string[] = [];
      if (otherClass > 0) notes.push(`${otherClass} rows of ${file} are not populated places`);
      if (small > 0) {
        notes.push(`${small} places of ${file} have fewer than ${minimumPopulation} inhabitants`);
      }
      const [code] = unnamed.keys();
      if (code !== undefined) {
        notes.push(
          `${sum([...unnamed.values()])} cities of ${file} have no region, because ${files.admin1 ?? 'the built-in data'} has no name for ${unnamed.size} codes such as ${code}; name a current admin1CodesASCII.txt as admin1`,
        );
      }
      return [...notes, ...notesOnNames];
    },
  };
}

/** True for so many columns, and for rows that were rejected, with their marks. */
function isOf(cells: readonly string[], columns: number): boolean {
  return cells.length >= columns && (cells.length - columns) % MARKS.length === 0;
}

/** Reads a line: a city, a reject, or why it is left out. */
function readingOf(
  cells: readonly string[],
  at: { line: number; row: SourceRow },
  fault: string | undefined,
  minimumPopulation: number,
): CityRow | RejectedRow | 'otherClass' | 'small' {
  const id = cells[COLUMNS.id] ?? '';
  if (fault !== undefined) return { ...at, id, reason: fault };
  if (!isOf(cells, COLUMN_COUNT)) {
    const reason = `it has ${cells.length} columns, a file of GeoNames has ${COLUMN_COUNT}`;
    return { ...at, id, reason };
  }
  if (cells[COLUMNS.featureClass] !== POPULATED) return 'otherClass';
  const population = cells[COLUMNS.population] ?? '';
  const timeZone = cells[COLUMNS.timeZone] ?? '';
  if (Number(population) < minimumPopulation) return 'small';
  if (!WHOLE.test(id)) return { ...at, id, reason: `"${id}" is not a GeoNames id` };
  const name = readPlainName(cells[COLUMNS.name]);
  if ('fault' in name) return { ...at, id, reason: `name ${name.fault}` };
  return {
    ...at,
    sourceId: id,
    countryCode: cells[COLUMNS.country] ?? '',
    name: name.value ?? '',
    population: population === '' ? 0 : numberOf(population),
    latitude: numberOf(cells[COLUMNS.latitude]),
    longitude: numberOf(cells[COLUMNS.longitude]),
    ...(cells[COLUMNS.featureCode] === CAPITAL && { capital: true }),
    aliases: compact((cells[COLUMNS.alternateNames] ?? '').split(',')),
    // A zone may be newer than the database of this process.
    ...(TIME_ZONE.test(timeZone) && { timeZone }),
  };
}

/** Returns NaN for a cell that is not a decimal number. Such rows are rejected later. */
function numberOf(cell = ''): number {
  return DECIMAL.test(cell) ? Number(cell) : Number.NaN;
}

/**
 * Reads a line of a daily file of modifications or deletions.
 * @returns a city, a reject, or the id of what is not a populated place, or not any more
 */
export function changeOfGeonames(
  cells: readonly string[],
  at: { line: number; row: SourceRow },
  regions: ReadonlyMap<string, string>,
): CityRow | RejectedRow | string {
  const id = cells[COLUMNS.id] ?? '';
  if (isOf(cells, DELETION_COLUMNS) && WHOLE.test(id)) return id;
  const read = readingOf(cells, at, undefined, 0);
  if (typeof read === 'string') return id;
  if ('reason' in read) return read;
  const code = `${read.countryCode}.${cells[COLUMNS.admin1] ?? ''}`;
  const name = regions.get(code);
  return { ...read, ...regionFields(code, name === undefined ? undefined : { name }, undefined) };
}

function regionFields(
  code: string,
  region: Region | undefined,
  names: AlternateNames | undefined,
): Pick<CityRow, 'regionName' | 'regionNames' | 'regionCodes'> {
  const codes = { regionCodes: regionCodesOf(code) };
  if (region === undefined) return codes;
  const regionNames = names?.of(region.geonamesId ?? '');
  return { ...codes, regionName: region.name, ...(regionNames !== undefined && { regionNames }) };
}

const openIfGiven = async (file: string | undefined): Promise<DataFile | undefined> =>
  file === undefined ? undefined : await openDataFile(file);

/** Reads regions, by country and division such as `FR.11`, from a file or the built-in data. */
async function readRegions(data: DataFile | undefined): Promise<ReadonlyMap<string, Region>> {
  if (data === undefined) {
    return new Map([...geonamesRegions()].map(([code, name]) => [code, { name }]));
  }
  const regions = new Map<string, Region>();
  for await (const lines of data.lines()) {
    for (const { text } of lines) {
      const [code = '', cell, , geonamesId = ''] = text.split('\t');
      const read = readPlainName(cell);
      if ('fault' in read || read.value === null) continue;
      regions.set(code, { name: read.value, ...(WHOLE.test(geonamesId) && { geonamesId }) });
    }
  }
  if (regions.size > 0) return regions;
  throw new Error(`${data.file} has no regions. It must be admin1CodesASCII.txt of GeoNames.`);
}
