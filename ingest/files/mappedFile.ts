import type { ExpectedRejects } from '../load/expected.js';
import type { RejectedRow } from '../load/outcome.js';
import { type Cells, isEmpty, shownId } from './cells.js';
import { openDataFiles } from './dataFile.js';
import type { Mapping, MappingDeclaration, MappingKind } from './mapping.js';
import { readMapping } from './mapping.js';
import { ANY_PART } from './parts.js';
import { type FileRecord, recordsOf } from './records.js';
import { RowFilter } from './where.js';

/** A row of a file, or why it cannot be read. `line` counts from 1; `row` is its text, if it has one. */
export type FileRow<Field extends string> =
  { line: number; file?: string; cells: Cells<Field>; row?: string } | RejectedRow;

/**
 * Opens a CSV, NDJSON or GeoJSON file in UTF-8, or several as one, each as it is, within a `.zip`, or
 * compressed by gzip. They are read as a stream, so they may be of any size.
 * @param mapping a mapping, or the path of a file that holds one
 * @throws when a file cannot be read, or the mapping is not valid
 */
export async function openMappedFile<Field extends string>(
  file: string,
  declared: string | MappingDeclaration,
  kind: MappingKind<Field>,
) {
  const mapping = await readMapping(declared, kind);
  const data = await openDataFiles(file, ANY_PART);
  const toRow = rowMaker(mapping);
  let filter = new RowFilter(mapping.where, toRow.columns);
  let neverSeen = new Set<string>();
  let count = 0;

  return {
    file,
    version: `${data.version} ${mapping.version}`,
    expectedBytes: data.bytes,
    bytesRead: () => data.bytesRead(),
    mapping,
    /** Reads the rows, in batches. */
    async *rows(): AsyncGenerator<FileRow<Field>[]> {
      filter = new RowFilter(mapping.where, toRow.columns);
      neverSeen = new Set([...mapping.fields.keys(), ...mapping.id]);
      count = 0;
      for (const part of data.files) {
        const more = data.files.length > 1 ? { file: part.file } : {};
        for await (const records of recordsOf(part, mapping, toRow.columns)) {
          for (const { cells } of records) {
            for (const column of neverSeen) {
              if (cells[toRow.columns.indexOf(column)] !== undefined) neverSeen.delete(column);
            }
          }
          count += records.length;
          yield filter.of(records).map((record) => ({ ...toRow.of(record), ...more }));
        }
      }
    },
    notes: () =>
      filter.leftOut > 0
        ? [`${filter.leftOut} of ${count} rows of ${file} are left out by where`]
        : [],
    async gate() {
      const where = typeof declared === 'string' ? declared : 'its mapping';
      const unseen = [...neverSeen].map(
        (column) => `no line of ${file} has "${column}": correct ${where}`,
      );
      const isEmptied = count > 0 && filter.leftOut === count;
      const emptied = isEmptied ? [`where leaves out all rows of ${file}: correct ${where}`] : [];
      return [...unseen, ...emptied, ...(await data.complaints())];
    },
    sources: () => [...data.sources(), ...mapping.sources],
    expected: (): ExpectedRejects[] => [
      {
        file,
        shares: mapping.expected,
        rows: count - filter.leftOut,
        files: data.files.map((part) => part.file),
      },
    ],
  };
}

/** Returns the columns that a mapping reads, and what makes a row of their cells. */
export function rowMaker<Field extends string>(
  mapping: Pick<Mapping<Field>, 'fields' | 'id' | 'constants' | 'where'>,
): { columns: readonly string[]; of: (record: FileRecord) => FileRow<Field> } {
  const { fields, id, constants, where } = mapping;
  const columns = [...new Set([...fields.keys(), ...id, ...Object.keys(where)])];
  const ofFields = [...fields.values()];
  const ofId = id.map((column) => columns.indexOf(column));
  const of = ({ line, cells: found, reason, row }: FileRecord): FileRow<Field> => {
    const cells: Cells<string> = {};
    // The columns of fields are the first ones.
    for (const [at, field] of ofFields.entries()) cells[field] = found[at];
    if (ofId.length > 0) cells.id = idOf(ofId.map((at) => found[at]));
    const text = row === undefined ? {} : { row };
    if (reason !== undefined) return { line, id: shownId(cells.id), reason, ...text };
    return { line, cells: Object.assign(cells, constants), ...text };
  };
  return { columns, of };
}

/** Returns an id without the blanks and commas of its parts; undefined if one of them is empty. */
function idOf(parts: readonly unknown[]): string | undefined {
  if (parts.some(isEmpty)) return undefined;
  return parts
    .map((part) =>
      shownId(part)
        .trim()
        .replace(/[\s,]+/gu, '_'),
    )
    .join('-');
}
