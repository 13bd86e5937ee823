import type { Line } from './lines.js';
import type { FileRecord } from './cells.js';
import type { RowForm } from './rowForms.js';
import { jsonOf } from './shown.js';

/** An array, or text sequences (RFC 8142). */
const OTHER_BEGINS: readonly string[] = ['[', '\x1e'];

/**
 * Reads a file with one JSON object a line, in batches. Blank lines are skipped. A column is a member
 * of the object, or a dotted path into it.
 * @throws if the first line shows that it is JSON of another kind
 */
export async function* jsonRecords(
  file: string,
  lines: AsyncIterable<Line[]>,
  columns: readonly string[],
  source = file,
): AsyncGenerator<FileRecord[]> {
  const form = jsonForm(source);
  let isFirst = true;
  for await (const batch of lines) {
    const records: FileRecord[] = [];
    for (const { line, text, fault } of batch) {
      if (text.trim() === '') continue;
      if (isFirst) assertLines(file, text.trim());
      const row = { text, form };
      isFirst = false;
      const value = fault ?? parseObject(text);
      if (typeof value === 'string') records.push({ line, cells: [], reason: value, row });
      else records.push({ line, cells: columns.map((column) => valueAt(value, column)), row });
    }
    yield records;
  }
}

/** @throws with what to do, if a file that begins so has not one object a line */
function assertLines(file: string, begin: string): void {
  const isCollection = /^\{\s*"type"\s*:\s*"FeatureCollection"/.test(begin);
  if (begin !== '{' && !isCollection && !OTHER_BEGINS.includes(begin.charAt(0))) return;
  throw new Error(
    `${file} has not one JSON object a line. For GeoJSON, say format: geojson. Convert other JSON: jq -c '.[]' FILE > FILE.ndjson`,
  );
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

const OWN_MARKS = /^\{"_reason":"(?:[^"\\]|\\.)*","_source":"(?:[^"\\]|\\.)*","_line":\d+,?/;

/** Returns the form of rows of JSON: text, or an object. A text that is no object becomes a member. */
export function jsonForm(source: string): RowForm {
  return {
    ...{ source, ending: 'ndjson', head: '' },
    lineOf(row, { _reason, _source, _line }) {
      const begin = JSON.stringify({ _reason, _source, _line }).slice(0, -1);
      const text = (typeof row === 'string' ? row : jsonOf(row)).trim();
      if (typeof parseObject(text) === 'string') return `${begin},"_row":${JSON.stringify(text)}}`;
      const rest = text.replace(OWN_MARKS, '{').slice(1).trim();
      return rest === '}' ? `${begin}}` : `${begin},${rest}`;
    },
  };
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
