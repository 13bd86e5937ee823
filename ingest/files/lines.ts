import { isUtf8 } from 'node:buffer';
import { utf8Of } from './encoding.js';
import { contentOf, type OnRead } from './stored.js';

/** The longest line of a file, or record of CSV, in bytes; whatever is longer is refused. */
export const MAX_RECORD_LENGTH = 1024 * 1024;

const LINE_FEED = 0x0a;

/** Lines that were read together. */
interface Together {
  /** The number of the first one, from 1. */
  first: number;
  /** Why a line cannot be taken as it is, by its number; its text is then nearly what it is. */
  faults: ReadonlyMap<number, string>;
}

/** Their texts, without their ends. */
export interface Lines extends Together {
  texts: string[];
}

/** Their bytes, with a line feed between each two, which may follow a carriage return. */
export interface LinesAsBytes extends Together {
  bytes: Buffer;
}

const NO_FAULTS: ReadonlyMap<number, string> = new Map();

/**
 * Reads a file of text line by line. (Not by `node:readline`, which also cuts at U+2028, and that
 * may stand within a JSON string.) A line that is too long or not UTF-8 is told as such, and its
 * neighbours are read.
 * @throws when the file cannot be read to its end, or is in another encoding than UTF-8
 */
export async function* linesOf(file: string, onRead?: OnRead): AsyncGenerator<Lines> {
  for await (const { first, bytes, faults } of bytesOfLines(file, onRead)) {
    yield { first, texts: textsOf(bytes), faults };
  }
}

/**
 * Reads a file as {@link linesOf} does, and leaves its bytes as they are: for those who need but
 * little of each line.
 * @throws as that does
 */
export async function* bytesOfLines(file: string, onRead?: OnRead): AsyncGenerator<LinesAsBytes> {
  let first = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (bytes: Uint8Array): void => {
    // The rest of a line that is too long anyway need not be kept.
    if (heldBytes > MAX_RECORD_LENGTH || bytes.length === 0) return;
    held.push(bytes);
    heldBytes += bytes.length;
  };
  for await (const bytes of utf8Of(file, contentOf(file, onRead))) {
    const end = bytes.indexOf(LINE_FEED);
    if (end < 0) {
      hold(bytes);
      continue;
    }
    hold(bytes.subarray(0, end));
    const lastEnd = bytes.lastIndexOf(LINE_FEED);
    const whole = Buffer.concat([...held, bytes.subarray(end, lastEnd)]);
    yield { first, bytes: whole, faults: faultsOf(first, whole) };
    first += linesIn(whole);
    held = [];
    heldBytes = 0;
    hold(bytes.subarray(lastEnd + 1));
  }
  if (heldBytes === 0) return;
  const rest = Buffer.concat(held);
  yield { first, bytes: rest, faults: faultsOf(first, rest) };
}

function linesIn(bytes: Buffer): number {
  let lines = 1;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    lines += 1;
  return lines;
}

function textsOf(bytes: Buffer): string[] {
  const text = bytes.toString('utf8');
  const texts = text.split('\n');
  if (text.includes('\r')) {
    for (const [at, line] of texts.entries())
      if (line.endsWith('\r')) texts[at] = line.slice(0, -1);
  }
  return texts;
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
