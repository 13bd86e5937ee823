import { UsageError } from '../../core/cli/failure.js';
import { type Line, MAX_RECORD_LENGTH } from './lines.js';
import type { FileRecord } from './cells.js';
import { csvForm, MARKS, type RowForm } from './rowForms.js';
import { listed } from './shown.js';

/** How records stand in a CSV file. */
export interface CsvFormat {
  /** Separates the cells. */
  delimiter: string;
  /** False: there is no header, and columns are numbers from 1. */
  header: boolean;
  /** `none`: a quotation mark is a letter. */
  quote: 'none' | '"';
}

/** The first line of a file that Excel writes or shall read. */
const SEPARATOR_LINE = /^"?sep=(.)"?$/i;
const MARKS_AS_LETTERS = 'quote: none in the mapping reads quotation marks as letters';

interface CsvRecord {
  /** Line at which it begins, from 1. */
  line: number;
  row: string;
  /** Why its text cannot be used, such as bytes that are not UTF-8. */
  fault: string | undefined;
}

/** The cells of a record, or why it has none; undefined if its text ends within quotation marks. */
type Split = { cells: string[]; fault?: string } | undefined;

/** Where the columns stand in each record, and how many cells it has. */
interface Header {
  positions: readonly number[];
  width: number;
  /** The last column has no name, so rows may lack it. */
  hasEnd: boolean;
  /** How rejected rows are written. */
  form: RowForm;
  /** The rows were rejected before, so that their first cells say why. */
  isMarked: boolean;
}

/**
 * Reads the records of CSV (RFC 4180), in batches.
 * @throws when there are no such columns, or when a quotation mark is not closed, because it is
 * unknown then where the next record begins
 */
export async function* csvRecords(
  file: string,
  lines: AsyncIterable<Line[]>,
  format: CsvFormat,
  columns: readonly string[],
  source = file,
): AsyncGenerator<FileRecord[]> {
  let header: Header | undefined;
  /** The record that goes on in the next line. */
  let open: CsvRecord | undefined;
  let delimiter: string | undefined;
  let begin = '';
  for await (const batch of lines) {
    const records: FileRecord[] = [];
    for (const { line, text, fault } of batch) {
      if (open === undefined && text.trim() === '') continue;
      const named = delimiter === undefined ? SEPARATOR_LINE.exec(text) : null;
      delimiter ??= named?.[1] ?? format.delimiter;
      if (named !== null) begin = `${text}\n`;
      if (named !== null) continue;
      const begun: CsvRecord | undefined = open;
      const record: CsvRecord =
        begun === undefined
          ? { line, row: text, fault }
          : { ...begun, row: `${begun.row}\n${text}`, fault: begun.fault ?? fault };
      // Splitting again at every even number of marks would take quadratic time.
      const goesOn = begun !== undefined && text.split('"').length % 2 === 1;
      const split = goesOn ? undefined : splitRecord(record.row, delimiter, format.quote);
      open = split === undefined ? record : undefined;
      if (split === undefined) {
        if (record.row.length > MAX_RECORD_LENGTH) throw notClosed(file, record.line);
      } else if (header !== undefined) records.push(recordOf(file, record, split, header));
      else {
        const found = headerOf(file, record, split, format.header, columns);
        const names = found.isMarked ? split.cells.slice(MARKS.length) : record.row;
        const own = { ...format, delimiter };
        header = { ...found, form: csvForm(source, own, format.header ? names : undefined, begin) };
        if (!format.header) records.push(recordOf(file, record, split, header));
      }
    }
    yield records;
  }
  if (open !== undefined) throw notClosed(file, open.line);
  if (header === undefined && format.header) {
    throw new Error(`${file} is empty: its first line must be a header.`);
  }
}

function recordOf(
  file: string,
  { line, row: text, fault }: CsvRecord,
  split: NonNullable<Split>,
  { positions, width, hasEnd, form, isMarked }: Header,
): FileRecord {
  const found = split.cells;
  const row = { text: isMarked ? found.slice(MARKS.length) : text, form };
  // Many programs put a delimiter after the last cell, too, of the header, or of all other rows.
  const isEnded = found.length === width + 1 && found.at(-1)?.trim() === '';
  const isWhole = found.length === width || isEnded || (hasEnd && found.length === width - 1);
  if (!isWhole && text.includes('\n')) throw notClosed(file, line);
  const cells = positions.map((position) => found[position]);
  if (isWhole && fault === undefined) return { line, cells, row };
  const reason = fault ?? split.fault ?? `it has ${found.length} cells, the first row has ${width}`;
  return { line, cells, reason, row };
}

function splitRecord(row: string, delimiter: string, quote: CsvFormat['quote']): Split {
  if (quote === 'none' || !row.includes('"')) return { cells: row.split(delimiter) };
  const cells: string[] = [];
  for (let start = 0; ; start += 1) {
    if (row[start] === '"') {
      const end = closingMark(row, start + 1);
      if (end < 0) return undefined;
      cells.push(row.slice(start + 1, end).replaceAll('""', '"'));
      start = end + 1;
      if (start < row.length && row[start] !== delimiter) {
        return { cells: [], fault: `text follows a closing quotation mark (${MARKS_AS_LETTERS})` };
      }
    } else {
      const end = row.indexOf(delimiter, start);
      const cell = row.slice(start, end < 0 ? row.length : end);
      if (cell.includes('"'))
        return { cells: [], fault: `a quotation mark stands within a cell (${MARKS_AS_LETTERS})` };
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
    `${file}:${line}: a quotation mark is not closed. Close it, or write "" for one within a quoted cell; ${MARKS_AS_LETTERS}.`,
  );
}

/** Finds the columns by their names in the first row, or by their numbers. */
function headerOf(
  file: string,
  { line, fault }: CsvRecord,
  split: NonNullable<Split>,
  isNamed: boolean,
  columns: readonly string[],
): Omit<Header, 'form'> {
  const what = isNamed ? 'the header' : 'the first row';
  const reason = fault ?? split.fault;
  if (reason !== undefined) throw new Error(`${file}:${line}: ${what} cannot be read: ${reason}.`);
  const names = split.cells.map((cell, at) => (isNamed ? cell.trim() : String(at + 1)));
  const positions = columns.map((column) => names.indexOf(column));
  const faults = columns.flatMap((column, at) => {
    const position = positions[at] ?? -1;
    if (position < 0) return [`it has no column "${column}"`];
    return names.lastIndexOf(column) === position ? [] : [`"${column}" is there twice`];
  });
  const hasEnd = isNamed && names.at(-1) === '';
  const isMarked = isNamed && MARKS.every((mark, at) => names[at] === mark);
  if (faults.length === 0) return { positions, width: names.length, hasEnd, isMarked };
  throw new UsageError(
    `${file}:${line}: ${what} does not fit the mapping: ${faults.join('; ')}. Its columns are ${listed(names.map((name) => `"${name}"`))}.${isNamed ? ' If there is no header, say header: false.' : ''}`,
  );
}
