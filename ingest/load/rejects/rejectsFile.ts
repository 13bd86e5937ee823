import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { shownRow } from '../../files/shown.js';
import { makeFolder } from './makeFolder.js';
import type { Reject } from '../outcome.js';

const WRITE_FROM_CHARACTERS = 64 * 1024;
/** A source that is not at all what it should be must not fill the disk. */
const MOST_BYTES = 1024 ** 3;
/** Rejects hold rows of a source that others may not be allowed to read. */
const OWNER_ONLY = 0o600;

/**
 * A file with every row that was refused, as newline-delimited JSON; there is none as long as no row
 * is. A folder that cannot be written to is told of once, and fails nothing; nor does a file that has
 * become too large, which has the first rows then.
 */
export class RejectsFile {
  readonly #path: string;
  readonly #folder: string;
  readonly #onFailure: (text: string) => void;
  #file: number | undefined;
  readonly #mostBytes: number;
  #bytes = 0;
  #rows = 0;
  #isGivenUp = false;
  #isFull = false;
  #pending: string[] = [];
  #characters = 0;

  /** @param index of the generation; its time names the file */
  constructor(
    folder: string,
    resource: string,
    index: string,
    onFailure: (text: string) => void,
    mostBytes = MOST_BYTES,
  ) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    const time = index.slice(index.lastIndexOf('-g') + 2);
    this.#path = join(folder, `rejects-${resource}-${time}.ndjson`);
    this.#onFailure = onFailure;
  }

  add({ file: source, line, id, reason, row }: Reject): void {
    if (this.#isGivenUp || this.#isFull) return;
    this.#rows += 1;
    const text = row === undefined ? null : shownRow(row);
    const json = `${JSON.stringify({ source, line, id, reason, row: text })}\n`;
    this.#pending.push(json);
    this.#characters += json.length;
    if (this.#characters >= WRITE_FROM_CHARACTERS) this.#write();
  }

  /** Those that are in the file, or will be. */
  get rows(): number {
    return this.#rows;
  }

  /** @returns the path of the file; undefined when there is none */
  close(): string | undefined {
    if (this.#pending.length > 0) this.#write();
    if (this.#file === undefined) return undefined;
    closeSync(this.#file);
    this.#file = undefined;
    return this.#isGivenUp ? undefined : this.#path;
  }

  /** At once: rejects are few, and what waits for a disk would pile up in memory. */
  #write(): void {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#characters = 0;
    try {
      if (this.#file === undefined) {
        makeFolder(this.#folder);
        this.#file = openSync(this.#path, 'w', OWNER_ONLY);
      }
      const bytes = Buffer.from(text);
      writeAll(this.#file, bytes);
      this.#bytes += bytes.length;
      this.#isFull = this.#bytes >= this.#mostBytes;
    } catch (error) {
      this.#isGivenUp = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#onFailure(
        `the refused rows cannot be written to ${this.#path} (${reason}): name a folder that can be written to, with --rejects or REJECTS_FOLDER`,
      );
    }
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
