import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { UsageError } from '../../core/cli/failure.js';
import { BEGIN_BYTES, kindOfContent } from './kinds.js';
import { contentOf } from './openFile.js';

/** The longest line of a file, or record of CSV, in bytes. A longer one is rejected. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** The encoding of text, unless a mapping names another one. */
export const UTF8 = 'utf-8';

/** A line of a text file. */
export interface Line {
  /** Its number, from 1. */
  line: number;
  /** Without its end. */
  text: string;
  /** Why it cannot be used as it is. */
  fault?: string | undefined;
}

/**
 * Reads the lines of a text file, in batches. (Not by `node:readline`, which also cuts at U+2028; JSON may hold
 * that within a string.) A line that is too long or not UTF-8 gets a fault, and the others are read.
 * @param encoding as a mapping names it
 * @throws when the file cannot be read to its end, or is in another encoding
 */
export async function* linesOf(
  file: string,
  content: AsyncIterable<Uint8Array> = contentOf(file),
  encoding?: string,
): AsyncGenerator<Line[]> {
  const hint = ' (encoding in the mapping names another one, such as windows-1252)';
  const notUtf8 = `it is not UTF-8${encoding === undefined ? '' : hint}`;
  let first = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (bytes: Uint8Array): void => {
    // The rest of a line that is too long is not needed.
    if (heldBytes > MAX_RECORD_LENGTH || bytes.length === 0) return;
    held.push(bytes);
    heldBytes += bytes.length;
  };
  for await (const bytes of withLineFeeds(utf8Of(file, content, encoding))) {
    const end = bytes.indexOf(LINE_FEED);
    if (end < 0) {
      hold(bytes);
      continue;
    }
    hold(bytes.subarray(0, end));
    const lastEnd = bytes.lastIndexOf(LINE_FEED);
    const lines = linesIn(Buffer.concat([...held, bytes.subarray(end, lastEnd)]), first, notUtf8);
    yield lines;
    first += lines.length;
    held = [];
    heldBytes = 0;
    hold(bytes.subarray(lastEnd + 1));
  }
  if (heldBytes > 0) yield linesIn(Buffer.concat(held), first, notUtf8);
}

/** Puts LF for CR, if the beginning has only CR between its lines, as old programs of Mac write them. */
async function* withLineFeeds(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isOfMac: boolean | undefined;
  for await (const bytes of content) {
    const at = bytes.indexOf(CARRIAGE_RETURN);
    isOfMac ??= at >= 0 && at < bytes.length - 1 && !bytes.includes(LINE_FEED);
    yield isOfMac ? bytes.map((each) => (each === CARRIAGE_RETURN ? LINE_FEED : each)) : bytes;
  }
}

function linesIn(bytes: Buffer, first: number, notUtf8: string): Line[] {
  const text = bytes.toString('utf8');
  const isWindows = text.includes('\r\n') || text.endsWith('\r');
  const texts = isWindows ? text.replace(/\r$/, '').split(/\r?\n/) : text.split('\n');
  const isSound = bytes.length <= MAX_RECORD_LENGTH && isUtf8(bytes);
  const faults = isSound ? [] : faultsOf(bytes, notUtf8);
  return texts.map((each, at) => ({ line: first + at, text: each, fault: faults[at] }));
}

/** Returns the fault of each line, if it has one. */
function faultsOf(bytes: Buffer, notUtf8: string): (string | undefined)[] {
  const faults: (string | undefined)[] = [];
  for (let start = 0; start <= bytes.length;) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found;
    const own = bytes.subarray(start, end);
    const isLong = own.length > MAX_RECORD_LENGTH;
    if (isLong) faults.push(`it is longer than ${MAX_RECORD_LENGTH} bytes`);
    else faults.push(isUtf8(own) ? undefined : notUtf8);
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
const MARK_BYTES = 4;
const UTF8_MARK_BYTES = 3;

/**
 * Returns the bytes of a text in UTF-8, without its byte order mark. A mark of UTF-8 wins over the encoding that a
 * mapping names, as in browsers.
 * @throws when its first bytes are of another encoding, or not of a text
 */
export async function* utf8Of(
  file: string,
  content: AsyncIterable<Uint8Array>,
  encoding = UTF8,
): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | undefined;
  const decoded = (bytes: Uint8Array): Uint8Array =>
    decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  const begun = (bytes: Buffer): Uint8Array => {
    const kind = kindOfContent(bytes);
    if (kind !== undefined) throw new UsageError(`${file} is ${kind}.`);
    const own = encodingOf(bytes);
    if (own === 'UTF-8') return bytes.subarray(UTF8_MARK_BYTES);
    if (encoding !== UTF8) decoder = new TextDecoder(encoding);
    else if (own !== undefined)
      throw new Error(
        `${file} is in ${own}: save it as UTF-8, or convert it (iconv -f ${own} -t UTF-8 …). A mapping of CSV or NDJSON may say encoding: ${own.toLowerCase()}.`,
      );
    return decoded(bytes);
  };
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const bytes of content) {
    if (head === undefined) yield decoded(bytes);
    else {
      head = Buffer.concat([head, bytes]);
      if (head.length < BEGIN_BYTES) continue;
      yield begun(head);
      head = undefined;
    }
  }
  if (head !== undefined && head.length > 0) yield begun(head);
}

/** Returns the encoding that the first bytes of a text show. */
function encodingOf(head: Buffer): string | undefined {
  const begin = head.toString('hex', 0, MARK_BYTES);
  return ENCODINGS.find(([pattern]) => pattern.test(begin))?.[1];
}
