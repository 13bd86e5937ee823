const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const ZERO = 0x30;
const NINE = 0x39;
/** More would not be told apart. */
const MOST_DIGITS = 15;
/** They fit into a whole number of JavaScript. */
const MOST_KEY_BYTES = 6;

/**
 * A line of tab-separated text as the places of its cells among bytes: for large files of which most
 * cells are never looked at, and need not become texts.
 */
export class TabbedLine {
  /** Where each cell starts; behind the last one, where the next would. */
  readonly #starts: Uint32Array;
  #bytes: Buffer = Buffer.alloc(0);
  #count = 0;

  /** @param cells those that are told apart; the last of them holds whatever follows */
  constructor(cells: number) {
    this.#starts = new Uint32Array(cells + 1);
  }

  /** The number of its cells. */
  get count(): number {
    return this.#count;
  }

  /**
   * Reads the line that starts at a byte.
   * @returns where the next one starts; beyond the bytes: this was the last one
   */
  read(bytes: Buffer, start: number): number {
    const starts = this.#starts;
    const most = starts.length - 1;
    let count = 1;
    let at = start;
    starts[0] = start;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === LINE_FEED) break;
      if (byte === TAB && count < most) {
        starts[count] = at + 1;
        count += 1;
      }
    }
    const hasReturn = at > start && bytes[at - 1] === CARRIAGE_RETURN;
    starts[count] = hasReturn ? at : at + 1;
    this.#bytes = bytes;
    this.#count = count;
    return at + 1;
  }

  isEmpty(cell: number): boolean {
    return this.#lengthOf(cell) === 0;
  }

  /** Tells whether a cell is this one character of ASCII. */
  is(cell: number, character: number): boolean {
    return this.#lengthOf(cell) === 1 && this.#bytes[this.#startOf(cell)] === character;
  }

  /** The whole number that a cell is, in decimal; NaN: it is none. */
  numberOf(cell: number): number {
    const length = this.#lengthOf(cell);
    if (length === 0 || length > MOST_DIGITS) return Number.NaN;
    const start = this.#startOf(cell);
    let value = 0;
    for (let at = start; at < start + length; at += 1) {
      const byte = this.#bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) return Number.NaN;
      value = value * 10 + byte - ZERO;
    }
    return value;
  }

  /** A number that no other cell has; undefined for those of more than six bytes. */
  keyOf(cell: number): number | undefined {
    const length = this.#lengthOf(cell);
    if (length > MOST_KEY_BYTES) return undefined;
    const start = this.#startOf(cell);
    // Not 0: zero bytes before others count, too.
    let key = 1;
    for (let at = start; at < start + length; at += 1) key = key * 256 + (this.#bytes[at] ?? 0);
    return key;
  }

  textOf(cell: number): string {
    return this.bytesOf(cell).toString('utf8');
  }

  /** They are only valid as long as the bytes of the line are. */
  bytesOf(cell: number): Buffer {
    const start = this.#startOf(cell);
    return this.#bytes.subarray(start, start + this.#lengthOf(cell));
  }

  #startOf(cell: number): number {
    return this.#starts[cell] ?? 0;
  }

  /** 0 where there is no such cell. */
  #lengthOf(cell: number): number {
    if (cell >= this.#count) return 0;
    return (this.#starts[cell + 1] ?? 0) - 1 - this.#startOf(cell);
  }
}
