import { getHeapStatistics } from 'node:v8';
import {
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { compact, uniq } from 'es-toolkit/array';
import { UsageError } from '../../core/cli/failure.js';
import { assertWgs84 } from './crs.js';
import type { DataFile } from './dataFile.js';
import type { Feature } from './feature.js';
import { locationOf, unusable } from './openFile.js';
import { listed } from './shown.js';

/** A row group is decoded as a whole, and its documents are made beside it. */
const MAX_SHARE_OF_HEAP = 0.75;

/** The types of WKB, each at its number. */
const TYPES = 'Geometry Point LineString Polygon MultiPoint MultiLineString MultiPolygon'.split(
  ' ',
);
const [EWKB_SRID, EWKB_FLAGS] = [0x20000000, 0xe0000000];

/** Matches columns of WKB in files that do not name theirs. */
const WKB_COLUMN = /^(?:(?:the_|wkb_)?geo(?:m|metry|graphy)|wkb)$/i;
/** Measured with 300,000 rows of four columns: 75 bytes stay in memory. Decoding, longer texts and documents take more. */
const BYTES_PER_CELL = 300;
const PARSERS = { geometryFromBytes: pointOf, geographyFromBytes: pointOf };

type Geometry = Feature['geometry'];
/** The metadata of GeoParquet, as far as it is read. */
interface Geo {
  primary_column?: string;
  columns?: Record<string, { crs?: string | object | null }>;
}

export type ParquetFile = Awaited<ReturnType<typeof openParquet>>;

/** Opens a Parquet file. @throws when it is not one, or its coordinates are not degrees of WGS 84 */
export async function openParquet(data: DataFile) {
  try {
    const buffer = await asyncBufferFromFile(locationOf(data.file).path);
    const metadata = await parquetMetadataAsync(buffer);
    const names = parquetSchema(metadata).children.map(({ element }) => element.name);
    return { data, buffer, metadata, names, point: pointColumn(metadata) };
  } catch (error) {
    throw unusable(data.file, error);
  }
}

/** Returns the name of the column of points. @throws if they are not degrees of WGS 84 */
function pointColumn(metadata: FileMetaData): string | undefined {
  const valueOf = (name: string) =>
    metadata.key_value_metadata?.find(({ key }) => key === name)?.value;
  const geo = JSON.parse(valueOf('geo') ?? 'null') as Geo | null;
  const elements = parquetSchema(metadata).children.map(({ element }) => element);
  const native = elements.find(({ logical_type: type }) => type !== undefined && 'crs' in type);
  const plain = elements.find(({ name, type }) => type === 'BYTE_ARRAY' && WKB_COLUMN.test(name));
  const point = geo?.primary_column ?? (native ?? plain)?.name;
  const ofGeo = geo?.columns?.[point ?? '']?.crs;
  const given = geo === null ? (native?.logical_type as { crs?: string } | undefined)?.crs : ofGeo;
  const crs =
    typeof given === 'string' ? (valueOf(given.replace('projjson:', '')) ?? given) : given;
  // Null says that it is unknown, and nothing that it is WGS 84.
  if (crs) assertWgs84(typeof crs === 'string' && crs.startsWith('{') ? (JSON.parse(crs) as object) : crs); // prettier-ignore
  return point;
}

/**
 * Reads a file of one's own. A point is of WKB, EWKB, or a struct of x and y.
 * @throws when the file lacks a column, or a row group does not fit into memory
 */
export async function* parquetFeatures(
  data: DataFile,
  columns: readonly string[],
): AsyncGenerator<Feature> {
  const parquet = await openParquet(data);
  const { names, point } = parquet;
  const found = columns.map(
    (column) =>
      names.find((name) => column === name || column.startsWith(`${name}.`)) ??
      (column.startsWith('geometry.') ? point : undefined),
  );
  const missing = columns.find((_, at) => found[at] === undefined);
  if (missing !== undefined) {
    const what = missing.startsWith('geometry.') ? 'column of points' : `column "${missing}"`;
    throw new UsageError(`${data.file} has no ${what}. Its columns are ${listed(names)}.`);
  }
  const read = uniq(compact(found));
  assertFits(parquet, BYTES_PER_CELL * read.length);
  yield* featuresOf(parquet, read);
}

/** Reads rows as features, row group by row group. */
export async function* featuresOf(
  { data, buffer, metadata, point }: ParquetFile,
  columns: string[],
): AsyncGenerator<Feature> {
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const options = { file: buffer, metadata, columns, compressors, utf8: false, parsers: PARSERS };
    const rows = await parquetReadObjects({ ...options, rowStart, rowEnd }).catch(
      (error: unknown) => {
        throw unusable(data.file, error);
      },
    );
    for (const [at, properties] of rows.entries()) {
      const geometry = toGeometry(point === undefined ? null : properties[point]);
      yield { line: rowStart + at + 1, properties, geometry };
    }
    data.count((data.bytes * Number(num_rows)) / Number(metadata.num_rows));
    rowStart = rowEnd;
  }
}

/**
 * Equal rows need almost no space in the file, but all of it in memory.
 * @throws when a row group does not fit
 */
export function assertFits({ data, metadata }: ParquetFile, bytesPerRow: number): void {
  for (const [at, { columns, num_rows, total_byte_size }] of metadata.row_groups.entries()) {
    const counts = columns.map(({ meta_data: meta }) => Number(meta?.num_values ?? 0));
    const values = Math.max(Number(num_rows), ...counts);
    const neededMiB = (values * bytesPerRow + Number(total_byte_size)) / 2 ** 20;
    const limitMiB = (getHeapStatistics().heap_size_limit * MAX_SHARE_OF_HEAP) / 2 ** 20;
    if (neededMiB <= limitMiB) continue;
    throw new Error(
      `${data.file}: row group ${at + 1} has ${num_rows} rows, up to ${values} values a column. They need about ${Math.ceil(neededMiB)} MiB of memory, and ${Math.floor(limitMiB)} MiB are available. Write the file in groups of 100,000 rows (\`row_group_size\` of pyarrow and GeoPandas, ROW_GROUP_SIZE of DuckDB), or allow more memory with NODE_OPTIONS=--max-old-space-size.`,
    );
  }
}

function toGeometry(cell: unknown): Geometry {
  if (cell instanceof Uint8Array) return pointOf(cell);
  if (typeof cell !== 'object' || cell === null) return null;
  if (!('x' in cell && 'y' in cell)) return cell as Geometry;
  return { type: 'Point', coordinates: [Number(cell.x), Number(cell.y)] };
}

/** Reads a point of WKB: of ISO, where thousands say what follows x and y, or EWKB, where flags do. */
function pointOf(bytes: Uint8Array | undefined): Geometry {
  if (bytes === undefined) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint8(0) === 1;
  const code = view.getUint32(1, isLittle);
  const type = TYPES[(code & ~EWKB_FLAGS) % 1_000];
  const hasSrid = (code & EWKB_SRID) !== 0;
  const srid = hasSrid ? view.getUint32(5, isLittle) : 0;
  if (srid !== 0) assertWgs84(`EPSG:${srid}`);
  if (type !== 'Point') return { type, coordinates: [] } as unknown as Geometry;
  const at = hasSrid ? 9 : 5;
  const coordinates = [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)];
  // An empty point.
  return coordinates.some(Number.isNaN) ? null : { type, coordinates };
}
