import { once } from 'es-toolkit/function';
import type { Names } from '../../indices/languages.js';
import { type DataFile, openDataFile } from '../files/dataFile.js';
import { linesOf } from '../files/lines.js';
import { geonamesRegions, regionsSource } from '../sources/geonames.js';
import { type AlternateNames, readAlternateNames } from './alternateNames.js';
import { GeonamesIds } from './geonamesIds.js';
import { TIME_ZONE } from './mappingKind.js';
import type { CityReject, CityRow, CitySource } from './row.js';

/** Files of GeoNames as they are published, each as it is or within its `.zip`. */
export interface GeonamesFiles {
  /** `cities500.zip` and its like, `allCountries.zip`, or a country's. */
  cities: string;
  /** `alternateNamesV2.zip`: names in other languages. */
  alternateNames?: string;
  /** `admin1CodesASCII.txt`: names of regions; absent: those that come with the project. */
  admin1?: string;
  /** Inhabitants; places of fewer are left out. */
  minimumPopulation?: number;
}

/** The columns of a file of places. */
const COLUMNS = {
  id: 0,
  name: 1,
  latitude: 4,
  longitude: 5,
  featureClass: 6,
  featureCode: 7,
  country: 8,
  admin1: 10,
  population: 14,
  timeZone: 17,
} as const;
const COLUMN_COUNT = 19;
const POPULATED = 'P';
const CAPITAL = 'PPLC';
const WHOLE = /^\d+$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A first-level division. */
interface Region {
  name: string;
  geonamesId?: number;
}

/** What a row of a file is. */
type Reading = CityRow | CityReject | 'otherClass' | 'small' | 'blank';

/**
 * The populated places of files of GeoNames. They have no quoting: a quotation mark is a letter of a
 * name.
 * @throws when a file cannot be read
 */
export async function geonamesCities(files: GeonamesFiles): Promise<CitySource> {
  const cities = await openDataFile(files.cities);
  const alternateNames = await openedIfNamed(files.alternateNames);
  const admin1 = await openedIfNamed(files.admin1);
  const all = [cities, alternateNames, admin1].filter((file) => file !== undefined);
  const minimumPopulation = files.minimumPopulation ?? 0;
  let leftOut = { otherClass: 0, small: 0 };
  let notes: string[] = [];
  /** Those of the rows, once they were read to their end. */
  let ids: GeonamesIds | undefined;

  const regionsOf = once(async () =>
    files.admin1 === undefined ? builtInRegions() : await readRegions(files.admin1),
  );
  const namesOf = once(async (): Promise<AlternateNames | undefined> => {
    if (files.alternateNames === undefined) return undefined;
    if (ids === undefined) await drain(rows('identity'));
    const wanted = ids ?? new GeonamesIds();
    for (const { geonamesId } of (await regionsOf()).values()) {
      if (geonamesId !== undefined) wanted.add(geonamesId);
    }
    const read = await readAlternateNames(files.alternateNames, wanted);
    notes = read.notes;
    return read.names;
  });

  async function* rows(part?: 'identity'): AsyncGenerator<CityRow | CityReject> {
    const regions = await regionsOf();
    const names = part === 'identity' ? undefined : await namesOf();
    const isIdsWanted = part === 'identity' && files.alternateNames !== undefined;
    const found = isIdsWanted && ids === undefined ? new GeonamesIds() : undefined;
    for (const file of all) await file.identify();
    leftOut = { otherClass: 0, small: 0 };
    const regionOf = regionReader(regions, names);
    for await (const { first, texts, faults } of cities.lines()) {
      for (const [at, text] of texts.entries()) {
        const line = first + at;
        const cells = text.split('\t');
        const read = readingOf(cells, {
          line,
          row: text,
          fault: faults.get(line),
          minimumPopulation,
        });
        if (read === 'otherClass' || read === 'small') leftOut[read] += 1;
        else if (read !== 'blank') {
          if (!('reason' in read)) {
            complete(read, regionOf(cells), names);
            found?.add(Number(read.sourceId));
          }
          yield read;
        }
      }
    }
    ids ??= found;
  }

  const { file } = cities;
  return {
    file,
    version: [
      ...all.map(({ version }) => version),
      minimumPopulation,
      ...(files.admin1 === undefined ? [regionsSource().sha256] : []),
    ].join(' '),
    expectedBytes: cities.bytes,
    bytesRead: () => cities.bytesRead(),
    geonames: true,
    rows,
    prepare: async () => {
      await namesOf();
    },
    sources: () => [
      ...all.map((each) => each.source()),
      ...(files.admin1 === undefined ? [regionsSource()] : []),
    ],
    notes: () => {
      const { otherClass, small } = leftOut;
      return [
        ...(otherClass > 0 ? [`${otherClass} rows of ${file} are no populated places`] : []),
        ...(small > 0
          ? [`${small} places of ${file} have fewer than ${minimumPopulation} inhabitants`]
          : []),
        ...notes,
      ];
    },
    gate: async () => (await Promise.all(all.map((each) => each.complaints()))).flat(),
  };
}

async function openedIfNamed(file: string | undefined): Promise<DataFile | undefined> {
  return file === undefined ? undefined : await openDataFile(file);
}

function complete(
  city: CityRow,
  { regionName, regionNames }: Pick<CityRow, 'regionName' | 'regionNames'>,
  alternate: AlternateNames | undefined,
): void {
  if (regionName !== undefined) city.regionName = regionName;
  if (regionNames !== undefined) city.regionNames = regionNames;
  const names = alternate?.of(Number(city.sourceId));
  if (names !== undefined) city.names = names;
}

/** Of the thousands of regions the names are read once each. */
function regionReader(
  regions: ReadonlyMap<string, Region>,
  names: AlternateNames | undefined,
): (cells: readonly string[]) => Pick<CityRow, 'regionName' | 'regionNames'> {
  const known = new Map<string, { regionName?: string; regionNames?: Names }>();
  return (cells) => {
    const code = `${cells[COLUMNS.country] ?? ''}.${cells[COLUMNS.admin1] ?? ''}`;
    let found = known.get(code);
    if (found === undefined) {
      const region = regions.get(code);
      const regionNames =
        region?.geonamesId === undefined ? undefined : names?.of(region.geonamesId);
      found = {
        ...(region !== undefined && { regionName: region.name }),
        ...(regionNames !== undefined && { regionNames }),
      };
      known.set(code, found);
    }
    return found;
  };
}

interface Line {
  line: number;
  row: string;
  fault: string | undefined;
  minimumPopulation: number;
}

function readingOf(
  cells: readonly string[],
  { line, row, fault, minimumPopulation }: Line,
): Reading {
  const id = cells[COLUMNS.id] ?? '';
  if (fault !== undefined) return { line, id, reason: fault, row };
  if (row.trim() === '') return 'blank';
  if (cells.length !== COLUMN_COUNT) {
    const reason = `it has ${cells.length} columns, a file of GeoNames has ${COLUMN_COUNT}`;
    return { line, id, reason, row };
  }
  if (cells[COLUMNS.featureClass] !== POPULATED) return 'otherClass';
  const population = cells[COLUMNS.population] ?? '';
  const timeZone = cells[COLUMNS.timeZone] ?? '';
  if (Number(population) < minimumPopulation) return 'small';
  if (!WHOLE.test(id)) return { line, id, reason: `"${id}" is no id of GeoNames`, row };
  return {
    line,
    sourceId: id,
    countryCode: cells[COLUMNS.country] ?? '',
    name: (cells[COLUMNS.name] ?? '').trim(),
    population: population === '' ? 0 : numberOf(population),
    latitude: numberOf(cells[COLUMNS.latitude]),
    longitude: numberOf(cells[COLUMNS.longitude]),
    capital: cells[COLUMNS.featureCode] === CAPITAL,
    // A zone may be newer than the database of this process.
    ...(TIME_ZONE.test(timeZone) && { timeZone }),
    row,
  };
}

function numberOf(cell = ''): number {
  return DECIMAL.test(cell) ? Number(cell) : Number.NaN;
}

function builtInRegions(): Map<string, Region> {
  return new Map([...geonamesRegions()].map(([code, name]) => [code, { name }]));
}

/** By country and division, as places name them. */
async function readRegions(file: string): Promise<Map<string, Region>> {
  const regions = new Map<string, Region>();
  for await (const { texts } of linesOf(file)) {
    for (const text of texts) {
      const [code = '', name = '', , geonamesId = ''] = text.split('\t');
      if (name === '') continue;
      regions.set(code, {
        name,
        ...(WHOLE.test(geonamesId) && { geonamesId: Number(geonamesId) }),
      });
    }
  }
  if (regions.size > 0) return regions;
  throw new Error(`${file} holds no regions: it is to be admin1CodesASCII.txt of GeoNames.`);
}

async function drain(rows: AsyncGenerator): Promise<void> {
  while ((await rows.next()).done !== true) continue;
}
