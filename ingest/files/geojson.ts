import { constants, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { text as textIn } from 'node:stream/consumers';
import { getHeapStatistics } from 'node:v8';
import { REPLACEMENT } from './cells.js';
import { assertWgs84 } from './crs.js';
import type { Feature } from './feature.js';
import { utf8Of } from './lines.js';

/** A parsed file takes four times its size, and up to thirteen times if its numbers are short. */
const SHARE_OF_HEAP = 8;
/** The largest text that is parsed at once: a collection, or one feature of a sequence. */
const MAX_BYTES = Math.floor(
  Math.min(constants.MAX_STRING_LENGTH, getHeapStatistics().heap_size_limit / SHARE_OF_HEAP),
);

const BEGIN_BYTES = 1_024;
const BEGIN_OF_COLLECTION = /^\ufeff?\s*\{\s*"type"\s*:\s*"FeatureCollection"/;
/** Stands before each feature of a text sequence (RFC 8142). */
const RECORD_SEPARATOR = '\x1e';

const NOT_A_COLLECTION = 'it is not a GeoJSON FeatureCollection';

/**
 * Reads the features of a `FeatureCollection`, which must fit into memory, or of a sequence (one feature
 * a line, or RFC 8142), which may have any size.
 * @throws when it is not GeoJSON in UTF-8 and degrees of WGS 84, or is cut off
 */
export async function* geojsonFeatures(
  content: AsyncIterable<Uint8Array>,
  maximumBytes = MAX_BYTES,
): AsyncGenerator<Feature> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let line = 0;
  let separator: string | undefined;
  let isSequence: boolean | undefined;
  for await (const bytes of utf8Of('it', content)) {
    if (separator === undefined) {
      const begin = Buffer.from(bytes.subarray(0, BEGIN_BYTES)).toString('latin1');
      separator = begin.trimStart().startsWith(RECORD_SEPARATOR) ? RECORD_SEPARATOR : '\n';
      if (BEGIN_OF_COLLECTION.test(begin)) isSequence = false;
    }
    held.push(bytes);
    heldBytes += bytes.length;
    if (heldBytes > maximumBytes)
      throw isSequence === true ? featureTooLarge(line + 1, maximumBytes) : tooLarge(maximumBytes);
    if (isSequence === false || !bytes.includes(separator.charCodeAt(0))) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(separator);
    const records = recordsIn(all.subarray(0, end), separator, line);
    // Blank lines are dropped, because to read them again with each piece would take quadratic time.
    if (records.length > 0) isSequence ??= isFeature(records[0]);
    if (isSequence === false) continue;
    for (const record of records) yield toFeature(parse(record, `feature ${++line}`), line);
    held = [all.subarray(end)];
    heldBytes = all.length - end;
  }
  const rest = Buffer.concat(held);
  if (isSequence === true) {
    for (const record of recordsIn(rest, separator, line))
      yield toFeature(parse(record, `feature ${++line}`, true), line);
    return;
  }
  for (const feature of wholeFeatures(rest)) yield toFeature(feature, ++line);
}

/**
 * Reads the beginning of a file on the disk.
 * @throws when it is a `FeatureCollection` that does not fit into memory
 */
export async function assertFitsMemory(path: string, bytes: number): Promise<void> {
  if (bytes <= MAX_BYTES) return;
  const begin = await textIn(createReadStream(path, { end: BEGIN_BYTES }));
  if (BEGIN_OF_COLLECTION.test(begin)) throw tooLarge(MAX_BYTES);
}

function tooLarge(maximumBytes: number): Error {
  return new Error(
    `it is larger than ${maximumBytes} bytes, and does not have one feature on each line. Convert it with \`ogr2ogr -f GeoJSONSeq NEW FILE\`.`,
  );
}

function featureTooLarge(line: number, maximumBytes: number): Error {
  return new Error(
    `feature ${line} is larger than ${maximumBytes} bytes: it is not closed, or has too many points. Simplify it with \`ogr2ogr -simplify\`.`,
  );
}

/** Returns the texts between separators, without blank ones. */
function recordsIn(bytes: Buffer, separator = '\n', before: number): string[] {
  const records = bytes.toString().split(separator).filter((record) => record.trim() !== ''); // prettier-ignore
  if (isUtf8(bytes)) return records;
  const faulty = records.findIndex((record) => record.includes(REPLACEMENT));
  throw new Error(`feature ${before + faulty + 1} is not in UTF-8: convert the file`);
}

function isFeature(text = ''): boolean {
  try {
    return (JSON.parse(text) as { type?: unknown } | null)?.type === 'Feature';
  } catch {
    return false;
  }
}

/** Returns the features of a collection, or of a file that holds one feature. */
function wholeFeatures(bytes: Buffer): unknown[] {
  const text = bytes.toString();
  if (!isUtf8(bytes)) {
    const place = placeIn(text, text.indexOf(REPLACEMENT));
    throw new Error(`it is not in UTF-8${place}: convert the file`);
  }
  const whole = parse(text, 'it', true) as Partial<Record<string, unknown>> | null;
  const { type, features, crs } = whole ?? {};
  if (type === 'Feature') return [whole];
  if (type === 'Topology')
    throw new Error('it is TopoJSON: convert it to GeoJSON (`topo2geo`, or `ogr2ogr`)');
  if (type !== 'FeatureCollection' || !Array.isArray(features)) throw new Error(NOT_A_COLLECTION);
  const name = (crs as { properties?: { name?: unknown } } | null)?.properties?.name;
  if (typeof name === 'string') assertWgs84(name);
  return features;
}

function toFeature(value: unknown, line: number): Feature {
  const { type, id, properties = null, geometry = null } = (value ?? {}) as Partial<Record<string, unknown>>; // prettier-ignore
  if (type !== 'Feature' || typeof properties !== 'object' || typeof geometry !== 'object')
    throw new Error(`feature ${line} has not the members type, properties and geometry of GeoJSON`);
  return {
    line,
    properties: { ...(id !== undefined && { id }), ...properties },
    geometry: geometry as Feature['geometry'],
  };
}

/** @param isEnd whether the file ends with the text, so that it may be cut off */
function parse(text: string, what: string, isEnd = false): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const cause = { cause: error };
    const position = positionIn(text, message);
    const isCut =
      /^Unexpected end|^Unterminated/.test(message) || position >= text.trimEnd().length;
    if (isEnd && isCut && text.trim() !== '')
      throw new Error('it is cut off: its brackets are not closed', cause);
    const place = what === 'it' ? placeIn(text, position) : '';
    throw new Error(`${what} is not JSON${place}: ${message}`, cause);
  }
}

/** Node names the position of a fault, or quotes what is around it. */
function positionIn(text: string, message: string): number {
  const [, position, quoted = ''] =
    /at position (\d+)|(?:, |\.\.\.)"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  return Number(position ?? text.indexOf(quoted) + quoted.length / 2);
}

/** Says in which feature of a collection a position is. */
function placeIn(text: string, position: number): string {
  const before = text.slice(0, position).match(/"type"\s*:\s*"Feature"/g)?.length ?? 0;
  return before > 0 ? ` near feature ${before}` : '';
}
