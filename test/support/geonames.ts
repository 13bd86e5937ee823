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
  return readTable('cities.tsv.gz').map((row) => {
    const { geonames_id: id = '', name = '', country = '', timezone: timeZone = '' } = row;
    return {
      id,
      name,
      country,
      region: regions.get(`${country}.${row.admin1}`) ?? null,
      timeZone,
      population: Number(row.population),
      latitude: Number(row.latitude),
      longitude: Number(row.longitude),
      isCapital: capitals.has(id),
    };
  });
}
