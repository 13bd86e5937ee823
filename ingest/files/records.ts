import { type CsvFormat, csvRecords } from './csv.js';
import type { FileRecord } from './cells.js';
import type { DataFile } from './dataFile.js';
import { type Feature, typeName } from './feature.js';
import { geojsonFeatures } from './geojson.js';
import { jsonRecords, valueAt } from './ndjson.js';
import { unusable } from './openFile.js';
import { parquetFeatures } from './parquet.js';
import { readFeatures } from './readFeatures.js';

/** How records stand in a file. */
export interface RecordFormat extends CsvFormat {
  format: 'csv' | 'ndjson' | (typeof POINT_FORMATS)[number];
}

/** Formats whose rows may have a point. */
export const POINT_FORMATS = ['geojson', 'shapefile', 'parquet'] as const;

/** The columns that hold the coordinates of a point. */
export const POINT_COLUMNS: Readonly<Record<string, string>> = {
  'geometry.coordinates.1': 'latitude',
  'geometry.coordinates.0': 'longitude',
};

/** Reads the records of a file in batches. */
export function recordsOf(
  data: DataFile,
  { format, ...csv }: RecordFormat,
  columns: readonly string[],
): AsyncGenerator<FileRecord[]> {
  const { file } = data;
  if (format === 'csv') return csvRecords(file, data.lines(), csv, columns);
  if (format === 'ndjson') return jsonRecords(file, data.lines(), columns);
  if (format === 'parquet') return pointRecords(file, parquetFeatures(data, columns), columns);
  if (format === 'shapefile') return pointRecords(file, readFeatures(file, data.count), columns);
  return pointRecords(file, geojsonFeatures(data.content()), columns);
}

/** Returns a cell of Parquet as JSON has it. */
function plain(cell: unknown): unknown {
  if (typeof cell === 'bigint')
    return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString();
  return cell instanceof Date ? cell.toISOString() : cell;
}

const BATCH = 1_000;

/** Reads features. A column is a property, or the geometry of the feature. */
async function* pointRecords(
  file: string,
  features: AsyncIterable<Feature>,
  columns: readonly string[],
): AsyncGenerator<FileRecord[]> {
  const mustBePoint = columns.some((column) => Object.hasOwn(POINT_COLUMNS, column));
  let batch: FileRecord[] = [];
  try {
    for await (const feature of features) {
      const { line, properties, geometry } = feature;
      const cells = columns.map((column) => {
        const cell = valueAt(properties, column);
        return cell === undefined && column.startsWith('geometry.')
          ? valueAt(feature, column)
          : plain(cell);
      });
      const isOther = mustBePoint && geometry !== null && geometry.type !== 'Point';
      const reason = isOther ? `it draws a ${typeName(geometry.type)}, not a point` : undefined;
      if (batch.push({ line, cells, reason }) < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw unusable(file, error);
  }
  yield batch;
}
