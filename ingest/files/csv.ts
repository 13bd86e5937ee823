import { type Lines, MAX_RECORD_LENGTH } from './lines.js';
import { listed } from './shown.js';
import type { FileRow } from './mapping.js';
import type { Cells } from './cells.js';

interface CsvFormat<Field> {
  delimiter: string;
  /** Column of the header → field. */
  fields: ReadonlyMap<string, Field>;
}

/** A record as it stands in the file. */
interface CsvRecord {
  /** Line at which it begins, from 1. */
  line: number;
  row: string;
  /** Why its text cannot be used, such as bytes that are not UTF-8. */
  fault: string | undefined;
}

/** The cells of a record, or why it has none; undefined if its text ends within quotation marks. */
type Split = { cells: string[]; fault?: string } | undefined;

/** Where the fields stand in each record, and how many cells it has. */
interface Header<Field> {
  positions: ReadonlyMap<Field, number>;
  width: number;
}

/**
 * Reads the rows of CSV with a header (RFC 4180), in batches.
 * @throws when the header lacks a mapped column, or when a quotation mark is not closed, because it
 * is unknown then where the next record begins
 */
export async function* csvRows<Field extends string>(
  file: string,
  lines: AsyncIterable<Lines>,
  { delimiter, fields }: CsvFormat<Field>,
): AsyncGenerator<FileRow<Field>[]> {
  let header: Header<Field> | undefined;
  /** The record that goes on in the next line. */
  let open: CsvRecord | undefined;
  for await (const { first, texts, faults } of lines) {
    const rows: FileRow<Field>[] = [];
    for (const [at, text] of texts.entries()) {
      if (open === undefined && text.trim() === '') continue;
      const begun: CsvRecord | undefined = open;
      const fault = faults.get(first + at);
      const record: CsvRecord =
        begun === undefined
          ? { line: first + at, row: text, fault }
          : { ...begun, row: `${begun.row}\n${text}`, fault: begun.fault ?? fault };
      // Splitting again at every even number of marks would take quadratic time.
      const goesOn = begun !== undefined && text.split('"').length % 2 === 1;
      const split = goesOn ? undefined : splitRecord(record.row, delimiter);
      open = split === undefined ? record : undefined;
      if (split !== undefined && header !== undefined)
        rows.push(rowOf(file, record, split, header));
      else if (split !== undefined) header = headerOf(file, record, split, fields);
      else if (record.row.length > MAX_RECORD_LENGTH) throw notClosed(file, record.line);
    }
    yield rows;
  }
  if (open !== undefined) throw notClosed(file, open.line);
  if (header === undefined) {
    throw new Error(`${file} is empty: its first line must be a header.`);
  }
}

function rowOf<Field extends string>(
  file: string,
  { line, row, fault }: CsvRecord,
  split: NonNullable<Split>,
  { positions, width }: Header<Field>,
): FileRow<Field> {
  const found = split.cells;
  const isWhole = found.length === width;
  if (!isWhole && row.includes('\n')) throw notClosed(file, line);
  const cells: Cells<Field> = {};
  for (const [field, position] of positions) cells[field] = found[position];
  if (isWhole && fault === undefined) return { line, cells, row };
  const reason = fault ?? split.fault ?? `it has ${found.length} cells, the header has ${width}`;
  return { line, id: idOf(cells), reason, row };
}

/** Every kind of row has an id. */
function idOf(cells: Cells<string>): string {
  return typeof cells.id === 'string' ? cells.id : '';
}

function splitRecord(row: string, delimiter: string): Split {
  if (!row.includes('"')) return { cells: row.split(delimiter) };
  const cells: string[] = [];
  for (let start = 0; ; start += 1) {
    if (row[start] === '"') {
      const end = closingMark(row, start + 1);
      if (end < 0) return undefined;
      cells.push(row.slice(start + 1, end).replaceAll('""', '"'));
      start = end + 1;
      if (start < row.length && row[start] !== delimiter) {
        return { cells: [], fault: 'text follows a closing quotation mark' };
      }
    } else {
      const end = row.indexOf(delimiter, start);
      const cell = row.slice(start, end < 0 ? row.length : end);
      if (cell.includes('"')) return { cells: [], fault: 'a quotation mark stands within a cell' };
      cells.push(cell);
      start += cell.length;
    }
    if (start >= row.length) return { cells };
  }
}

/** Returns the position of the mark that closes a quoted cell, or -1. Two marks stand for one. */
function closingMark(row: string, start: number): number {
  for (let at = row.indexOf('"', start); at >= 0; at = row.indexOf('"', at + 2)) {
    if (row[at + 1] !== '"') return at;
  }
  return -1;
}

function notClosed(file: string, line: number): Error {
  return new Error(
    `${file}:${line}: a quotation mark is not closed. Close it, or write "" for one within a quoted cell.`,
  );
}

function headerOf<Field extends string>(
  file: string,
  { line, fault }: CsvRecord,
  split: NonNullable<Split>,
  fields: ReadonlyMap<string, Field>,
): Header<Field> {
  const reason = fault ?? split.fault;
  if (reason !== undefined) {
    throw new Error(`${file}:${line}: the header cannot be read: ${reason}.`);
  }
  const names = split.cells.map((column) => column.trim());
  const positions = new Map<Field, number>();
  const faults: string[] = [];
  for (const [column, field] of fields) {
    const position = names.indexOf(column);
    if (position < 0) faults.push(`it has no column "${column}"`);
    else if (names.lastIndexOf(column) !== position) faults.push(`"${column}" is there twice`);
    positions.set(field, position);
  }
  if (faults.length === 0) return { positions, width: names.length };
  throw new Error(
    `${file}:${line}: the header does not fit the mapping: ${faults.join('; ')}. Its columns are ${listed(names.map((name) => `"${name}"`))}.`,
  );
}
