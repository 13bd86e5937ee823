import { csvRecords } from './csv.js';
import type { DataFile } from './dataFile.js';
import { geojsonFeatures } from './geojson.js';
import { unusable } from './openFile.js';
import { jsonRecords, valueAt } from './ndjson.js';

/** A record of a file. */
export interface FileRecord {
  /** Where it begins: its line or the number of its feature, from 1. */
  line: number;
  /** The cells of the columns that are read. Some may be missing if there is a reason. */
  cells: readonly unknown[];
  /** Why it cannot be used. */
  reason?: string | undefined;
  /** Its text, if it is in memory. */
  row?: string;
}

/** How records stand in a file. */
export interface RecordFormat {
  format: 'csv' | 'ndjson' | 'geojson';
  /** Separates the cells of a CSV file. */
  delimiter: string;
  /** False: columns of a CSV file are numbers from 1. */
  header: boolean;
}

/** The coordinates of a point of GeoJSON, as columns. */
export const POINT_COLUMNS = {
  latitude: 'geometry.coordinates.1',
  longitude: 'geometry.coordinates.0',
} as const;

/** Reads the records of a file in batches. */
export function recordsOf(
  data: DataFile,
  { format, delimiter, header }: RecordFormat,
  columns: readonly string[],
): AsyncGenerator<FileRecord[]> {
  const { file } = data;
  if (format === 'csv') return csvRecords(file, data.lines(), { delimiter, header, columns });
  if (format === 'ndjson') return jsonRecords(file, data.lines(), columns);
  return pointRecords(data, columns);
}

const BATCH = 1_000;
const OF_FEATURE = /^(?:id$|geometry\.)/;

/** Reads GeoJSON. A column is a property, or `id` or the geometry of the feature. */
async function* pointRecords(
  data: DataFile,
  columns: readonly string[],
): AsyncGenerator<FileRecord[]> {
  const mustBePoint = columns.includes(POINT_COLUMNS.latitude);
  let batch: FileRecord[] = [];
  try {
    for await (const feature of geojsonFeatures(data.content())) {
      const { line, properties, geometry } = feature;
      const cells = columns.map((column) => {
        const cell = valueAt(properties, column);
        return cell === undefined && OF_FEATURE.test(column) ? valueAt(feature, column) : cell;
      });
      const isOther = mustBePoint && geometry !== null && geometry.type !== 'Point';
      batch.push({ line, cells, ...(isOther && { reason: `it draws a ${geometry.type}, not a point` }) }); // prettier-ignore
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw unusable(data.file, error);
  }
  yield batch;
}
