import { UsageError } from '../../core/cli/failure.js';
import { type Cells, readId, shownId } from './cells.js';
import type { DataFile } from './dataFile.js';
import { fieldsOf, type Mapping, type MappingKind } from './mapping.js';
import { rowMaker } from './mappedFile.js';
import { parseObject, valueAt } from './ndjson.js';
import { filterOf } from './where.js';

/** They are held in memory. */
const MAX_CHANGES = 200_000;

export interface ChangeLine<Field extends string> {
  file: string;
  /** From 1. */
  line: number;
  row: string;
  /** Absent: the row with this id is deleted; or `table` or `reason` is set. */
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
  const toChange = (change: object): Partial<ChangeLine<Field>> => {
    const record = { line: 0, cells: columns.map((column) => valueAt(change, column)) };
    const row = toRow(record);
    const cells = 'cells' in row ? row.cells : {};
    if (filter([record]).length > 0) return { cells };
    return { id: shownId((cells as Cells<string>).id), isLeftOut: true };
  };
  const known = mapping === undefined ? names : undefined;
  let count = 0;
  for (const data of files) {
    const { file } = data;
    let width: number | undefined;
    for await (const lines of data.lines()) {
      for (const { line, text: row, fault: reason } of lines) {
        if (row.trim() === '') continue;
        count += 1;
        if (count > MAX_CHANGES)
          throw new UsageError(
            `There are more than ${MAX_CHANGES} changes: ingest the whole data.`,
          );
        const origin = { file, line, row, id: '' };
        const change = reason === undefined ? read(row, toChange, known) : { reason };
        const { length } = change.table ?? [];
        width ??= change.table && length;
        if (change.table === undefined || length === width) yield { ...origin, ...change };
        // A line of a city that is cut off looks like a deletion.
        else yield { ...origin, reason: `it has ${length} cells, the first row has ${width}` };
      }
    }
  }
}

function read<Field extends string>(
  row: string,
  toChange: (change: object) => Partial<ChangeLine<Field>>,
  known: readonly string[] | undefined,
): Partial<ChangeLine<Field>> {
  if (!row.trimStart().startsWith('{')) return { table: row.split('\t') };
  const value = parseObject(row);
  if (typeof value === 'string') return { reason: value };
  const [[action, change] = [], another] = Object.entries(value) as [string, unknown][];
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
  return toChange(change);
}
