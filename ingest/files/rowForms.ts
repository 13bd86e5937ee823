/** Why a row was rejected. Columns of these names stand beside the columns of its source. */
export interface Marks {
  _reason: string;
  _source: string;
  _line: number;
}
export const MARKS: readonly string[] = ['_reason', '_source', '_line'];

/** How a file of rejected rows is written, so that the mapping of their source reads it. */
export interface RowForm {
  /** The source of the rows. */
  source: string;
  ending: 'csv' | 'ndjson' | 'geojsons';
  /** Begins the file. */
  head: string;
  lineOf: (row: string | object, marks: Marks) => string;
}

/** A row as its file has it. */
export interface SourceRow {
  text: string | object;
  form: RowForm;
}

/** The form of files of GeoNames. */
export const TABLE = { delimiter: '\t', quote: 'none' };

/**
 * Returns the form of rows of CSV: texts, or lists of cells. Its byte order mark says that it is UTF-8, whatever
 * `encoding` the mapping has.
 * @param header if the columns have names; otherwise the marks are the last columns
 * @param begin the lines before the header
 */
export function csvForm(
  source: string,
  { delimiter, quote }: { delimiter: string; quote: string },
  header?: string | readonly string[],
  begin = '',
): RowForm {
  const written = (cell: unknown): string =>
    quote === 'none'
      ? String(cell).replaceAll(delimiter, ' ').replaceAll('\n', ' ')
      : `"${String(cell).replaceAll('"', '""')}"`;
  const lineOf = (row: string | object, marks: readonly unknown[]): string => {
    const own = typeof row === 'string' ? [row] : (row as string[]).map(written);
    const others = marks.map(written);
    return (header === undefined ? [...own, ...others] : [...others, ...own]).join(delimiter);
  };
  return {
    ...{ source, ending: 'csv' },
    head: `\ufeff${begin}${header === undefined ? '' : `${lineOf(header, MARKS)}\n`}`,
    lineOf: (row, { _reason, _source, _line }) => lineOf(row, [_reason, _source, _line]),
  };
}
