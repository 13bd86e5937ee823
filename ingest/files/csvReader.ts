import { parseRecord } from './csvRecord.js';
import { type Lines, MAX_RECORD_LENGTH } from './lines.js';

/** A record of CSV as it stands in the file, or why it cannot be taken. */
export type CsvRecord =
  /** Line that it begins at, from 1. */
  | { line: number; values: string[]; row: string }
  | { line: number; reason: string; row: string; values?: string[] };

/** A record whose quotation marks do not match, until the next sound one is found. */
interface Lost {
  line: number;
  fault: string;
  row: string;
  /** The last line that is left out with it. */
  last: number;
  length: number;
}

/** What is left out with one malformed record; each line beyond is a reject of its own. */
const MAX_LOST_LENGTH = 4 * MAX_RECORD_LENGTH;

/**
 * Tells records of CSV apart in lines that come bit by bit.
 *
 * A record whose quotation marks do not match, or that spans lines and has not as many cells as the
 * header, cannot tell where it ends. It is taken to go on to the next line at which a record begins
 * that is sound and has as many cells as the header; all of that is one reject.
 */
export class CsvReader {
  readonly #delimiter: string;
  /** Lines from the first one that is not read yet. */
  #texts: string[] = [];
  #first = 1;
  #at = 0;
  #faults = new Map<number, string>();
  #isEnded = false;
  #width: number | undefined;
  #lost: Lost | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /** Returns the records that are complete by these lines. */
  read({ texts, faults }: Lines): CsvRecord[] {
    this.#first += this.#at;
    this.#texts =
      this.#at < this.#texts.length ? [...this.#texts.slice(this.#at), ...texts] : texts;
    this.#at = 0;
    for (const line of this.#faults.keys()) if (line < this.#first) this.#faults.delete(line);
    for (const [line, fault] of faults) this.#faults.set(line, fault);
    return [...this.#records()];
  }

  /** Returns what is left at the end of the file. */
  end(): CsvRecord[] {
    this.#isEnded = true;
    return [...this.#records(), ...this.#found()];
  }

  *#records(): Generator<CsvRecord> {
    while (this.#at < this.#texts.length) {
      const line = this.#first + this.#at;
      const text = this.#texts[this.#at] ?? '';
      if (text.trim() === '') {
        this.#at += 1;
        continue;
      }
      const parsed = parseRecord(this.#texts, this.#at, this.#delimiter, MAX_RECORD_LENGTH);
      if (parsed.values === undefined) {
        if (parsed.fault === undefined && !this.#isEnded) return;
        yield* this.#lose(line, parsed.fault ?? 'a quotation mark is not closed', text);
        continue;
      }
      const { values, next } = parsed;
      const isOneLine = next === this.#at + 1;
      const row = isOneLine ? text : this.#texts.slice(this.#at, next).join('\n');
      const fault = this.#faultWithin(line, next - this.#at);
      this.#width ??= values.length;
      const isWhole = values.length === this.#width;
      if (isWhole && fault === undefined) {
        yield* this.#found();
        yield { line, values, row };
      } else if (this.#lost !== undefined || (!isOneLine && !isWhole)) {
        yield* this.#lose(line, fault ?? this.#widthFault(values), text);
        continue;
      } else yield { line, reason: fault ?? this.#widthFault(values), row, values };
      this.#at = next;
    }
  }

  /** Leaves a line out, and begins to look for the next sound record. */
  *#lose(line: number, fault: string, text: string): Generator<CsvRecord> {
    this.#at += 1;
    const lost = this.#lost;
    if (lost === undefined) {
      const own = this.#faults.get(line) ?? fault;
      this.#lost = { line, fault: own, row: text, last: line, length: text.length };
    } else if (lost.length > MAX_LOST_LENGTH) {
      const reason = `no record begins here, after the malformed one of line ${lost.line}`;
      yield { line, reason, row: text };
    } else {
      lost.last = line;
      if (lost.row.length < MAX_RECORD_LENGTH) lost.row += `\n${text}`;
      lost.length += text.length;
    }
  }

  *#found(): Generator<CsvRecord> {
    if (this.#lost === undefined) return;
    const { line, fault, row, last } = this.#lost;
    this.#lost = undefined;
    const others = last > line ? `; all up to line ${last} is left out with it` : '';
    yield { line, reason: `${fault}${others}`, row };
  }

  #faultWithin(line: number, count: number): string | undefined {
    if (this.#faults.size === 0) return undefined;
    for (let at = line; at < line + count; at += 1) {
      const fault = this.#faults.get(at);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #widthFault(values: readonly string[]): string {
    return `it has ${values.length} cells, the header has ${this.#width ?? 0}`;
  }
}
