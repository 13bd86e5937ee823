import { LANGUAGES, type Names } from '../../indices/languages.js';
import { areSwapped } from '../sources/coordinates.js';
import { openMappedFile } from '../files/mappedFile.js';
import type { Cells } from '../files/mapping.js';
import { isEmpty, type Reading } from '../files/readings.js';
import { countryCodes } from '../sources/iso/codes.js';
import { CITY_MAPPING, type CityField } from './mappingKind.js';
import type { CityReject, CityRow, CitySource } from './row.js';

/** The source whose ids are those of GeoNames, which have nothing before them. */
const GEONAMES = 'geonames';

/**
 * The cities of a CSV or NDJSON file. Its ids are told from those of other sources by the `source`
 * of the mapping, a word that stands before them: `own-17`. It is to stay the same, for the cities'
 * ids belong to it. With `geonames` the ids are those of GeoNames, and a row takes the place of its
 * record.
 * @param mappingFile a JSON file that tells what is in which column; see `Mapping`
 * @throws when the file cannot be read, or the mapping is not valid
 */
export async function cityFile(file: string, mappingFile: string): Promise<CitySource> {
  const mapped = await openMappedFile(file, mappingFile, CITY_MAPPING);
  const { source = '' } = mapped.mapping.texts;
  const prefix = source === GEONAMES ? '' : `${source}-`;
  const alpha2 = new Map(
    countryCodes().flatMap((code) => [
      [code.id, code.alpha2],
      [code.alpha2, code.alpha2],
    ]),
  );

  async function* rows(): AsyncGenerator<CityRow | CityReject> {
    for await (const read of mapped.rows()) {
      for (const row of read) {
        if ('reason' in row) yield row;
        else yield toRow(row.cells, { line: row.line, row: row.row }, prefix, alpha2);
      }
    }
  }

  return {
    file,
    version: mapped.version,
    expectedBytes: mapped.expectedBytes,
    bytesRead: () => mapped.bytesRead(),
    ...(source === GEONAMES && { geonames: true }),
    rows,
    gate: () => mapped.gate(),
    sources: () => mapped.sources(),
  };
}

function toRow(
  cells: Cells<CityField>,
  at: { line: number; row: string },
  prefix: string,
  alpha2: ReadonlyMap<string, string>,
): CityRow | CityReject {
  const faults: string[] = [];
  function take(field: CityField): unknown {
    const reading: Reading<unknown> = CITY_MAPPING.readers[field](cells[field]);
    if ('fault' in reading) faults.push(`${field} ${reading.fault}`);
    else if (reading.value !== null) return reading.value;
    else if (CITY_MAPPING.required.includes(field)) faults.push(`${field} is missing`);
    return undefined;
  }
  const id = take('id') as string | undefined;
  const name = take('name') as string | undefined;
  const code = (take('country') as string | undefined)?.toUpperCase();
  const country = code === undefined ? undefined : alpha2.get(code);
  if (code !== undefined && country === undefined) {
    faults.push(`country "${code}" is not the code of a country`);
  }
  const latitude = take('latitude') as number | undefined;
  const longitude = take('longitude') as number | undefined;
  const population = take('population') as number | undefined;
  const capital = take('capital') as boolean | undefined;
  const regionName = take('region') as string | undefined;
  const timeZone = take('timeZone') as string | undefined;
  const names = namesOf('name', cells, take);
  const regionNames = namesOf('region', cells, take);
  const hasBoth = !isEmpty(cells.latitude) && !isEmpty(cells.longitude);
  if (hasBoth && areSwapped(Number(cells.latitude), Number(cells.longitude))) {
    faults.push('latitude and longitude swapped?');
  }
  if (
    faults.length > 0 ||
    id === undefined ||
    name === undefined ||
    country === undefined ||
    latitude === undefined ||
    longitude === undefined
  ) {
    const known = typeof cells.id === 'string' ? cells.id : (id ?? '');
    return { ...at, id: known, reason: faults.join('; ') };
  }
  return {
    ...at,
    sourceId: `${prefix}${id}`,
    countryCode: country,
    name,
    latitude,
    longitude,
    ...(population !== undefined && { population }),
    ...(capital !== undefined && { capital }),
    ...(regionName !== undefined && { regionName }),
    ...(names !== undefined && { names }),
    ...(regionNames !== undefined && { regionNames }),
    ...(timeZone !== undefined && { timeZone }),
  };
}

function namesOf(
  kind: 'name' | 'region',
  cells: Cells<CityField>,
  take: (field: CityField) => unknown,
): Names | undefined {
  let names: Names | undefined;
  for (const language of LANGUAGES) {
    const field: CityField = `${kind}:${language}`;
    if (cells[field] === undefined) continue;
    const name = take(field) as string | undefined;
    if (name === undefined) continue;
    names ??= {};
    names[language] = name;
  }
  return names;
}
