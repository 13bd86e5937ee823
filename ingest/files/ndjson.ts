import type { Lines } from './lines.js';
import type { FileRow } from './mapping.js';
import type { Cells } from './cells.js';

/**
 * Reads the rows of a file with one JSON object a line, in batches. Blank lines are skipped. A column
 * of the mapping is a member of the object, or a dotted path into it.
 */
export async function* ndjsonRows<Field extends string>(
  lines: AsyncIterable<Lines>,
  mapped: ReadonlyMap<string, Field>,
): AsyncGenerator<FileRow<Field>[]> {
  const fields = [...mapped];
  for await (const { first, texts, faults } of lines) {
    const rows: FileRow<Field>[] = [];
    for (const [at, row] of texts.entries()) {
      if (row.trim() === '') continue;
      const line = first + at;
      const value = faults.get(line) ?? parseObject(row);
      if (typeof value === 'string') rows.push({ line, id: '', reason: value, row });
      else {
        const cells: Cells<Field> = {};
        for (const [column, field] of fields) cells[field] = valueAt(value, column);
        rows.push({ line, cells, row });
      }
    }
    yield rows;
  }
}

/** Returns the object, or why the line is not one. */
export function parseObject(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : 'the line is not a JSON object';
  } catch (error) {
    return `the line is not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns the value of a member, or of a dotted path. */
export function valueAt(object: object, path: string): unknown {
  if (Object.hasOwn(object, path)) return member(object, path);
  let value: unknown = object;
  for (const name of path.split('.')) value = member(value, name);
  return value;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
