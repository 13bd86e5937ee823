import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../../ingest/data/', import.meta.url);

/** Reads the columns of a built-in table, as `ingest/data/README.md` names them. */
export function readTable(name: string): Record<string, string>[] {
  const bytes = readFileSync(new URL(name, FOLDER));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  const [header = [], ...rows] = text.trimEnd().split('\n').map((line) => line.split('\t')); // prettier-ignore
  return rows.map((cells) => Object.fromEntries(header.map((key, at) => [key, cells[at] ?? ''])));
}

/** A populated place as the file has it, by an own reading. */
export interface FileCity {
  id: string;
  name: string;
  country: string;
  region: string | null;
  timeZone: string;
  population: number;
  latitude: number;
  longitude: number;
  isCapital: boolean;
}

/** Reads the built-in cities. */
export function readFileCities(): FileCity[] {
  const regions = new Map(readTable('regions.tsv.gz').map(({ code, name }) => [code, name]));
  const idsOf = (name: string) => new Set(readTable(name).map((row) => row.geonames_id));
  const capitals = idsOf('capitals.tsv');
  const corrected = new Map(readTable('population-corrections.tsv').map((row) => [row.geonames_id, row.population])); // prettier-ignore
  return readTable('cities.tsv.gz').map((row) => {
    const { geonames_id: id = '', name = '', country = '', timezone: timeZone = '' } = row;
    return {
      id,
      name,
      country,
      region: regions.get(`${country}.${row.admin1}`) ?? null,
      timeZone,
      population: Number(corrected.get(id) ?? row.population),
      latitude: Number(row.latitude),
      longitude: Number(row.longitude),
      isCapital: capitals.has(id),
    };
  });
}

/** The fields of a row of GeoNames that tests choose. */
export interface GeonamesPlace {
  id: number;
  name: string;
  alternateNames?: string;
  class?: string;
  code?: string;
  country?: string;
  admin1?: string;
  population?: number;
  latitude?: number;
  longitude?: number;
}

/** Returns a row of `cities500.txt`, `allCountries.txt` and their like: 19 columns. */
export function geonamesRow(place: GeonamesPlace): string {
  const { id, name, latitude = 48.5, longitude = 2.25, country = 'FR', admin1 = '11' } = place;
  const { alternateNames = '' } = place;
  const { class: featureClass = 'P', code = 'PPL', population = 1_000 } = place;
  const ascii = name.normalize('NFD').replace(/[^ -~]/g, '');
  const position = [latitude, longitude].map(String);
  const region = [country, '', admin1, '', '', ''];
  const rest = [String(population), '', '42', 'Europe/Paris', '2024-01-02'];
  const names = [name, ascii, alternateNames];
  return [String(id), ...names, ...position, featureClass, code, ...region, ...rest].join('\t');
}

export interface AlternateName {
  of: number;
  language: string;
  name: string;
  isPreferred?: boolean;
  isShort?: boolean;
  isColloquial?: boolean;
  isHistoric?: boolean;
  until?: string;
}

/** Returns a row of `alternateNamesV2.txt`. */
export function alternateName(given: AlternateName): string {
  const { of, language, name, until = '' } = given;
  const marks = [given.isPreferred, given.isShort, given.isColloquial, given.isHistoric];
  return ['1', of, language, name, ...marks.map((mark) => (mark ? '1' : '')), '', until].join('\t');
}
