import { isUtf8 } from 'node:buffer';
import { contentOf } from './openFile.js';

/** The longest line of a file, or record of CSV, in bytes. A longer one is rejected. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

const LINE_FEED = 0x0a;

/** Lines that were read together. */
export interface Lines {
  /** The number of the first one, from 1. */
  first: number;
  /** Without their ends. */
  texts: string[];
  /** Why a line cannot be used as it is, by its number. */
  faults: ReadonlyMap<number, string>;
}

const NO_FAULTS: ReadonlyMap<number, string> = new Map();

/**
 * Reads a text file line by line. (Not by `node:readline`, which also cuts at U+2028; JSON may hold
 * that within a string.) A line that is too long or not UTF-8 gets a fault, and the others are read.
 * @throws when the file cannot be read to its end, or is in another encoding than UTF-8
 */
export async function* linesOf(
  file: string,
  content: AsyncIterable<Uint8Array> = contentOf(file),
): AsyncGenerator<Lines> {
  let first = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (bytes: Uint8Array): void => {
    // The rest of a line that is too long is not needed.
    if (heldBytes > MAX_RECORD_LENGTH || bytes.length === 0) return;
    held.push(bytes);
    heldBytes += bytes.length;
  };
  for await (const bytes of utf8Of(file, content)) {
    const end = bytes.indexOf(LINE_FEED);
    if (end < 0) {
      hold(bytes);
      continue;
    }
    hold(bytes.subarray(0, end));
    const lastEnd = bytes.lastIndexOf(LINE_FEED);
    const lines = linesIn(Buffer.concat([...held, bytes.subarray(end, lastEnd)]), first);
    yield lines;
    first += lines.texts.length;
    held = [];
    heldBytes = 0;
    hold(bytes.subarray(lastEnd + 1));
  }
  if (heldBytes > 0) yield linesIn(Buffer.concat(held), first);
}

function linesIn(bytes: Buffer, first: number): Lines {
  const text = bytes.toString('utf8');
  const isWindows = text.includes('\r\n') || text.endsWith('\r');
  const texts = isWindows ? text.replace(/\r$/, '').split(/\r?\n/) : text.split('\n');
  return { first, texts, faults: faultsOf(first, bytes) };
}

function faultsOf(first: number, bytes: Buffer): ReadonlyMap<number, string> {
  if (bytes.length <= MAX_RECORD_LENGTH && isUtf8(bytes)) return NO_FAULTS;
  const faults = new Map<number, string>();
  for (let start = 0, line = first; start <= bytes.length; line += 1) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found;
    const own = bytes.subarray(start, end);
    if (own.length > MAX_RECORD_LENGTH) {
      faults.set(line, `it is longer than ${MAX_RECORD_LENGTH} bytes`);
    } else if (!isUtf8(own)) faults.set(line, 'it is not UTF-8');
    start = end + 1;
  }
  return faults;
}

/** Encodings by their byte order marks, and as ASCII looks in them; the longer ones first. */
const ENCODINGS: readonly (readonly [begin: RegExp, name: string])[] = [
  [/^efbbbf/, 'UTF-8'],
  [/^fffe0000/, 'UTF-32LE'],
  [/^0000feff/, 'UTF-32BE'],
  [/^fffe|^(?!00)..00/, 'UTF-16LE'],
  [/^feff|^00(?!00)../, 'UTF-16BE'],
];
const LONGEST_MARK = 4;
const UTF8_MARK_BYTES = 3;

/**
 * Returns the bytes of a text without its byte order mark.
 * @throws when its first bytes are of another encoding than UTF-8
 */
export async function* utf8Of(
  file: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const bytes of content) {
    if (head === undefined) yield bytes;
    else {
      head = Buffer.concat([head, bytes]);
      if (head.length < LONGEST_MARK) continue;
      yield withoutMark(file, head);
      head = undefined;
    }
  }
  if (head !== undefined && head.length > 0) yield withoutMark(file, head);
}

function withoutMark(file: string, head: Buffer): Uint8Array {
  const begin = head.toString('hex', 0, LONGEST_MARK);
  const [, name] = ENCODINGS.find(([pattern]) => pattern.test(begin)) ?? [];
  if (name === undefined) return head;
  if (name === 'UTF-8') return head.subarray(UTF8_MARK_BYTES);
  throw new Error(
    `${file} is in ${name}: save it as UTF-8, or convert it (iconv -f ${name} -t UTF-8 …).`,
  );
}
