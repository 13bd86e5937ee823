import { type CsvFormat, csvRecords } from './csv.js';
import type { FileRecord } from './cells.js';
import type { DataFile } from './dataFile.js';
import { type Feature, featureForm, plain, typeName } from './feature.js';
import { geojsonFeatures } from './geojson.js';
import { jsonRecords, valueAt } from './ndjson.js';
import { contentOf, unusable } from './openFile.js';
import { parquetFeatures } from './parquet.js';
import { readFeatures } from './readFeatures.js';

/** How records stand in a file. */
export interface RecordFormat extends CsvFormat {
  format: 'csv' | 'ndjson' | (typeof POINT_FORMATS)[number];
  /** The encoding of CSV or NDJSON, as `TextDecoder` names it. */
  encoding: string;
}

/** Formats whose rows may have a point. */
export const POINT_FORMATS = ['geojson', 'shapefile', 'parquet'] as const;

/** The columns that hold the coordinates of a point. */
export const POINT_COLUMNS: Readonly<Record<string, string>> = {
  'geometry.coordinates.1': 'latitude',
  'geometry.coordinates.0': 'longitude',
};

/**
 * Reads the records of a file in batches. Features may also be of GeoJSON, as rejected ones are.
 * @param source that the file is a part of
 */
export function recordsOf(
  data: DataFile,
  { format, encoding, ...csv }: RecordFormat,
  columns: readonly string[],
  source: string,
): AsyncGenerator<FileRecord[]> {
  const { file } = data;
  if (format === 'csv') return csvRecords(file, data.lines(encoding), csv, columns, source);
  if (format === 'ndjson') return jsonRecords(file, data.lines(encoding), columns, source);
  return pointRecords(file, featuresIn(data, format, columns), columns, source);
}

async function* featuresIn(
  data: DataFile,
  format: RecordFormat['format'],
  columns: readonly string[],
): AsyncGenerator<Feature> {
  if (format === 'shapefile') yield* readFeatures(data.file, data.count);
  else if (format === 'geojson' || (await isJson(data))) yield* geojsonFeatures(data.content());
  else yield* parquetFeatures(data, columns);
}

async function isJson(data: DataFile): Promise<boolean> {
  for await (const [first] of contentOf(data.file)) return first === 0x7b;
  return false;
}

const BATCH = 1_000;

/** Reads features. A column is a property, or the geometry of the feature. */
async function* pointRecords(
  file: string,
  features: AsyncIterable<Feature>,
  columns: readonly string[],
  source: string,
): AsyncGenerator<FileRecord[]> {
  const form = featureForm(source);
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
      if (batch.push({ line, cells, reason, row: { text: feature, form } }) < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw unusable(file, error);
  }
  yield batch;
}
