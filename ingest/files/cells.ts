import { areSwapped } from '../../core/geo/point.js';
import type { SourceRow } from './rowForms.js';
import { jsonOf, shown } from './shown.js';

/** The cells of a row, by field. A field that the row lacks is absent. */
export type Cells<Field extends string> = Partial<Record<Field, unknown>>;

export interface FileRecord {
  /** Where it begins: its line or the number of its feature, from 1. */
  line: number;
  /** The cells of the columns that are read. Some may be missing if there is a reason. */
  cells: readonly unknown[];
  /** Why it cannot be used. */
  reason?: string | undefined;
  row?: SourceRow | undefined;
}

/** A row that a source rejects. */
export interface RejectedRow {
  line: number;
  /** The file of the line, if the source has several. */
  file?: string | undefined;
  /** Empty if it is unknown. */
  id: string;
  reason: string;
  row?: SourceRow | undefined;
}

/** The value of a cell, null if it is empty, or what is wrong with it. */
export type Reading<Value> = { value: Value | null } | { fault: string };

const MAX_ID_LENGTH = 200;
const CONTROL = /\p{Cc}/u;
const DECIMAL = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const DECIMAL_COMMA = /^\s*-?\d+,\d+\s*$/;
const MAX_NAME_LENGTH = 200;
/** Names may have several lines. */
const CONTROL_IN_NAME = /[^\P{Cc}\t\r\n]/u;
const MARKUP = /<\/?[a-z][^<>]*>|&(?:#x?[\da-f]+|[a-z][a-z\d]*);/i;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;
/** Missing coordinates are often written as 0. No country is there. */
export const AT_ZERO =
  'it states a country, and lies at 0°, 0°, where none is: its coordinates may be missing';
/** Stands for a byte that is not UTF-8. */
export const REPLACEMENT = '\ufffd';

/** Reads an id. Ids stand in comma-separated lists, with blanks around them trimmed. */
export function readId(cell: unknown): Reading<string> {
  const id = Number.isSafeInteger(cell) ? String(cell) : cell;
  if (isEmpty(id)) return { value: null };
  if (typeof id !== 'string') return { fault: `must be a string, got ${shown(cell)}` };
  if (!isUnicode(id)) return { fault: `${shown(id)} is not UTF-8` };
  if (id !== id.trim()) return { fault: `${shown(id)} begins or ends with a blank` };
  if (id.includes(',')) return { fault: `${shown(id)} contains a comma` };
  if (CONTROL.test(id)) return { fault: `${shown(id)} contains a control character` };
  if (id.length > MAX_ID_LENGTH) {
    return { fault: `${shown(id)} is longer than ${MAX_ID_LENGTH} characters` };
  }
  return { value: id };
}

/** Returns an id as a reject shows it, whatever its cell holds; empty if it is unknown. */
export function shownId(cell: unknown): string {
  if (isEmpty(cell)) return '';
  return typeof cell === 'string' ? cell : jsonOf(cell);
}

/** Reads a text, without the blanks around it. */
export function readText(cell: unknown): Reading<string> {
  if (isEmpty(cell)) return { value: null };
  if (typeof cell !== 'string') return { fault: `must be a string, got ${shown(cell)}` };
  return isUnicode(cell) ? { value: cell.trim() } : { fault: `${shown(cell)} is not UTF-8` };
}

/** Reads a name of a place that people live in or go to. */
export function readName(cell: unknown): Reading<string> {
  const text = readText(cell);
  if ('fault' in text || text.value === null) return text;
  const name = text.value;
  const of = shown(name);
  if (name.length > MAX_NAME_LENGTH)
    return { fault: `${of} is longer than ${MAX_NAME_LENGTH} characters` };
  if (CONTROL_IN_NAME.test(name)) return { fault: `${of} contains a control character` };
  return MARKUP.test(name) ? { fault: `${of} contains markup of HTML` } : text;
}

/** Reads a name of a city or region. Shops have emoji in their names, cities have not. */
export function readPlainName(cell: unknown): Reading<string> {
  const name = readName(cell);
  const hasEmoji = 'value' in name && EMOJI.test(name.value ?? '');
  return hasEmoji ? { fault: `${shown(cell)} contains an emoji` } : name;
}

/**
 * Returns a reader that makes a value of each text.
 * @param fault says what is wrong with a text that has no value
 */
export function textReader<Value>(
  valueOf: (text: string) => Value | undefined,
  fault: string,
): (cell: unknown) => Reading<Value> {
  return (cell) => {
    const text = readText(cell);
    if ('fault' in text) return text;
    if (text.value === null) return { value: null };
    const value = valueOf(text.value);
    return value === undefined ? { fault: `${shown(cell)} ${fault}` } : { value };
  };
}

/** Returns a reader of numbers within bounds, both included, and written as text or not. */
export function numberFrom(minimum: number, maximum: number): (cell: unknown) => Reading<number> {
  return (cell) => {
    if (isEmpty(cell)) return { value: null };
    const isDecimal = typeof cell === 'string' && DECIMAL.test(cell.trim());
    const value = isDecimal ? Number(cell) : cell;
    if (typeof value === 'number' && value >= minimum && value <= maximum) return { value };
    const hint =
      typeof cell === 'string' && DECIMAL_COMMA.test(cell)
        ? ' (the `decimal` of a mapping may be a comma)'
        : '';
    return { fault: `${shown(cell)} is not a number from ${minimum} to ${maximum}${hint}` };
  };
}

export const readLatitude = numberFrom(-90, 90);
export const readLongitude = numberFrom(-180, 180);
export const readPopularity = numberFrom(0, 1);
export const readRating = numberFrom(0, 5);

/** Reads a field that is no part of the document: what needs it has read it before. */
export const readNothing = (): Reading<never> => ({ value: null });

export const readUrl = textReader(
  (text) => (isWebAddress(text) ? text : undefined),
  'is not an http or https address',
);

/** Reads a list of addresses. Empty ones are skipped. */
export function readPhotos(cell: unknown): Reading<string[]> {
  if (isEmpty(cell)) return { value: null };
  if (!Array.isArray(cell)) return { fault: `${shown(cell)} is not a list of addresses` };
  const photos: string[] = [];
  for (const element of cell as unknown[]) {
    const photo = readUrl(element);
    if ('fault' in photo) return photo;
    if (photo.value !== null) photos.push(photo.value);
  }
  return { value: photos };
}

export function isEmpty(cell: unknown): cell is null | undefined | string {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function isUnicode(text: string): boolean {
  return text.isWellFormed() && !text.includes(REPLACEMENT);
}

function isWebAddress(text: string): boolean {
  return !/\s/.test(text) && /^https?:\/\//i.test(text) && URL.canParse(text);
}

type Readers = Readonly<Record<string, (cell: unknown) => Reading<unknown>>>;

type ValueOf<Reader> = Reader extends (cell: unknown) => Reading<infer Value> ? Value : never;

/** The values of a row. A value is null if its cell is empty and the field is not required. */
type Values<Read extends Readers, Required> = {
  [Field in keyof Read]: ValueOf<Read[Field]> | (Field extends Required ? never : null);
};

/**
 * Reads the cells of a row.
 * @returns all values, or all faults: cells that cannot be read, and required ones that are empty
 */
export function readCells<Read extends Readers, Required extends keyof Read & string>(
  cells: Cells<keyof Read & string>,
  { readers, required }: { readers: Read; required: readonly Required[] },
): { values: Values<Read, Required> } | { faults: string[] } {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const field in readers) {
    const reading = readers[field]?.(cells[field]) ?? { value: null };
    if ('fault' in reading) faults.push(`${field} ${reading.fault}`);
    else if (reading.value !== null) values[field] = reading.value;
    else if ((required as readonly string[]).includes(field)) faults.push(`${field} is missing`);
    else values[field] = null;
  }
  const { latitude, longitude } = cells as Cells<string>;
  // JSON may hold an object, which Number may not be able to convert.
  const [y = NaN, x = NaN] = [latitude, longitude].map((cell) =>
    isEmpty(cell) || typeof cell === 'object' ? NaN : Number(cell),
  );
  if (y === 0 && x === 0 && !isEmpty((cells as Cells<string>).country)) faults.push(AT_ZERO);
  if (areSwapped(y, x)) faults.push('latitude and longitude swapped?');
  return faults.length > 0 ? { faults } : { values: values as Values<Read, Required> };
}
