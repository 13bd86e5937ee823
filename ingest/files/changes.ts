import { UsageError } from '../../core/cli/failure.js';
import { type Cells, type FileRecord, readId, shownId } from './cells.js';
import type { DataFile } from './dataFile.js';
import { fieldsOf, type Mapping, type MappingKind } from './mapping.js';
import { rowMaker } from './mappedFile.js';
import { jsonForm, parseObject, valueAt } from './ndjson.js';
import { csvForm, MARKS, type SourceRow, TABLE } from './rowForms.js';
import { filterOf } from './where.js';

/** Changes are held in memory. */
const MAX_CHANGES = 200_000;

/** A line of a file of changes. */
export interface ChangeLine<Field extends string> {
  file: string;
  /** From 1. */
  line: number;
  row: SourceRow & { text: string };
  /** Undefined if the row with this id is deleted, or `table` or `reason` is set. */
  cells?: Cells<Field>;
  id: string;
  /** It is deleted because `where` leaves it out, so it may never have been there. */
  isLeftOut?: boolean;
  /** The cells of a line of GeoNames' daily files. */
  table?: readonly string[];
  /** Why the line cannot be used. */
  reason?: string;
}

/**
 * Reads files of changes, one after the other. A line is `{"upsert": {…}}`, `{"delete": "id"}`, or a line
 * of a table. Without a mapping, the members of a row have the names of the fields. A row that the mapping
 * leaves out is one to delete.
 */
export async function* changesIn<Field extends string>(
  files: readonly DataFile[],
  kind: MappingKind<Field>,
  mapping?: Mapping<Field>,
): AsyncGenerator<ChangeLine<Field>> {
  const names = fieldsOf(kind);
  const fields = Object.fromEntries(names.map((name) => [name, name])) as Record<string, Field>;
  const reading = mapping ?? { fields, id: [], constants: {}, where: {} };
  const { columns, toRow } = rowMaker(reading);
  const filter = filterOf(reading.where, columns);
  const toRecord = (change: object, row: SourceRow): FileRecord => ({
    line: 0,
    cells: columns.map((column) => valueAt(change, column)),
    row,
  });
  const toChange = (record: FileRecord, isKept: boolean): Partial<ChangeLine<Field>> => {
    const row = toRow(record);
    const cells = 'cells' in row ? row.cells : {};
    return isKept ? { cells } : { id: shownId((cells as Cells<string>).id), isLeftOut: true };
  };
  const known = mapping === undefined ? names : undefined;
  let count = 0;
  for (const data of files) {
    const { file } = data;
    const forms = { json: jsonForm(file), table: csvForm(file, TABLE) };
    let width: number | undefined;
    for await (const batch of data.lines()) {
      const lines = batch.map(({ line, text, fault: reason }) => {
        const isJson = text.trimStart().startsWith('{');
        const row = { text, form: isJson ? forms.json : forms.table };
        const origin = { file, line, row, id: '' };
        return { ...origin, ...(reason === undefined ? read(row, toRecord, known) : { reason }) };
      });
      count += lines.length;
      if (count > MAX_CHANGES)
        throw new UsageError(`There are more than ${MAX_CHANGES} changes: ingest the whole data.`);
      const kept = new Set(filter(lines.flatMap(({ record }) => record ?? [])));
      for (const { record, table, ...change } of lines) {
        if (change.row.text.trim() === '') continue;
        width ??= table?.length;
        if (record !== undefined) yield { ...change, ...toChange(record, kept.has(record)) };
        else if (table === undefined || table.length === width)
          yield { ...change, ...(table && { table }) };
        // A line of a city that is cut off looks like a deletion.
        else
          yield { ...change, reason: `it has ${table.length} cells, the first row has ${width}` };
      }
    }
  }
}

/** Reads a line. One of GeoNames begins with an id, and has tabs. */
function read(
  row: SourceRow & { text: string },
  toRecord: (change: object, row: SourceRow) => FileRecord,
  known: readonly string[] | undefined,
): Partial<ChangeLine<never>> & { record?: FileRecord } {
  const { text, form } = row;
  if (form.ending === 'csv' && /^\s*\d|\t/.test(text)) return { table: text.split('\t') };
  const value = parseObject(text);
  if (typeof value === 'string') return { reason: value };
  const [[action, change] = [], another] = Object.entries(value).filter(([name]) => !MARKS.includes(name)) as [string, unknown][]; // prettier-ignore
  if (another === undefined && action === 'delete') {
    const id = readId(change);
    if ('fault' in id) return { reason: `delete ${id.fault}` };
    if (id.value !== null) return { id: id.value };
  }
  const isRow = typeof change === 'object' && change !== null && !Array.isArray(change);
  if (another !== undefined || action !== 'upsert' || !isRow)
    return { reason: 'the line is neither {"upsert": {…}} nor {"delete": "id"}' };
  const unknown = known ? Object.keys(change).filter((name) => !known.includes(name)) : [];
  if (unknown.length > 0)
    return { reason: `${unknown.join(', ')} is not a field: correct it, or pass --mapping` };
  return { record: toRecord(change, row) };
}
