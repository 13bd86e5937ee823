import { type CsvFormat, csvRecords } from './csv.js';
import type { FileRecord } from './cells.js';
import type { DataFile } from './dataFile.js';
import { typeName } from './feature.js';
import { geojsonFeatures } from './geojson.js';
import { jsonRecords, valueAt } from './ndjson.js';
import { unusable } from './openFile.js';

/** How records stand in a file. */
export interface RecordFormat extends CsvFormat {
  format: 'csv' | 'ndjson' | 'geojson';
}

/** The columns that hold the coordinates of a point of GeoJSON. */
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
  if (format === 'csv') return csvRecords(data.file, data.lines(), csv, columns);
  if (format === 'ndjson') return jsonRecords(data.file, data.lines(), columns);
  return pointRecords(data, columns);
}

const BATCH = 1_000;
const OF_FEATURE = /^(?:id$|geometry\.)/;

/** Reads GeoJSON. A column is a property, or `id` or the geometry of the feature. */
async function* pointRecords(
  data: DataFile,
  columns: readonly string[],
): AsyncGenerator<FileRecord[]> {
  const mustBePoint = columns.some((column) => Object.hasOwn(POINT_COLUMNS, column));
  let batch: FileRecord[] = [];
  try {
    for await (const feature of geojsonFeatures(data.content())) {
      const { line, properties, geometry } = feature;
      const cells = columns.map((column) => {
        const cell = valueAt(properties, column);
        return cell === undefined && OF_FEATURE.test(column) ? valueAt(feature, column) : cell;
      });
      const isOther = mustBePoint && geometry !== null && geometry.type !== 'Point';
      const reason = isOther ? `it draws a ${typeName(geometry.type)}, not a point` : undefined;
      if (batch.push({ line, cells, reason }) < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw unusable(data.file, error);
  }
  yield batch;
}
