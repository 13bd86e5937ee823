import type { Cells } from './mapping.js';
import { listed } from './listed.js';
import { type CsvRecord, CsvReader } from './csvReader.js';
import type { Lines } from './lines.js';
import type { FileRow } from './mappedFile.js';

/** Positions of the fields in a record. */
type Positions<Field> = ReadonlyMap<Field, number>;

interface CsvMapping<Field> {
  delimiter: string;
  fields: ReadonlyMap<string, Field>;
}

/**
 * The rows of CSV with a header, as many at once as are there.
 * @throws before the first row when the header lacks a mapped column
 */
export async function* csvRows<Field extends string>(
  file: string,
  lines: AsyncIterable<Lines>,
  mapping: CsvMapping<Field>,
): AsyncGenerator<FileRow<Field>[]> {
  let positions: Positions<Field> | undefined;
  for await (const records of recordsOf(lines, mapping.delimiter)) {
    const rows: FileRow<Field>[] = [];
    for (const record of records) {
      if (positions === undefined) positions = positionsOf(file, record, mapping.fields);
      else {
        const { line, values = [], row } = record;
        const cells = cellsOf(values, positions);
        if ('reason' in record) rows.push({ line, id: idOf(cells), reason: record.reason, row });
        else rows.push({ line, cells, row });
      }
    }
    yield rows;
  }
  if (positions === undefined) {
    throw new Error(`${file} is empty: its first line must be a header.`);
  }
}

async function* recordsOf(
  lines: AsyncIterable<Lines>,
  delimiter: string,
): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader(delimiter);
  for await (const more of lines) yield reader.read(more);
  yield reader.end();
}

function positionsOf<Field extends string>(
  file: string,
  header: CsvRecord,
  fields: ReadonlyMap<string, Field>,
): Positions<Field> {
  if ('reason' in header) {
    throw new Error(`${file}:${header.line}: the header cannot be read: ${header.reason}.`);
  }
  const names = header.values.map((column) => column.trim());
  const positions = new Map<Field, number>();
  const faults: string[] = [];
  for (const [column, field] of fields) {
    const position = names.indexOf(column);
    if (position < 0) faults.push(`it has no column "${column}"`);
    else if (names.lastIndexOf(column) !== position) faults.push(`"${column}" is there twice`);
    positions.set(field, position);
  }
  if (faults.length === 0) return positions;
  throw new Error(
    `${file}:${header.line}: the header does not fit the mapping: ${faults.join('; ')}. Its columns are ${listed(names.map((name) => `"${name}"`))}.`,
  );
}

/** Rows of every kind have one. */
function idOf(cells: Cells<string>): string {
  return typeof cells.id === 'string' ? cells.id : '';
}

function cellsOf<Field extends string>(
  values: readonly string[],
  positions: Positions<Field>,
): Cells<Field> {
  const cells: Cells<Field> = {};
  for (const [field, position] of positions) cells[field] = values[position];
  return cells;
}
