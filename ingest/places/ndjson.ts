import { fileText, MAX_RECORD_LENGTH, type OnBytes } from './fileText.js';
import type { Mapping } from './mapping.js';
import type { PlaceCells, PlaceRow } from './row.js';

/**
 * The rows of a file with one JSON object a line; blank lines do not count. A column of the
 * mapping is a member of the object, or a dotted path into it.
 * @throws at a line that is longer than `MAX_RECORD_LENGTH`
 */
export async function* ndjsonRows(
  file: string,
  mapping: Mapping,
  onBytes?: OnBytes,
): AsyncGenerator<PlaceRow> {
  const fields = [...mapping.fields];
  for await (const { line, text } of linesOf(file, onBytes)) {
    const value = parse(text);
    if (typeof value === 'string') yield { line, id: '', reason: value };
    else {
      const cells: PlaceCells = {};
      for (const [column, field] of fields) cells[field] = valueAt(value, column);
      yield { line, cells };
    }
  }
}

/** Not `node:readline`, which also cuts at U+2028, and that may stand within a JSON string. */
async function* linesOf(
  file: string,
  onBytes?: OnBytes,
): AsyncGenerator<{ line: number; text: string }> {
  let line = 0;
  let rest = '';
  for await (const piece of fileText(file, onBytes)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      line += 1;
      if (text.trim() !== '') yield { line, text };
    }
    if (rest.length > MAX_RECORD_LENGTH) {
      throw new Error(
        `${file}:${line + 1}: this line is longer than ${MAX_RECORD_LENGTH} characters: write one JSON object a line.`,
      );
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}

/** The object, or why there is none. */
function parse(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? value : 'the line is no JSON object';
  } catch (error) {
    return `the line is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function valueAt(object: object, path: string): unknown {
  if (Object.hasOwn(object, path)) return member(object, path);
  let value: unknown = object;
  for (const name of path.split('.')) value = member(value, name);
  return value;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
