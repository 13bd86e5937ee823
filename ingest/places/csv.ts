import { pipeline, Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { fileText, MAX_RECORD_LENGTH, type OnBytes } from './fileText.js';
import type { Mapping } from './mapping.js';
import type { PlaceField, PlaceRow } from './row.js';

interface CsvRecord {
  line: number;
  values: string[];
}

type Cells = Partial<Record<PlaceField, string | undefined>>;

/** Positions of the fields in a record. */
type Positions = ReadonlyMap<PlaceField, number>;

/**
 * The rows of a CSV file with a header.
 * @throws before the first row when the header lacks a mapped column; at a record whose quotation
 * marks do not match, because nobody can tell where the next one begins
 */
export async function* csvRows(
  file: string,
  mapping: Mapping,
  onBytes?: OnBytes,
): AsyncGenerator<PlaceRow> {
  let header: { positions: Positions; width: number } | undefined;
  for await (const { line, values } of csvRecords(file, mapping.delimiter, onBytes)) {
    if (header === undefined) {
      header = { positions: positionsOf(file, values, mapping), width: values.length };
      continue;
    }
    const cells = cellsOf(values, header.positions);
    if (values.length === header.width) yield { line, cells };
    else {
      const reason = `it has ${values.length} cells, the header has ${header.width}`;
      yield { line, id: cells.id ?? '', reason };
    }
  }
  if (header === undefined) throw new Error(`${file} is empty: its first line must be a header.`);
}

async function* csvRecords(
  file: string,
  delimiter: string,
  onBytes?: OnBytes,
): AsyncGenerator<CsvRecord> {
  let linesParsed = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_LENGTH,
    info: true,
    on_record(values, { lines }) {
      linesParsed = lines;
      return values;
    },
  });
  const records = pipeline(Readable.from(fileText(file, onBytes)), parser, () => undefined);
  try {
    for await (const record of records) {
      const { record: values, info } = record as { record: string[]; info: Info };
      // The parser tells the last line of a record; a line break within a cell stays in it.
      yield { line: info.lines - lineBreaks(values), values };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(
      `${file}:${linesParsed + 1}: the record that begins here is malformed: correct its quotation marks. (${error.message})`,
      { cause: error },
    );
  }
}

function lineBreaks(values: readonly string[]): number {
  let count = 0;
  for (const value of values) {
    for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1;
  }
  return count;
}

function positionsOf(file: string, columns: readonly string[], mapping: Mapping): Positions {
  const names = columns.map((column) => column.trim());
  const positions = new Map<PlaceField, number>();
  const faults: string[] = [];
  for (const [column, field] of mapping.fields) {
    const position = names.indexOf(column);
    if (position < 0) faults.push(`it has no column "${column}"`);
    else if (names.lastIndexOf(column) !== position) faults.push(`"${column}" is there twice`);
    positions.set(field, position);
  }
  if (faults.length === 0) return positions;
  throw new Error(
    `${file}:1: the header does not fit the mapping: ${faults.join('; ')}. Its columns are ${names.map((name) => `"${name}"`).join(', ')}.`,
  );
}

function cellsOf(values: readonly string[], positions: Positions): Cells {
  const cells: Cells = {};
  for (const [field, position] of positions) cells[field] = values[position];
  return cells;
}
