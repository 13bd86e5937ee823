import { mapAsync } from 'es-toolkit/array';
import { type RejectedRow, type Cells, type FileRecord, isEmpty, shownId } from './cells.js';
import { coordinatesIn } from './location.js';
import { type Mapping, type MappingKind, readMapping } from './mapping.js';
import { ANY_PART, PARQUET, type PartKind, partsOf, SHAPEFILES } from './parts.js';
import { featureFiles } from './readFeatures.js';
import { recordsOf } from './records.js';
import type { SourceRow } from './rowForms.js';
import { filterOf } from './where.js';

/** A row of a file, or why it cannot be read. `line` counts from 1; `row` is its text, if it has one. */
export type FileRow<Field extends string> =
  | { line: number; file?: string | undefined; cells: Cells<Field>; row?: SourceRow | undefined }
  | RejectedRow;

/** The field with the day on which a row was changed. The newest one is the day of the file. */
const MODIFIED = 'modified';

const PART_KINDS: Partial<Record<string, PartKind>> = { parquet: PARQUET, shapefile: SHAPEFILES };

/**
 * Opens a file of rows, or several as one; text in UTF-8 also within a `.zip`, or compressed by gzip. They are read as
 * a stream, or by row groups of Parquet, so they may be of any size.
 * @param declared a mapping, or the path of a file that holds one
 * @param finish makes what is returned of a row
 * @throws when a file cannot be read, or the mapping is not valid
 */
export async function openMappedFile<Field extends string, Row>(
  file: string,
  declared: string | object,
  kind: MappingKind<Field>,
  finish: (row: FileRow<Field>, mapping: Mapping<Field>) => Row,
) {
  const mapping = await readMapping(declared, kind);
  const { paths } = partsOf(file, PART_KINDS[mapping.format] ?? ANY_PART);
  // Each part, followed by the files beside it.
  const opened = await mapAsync(paths, featureFiles, { concurrency: 1 });
  const files = opened.flat();
  const { columns, toRow } = rowMaker(mapping);
  const filter = filterOf(mapping.where, columns);
  const dayAt = columns.findIndex((column) => mapping.fields[column] === MODIFIED);
  let neverSeen = new Set<string>();
  let count = 0;
  let leftOut = 0;

  return {
    file,
    files,
    others: mapping.sources,
    mapping,
    async *rows(): AsyncGenerator<Row> {
      neverSeen = new Set([...Object.keys(mapping.fields), ...mapping.id]);
      [count, leftOut] = [0, 0];
      for (const part of opened.flatMap(([first = []]) => first)) {
        for await (const records of recordsOf(part, mapping, columns, file)) {
          for (const column of neverSeen) {
            const at = columns.indexOf(column);
            if (records.some(({ cells }) => cells[at] !== undefined)) neverSeen.delete(column);
          }
          const left = filter(records);
          count += records.length;
          leftOut += records.length - left.length;
          for (const record of left) {
            if (dayAt >= 0) part.noteDay(record.cells[dayAt]);
            yield finish(toRow(record, part.file), mapping);
          }
        }
      }
    },
    notes: () => (leftOut > 0 ? [`where leaves out ${leftOut} of ${count} rows of ${file}`] : []),
    faults() {
      // The gate of all generations refuses a source without rows.
      if (count === 0) return [];
      const mapped = typeof declared === 'string' ? declared : 'its mapping';
      const faults = [...neverSeen].map((column) => `no line of ${file} has "${column}"`);
      if (leftOut === count) faults.push(`where leaves out all rows of ${file}`);
      return faults.map((fault) => `${fault}: correct ${mapped}`);
    },
    expected: () => {
      const paths = files.map((part) => part.file);
      return [{ file, files: paths, rows: count - leftOut, shares: mapping.expected }];
    },
  };
}

/** Returns the columns that a mapping reads, and what makes a row of their cells. */
export function rowMaker<Field extends string>({
  fields,
  id,
  constants,
  where,
  decimal,
  location: order,
}: Pick<Mapping<Field>, 'fields' | 'id' | 'constants' | 'where'> & Partial<Mapping<Field>>) {
  // The columns of fields are the first ones.
  const columns = [...new Set([...Object.keys(fields), ...id, ...Object.keys(where)])];
  const ofFields = Object.values(fields);
  const ofId = id.map((column) => columns.indexOf(column));

  // Literals: to copy each record would take longer than to read it.
  function toRow({ line, cells: found, reason, row }: FileRecord, file?: string): FileRow<Field> {
    const cells: Cells<string> = {};
    ofFields.forEach((field, at) => {
      cells[field] = found[at];
    });
    if (decimal === ',') {
      for (const field of NUMBERS)
        if (field in cells) cells[field] = withPoint(field, cells[field]);
      if (typeof cells.location === 'string') cells.location = cells.location.replace(COMMA, '.');
    }
    let fault = reason;
    if (ofId.length > 0) {
      const empty = ofId.findIndex((at) => isEmpty(found[at]));
      if (empty < 0) cells.id = idOf(ofId.map((at) => found[at]));
      else fault ??= `${id[empty]}, a part of the id, is empty`;
    }
    if ('location' in cells) {
      const point = coordinatesIn(cells.location, order);
      if ('fault' in point) fault ??= `location ${point.fault}`;
      else Object.assign(cells, point);
    }
    if (fault !== undefined) return { line, file, id: shownId(cells.id), reason: fault, row };
    return { line, file, cells: Object.assign(cells, constants), row };
  }
  return { columns, toRow };
}

/** The fields that are numbers. */
const NUMBERS = ['latitude', 'longitude', 'population', 'popularity', 'rating'];
const COMMA = /,(?=\d)/g;

/** Returns a number such as `51,49` as `51.49`. Populations may have thousands: `1.234.567`. */
function withPoint(field: string, cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  const digits =
    field === 'population' && !/e/i.test(cell) ? cell.replace(/[.\s](?=\d{3}(?!\d))/g, '') : cell;
  return digits.replace(COMMA, '.');
}

/** Returns an id without the blanks and commas of its parts. */
function idOf(parts: readonly unknown[]): string {
  return parts
    .map((part) =>
      shownId(part)
        .trim()
        .replace(/[\s,]+/gu, '_'),
    )
    .join('-');
}
