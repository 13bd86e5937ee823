import { writeFileSync } from 'node:fs';
import { parquetWriteBuffer } from 'hyparquet-writer';

/** A place as Overture has it; what is absent is null in the file. */
export interface OverturePlace {
  id: string;
  at?: [longitude: number, latitude: number];
  name?: string;
  category?: string;
  confidence?: number;
  addresses?: { freeform?: string; locality?: string; postcode?: string; country?: string }[];
  websites?: string[];
  status?: string;
}

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
const group = { repetition_type: 'OPTIONAL' } as const;
const list = { num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' } as const;

/** The columns of the theme "places" that matter, as Overture's own files have them. */
const SCHEMA = [
  { name: 'root', num_children: 8 },
  { name: 'id', ...text },
  { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  { name: 'names', num_children: 1, ...group },
  { name: 'primary', ...text },
  { name: 'categories', num_children: 1, ...group },
  { name: 'primary', ...text },
  { name: 'confidence', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  { name: 'addresses', ...list },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', num_children: 4, ...group },
  { name: 'freeform', ...text },
  { name: 'locality', ...text },
  { name: 'postcode', ...text },
  { name: 'country', ...text },
  { name: 'websites', ...list },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
  { name: 'element', ...text },
  { name: 'operating_status', ...text },
] as const;

const POINTS = { encoding: 'WKB', geometry_types: ['Point'] };
/** GeoParquet's metadata. */
const GEO = { version: '1.1.0', primary_column: 'geometry', columns: { geometry: POINTS } };

/** Writes a GeoParquet file of these places, of several row groups. */
export function writeOverture(file: string, places: readonly OverturePlace[], geo = true): string {
  const column = (name: string, of: (place: OverturePlace) => unknown) =>
    ({ name, data: places.map((place) => of(place) ?? null) }); // prettier-ignore
  const content = parquetWriteBuffer({
    schema: SCHEMA.map((element) => ({ ...element })),
    columnData: [
      column('id', ({ id }) => id),
      column('geometry', ({ at }) => at && wkb(at)),
      column('names', ({ name }) => name && { primary: name }),
      column('categories', ({ category }) => category && { primary: category }),
      column('confidence', ({ confidence }) => confidence),
      column('addresses', ({ addresses }) => addresses),
      column('websites', ({ websites }) => websites),
      column('operating_status', ({ status }) => status),
    ],
    rowGroupSize: 2,
    ...(geo && { kvMetadata: [{ key: 'geo', value: JSON.stringify(GEO) }] }),
  });
  writeFileSync(file, new Uint8Array(content));
  return file;
}

/** Returns a point of WKB, in little endian. */
export function wkb([longitude, latitude]: [number, number]): Uint8Array {
  const bytes = Buffer.alloc(21);
  bytes.writeUInt8(1, 0);
  bytes.writeUInt32LE(1, 1);
  bytes.writeDoubleLE(longitude, 5);
  bytes.writeDoubleLE(latitude, 13);
  return new Uint8Array(bytes);
}
