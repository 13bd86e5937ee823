import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cut } from '../files/shown.js';
import type { Reject } from './outcome.js';

const MAX_ID_LENGTH = 200;
const MAX_REASON_LENGTH = 1_000;
const MAX_ROW_LENGTH = 10_000;

/** Returns a reject with texts of bounded length: a cell of a rejected row may have any length. */
export function bounded({ row, ...reject }: Reject): Reject {
  return {
    ...reject,
    id: cut(reject.id, MAX_ID_LENGTH),
    reason: cut(reject.reason, MAX_REASON_LENGTH),
    ...(row !== undefined && { row: cut(row, MAX_ROW_LENGTH) }),
  };
}

/** A source that is not at all what it should be must not fill the disk. */
const MAX_FILE_BYTES = 1024 ** 3;
/** Files of older runs are deleted. */
const KEPT_FILES = 10;
const TIMED = /^\d{8}t\d{9}\.ndjson$/;
/** Rejects hold rows of a source that others may not be allowed to read. */
const OWNER_ONLY = 0o600;

/**
 * A file with every rejected row as newline-delimited JSON, created with the first row. A folder that
 * cannot be written to is logged once, and a file that has become too large holds the first rows. A new
 * file replaces the oldest of too many files of the resource.
 */
export class RejectsFile {
  readonly #path: string;
  readonly #begin: string;
  readonly #onFailure: (text: string) => void;
  readonly #maxBytes: number;
  #file: number | undefined;
  #bytes = 0;
  /** The number of rows that are in the file. */
  rows = 0;
  #state: 'open' | 'full' | 'failed' = 'open';

  /** @param index of the generation; its time is part of the file's name */
  constructor(
    folder: string,
    resource: string,
    index: string,
    onFailure: (text: string) => void,
    maxBytes = MAX_FILE_BYTES,
  ) {
    const time = index.slice(index.lastIndexOf('-g') + 2);
    this.#begin = `rejects-${resource}-`;
    this.#path = join(folder, `${this.#begin}${time}.ndjson`);
    this.#onFailure = onFailure;
    this.#maxBytes = maxBytes;
  }

  /** Writes at once: rejects are few, and rows that wait for a disk would pile up in memory. */
  add({ file: source, line, id, reason, row }: Reject): void {
    if (this.#state !== 'open') return;
    const text = `${JSON.stringify({ source, line, id, reason, row: row ?? null })}\n`;
    try {
      this.#file ??= this.#create();
      writeFileSync(this.#file, text);
      this.rows += 1;
      this.#bytes += Buffer.byteLength(text);
      if (this.#bytes >= this.#maxBytes) this.#state = 'full';
    } catch (error) {
      this.#state = 'failed';
      const reason = error instanceof Error ? error.message : String(error);
      this.#onFailure(
        `The rejected rows cannot be written to ${this.#path} (${reason}). Name another folder with --rejects or REJECTS_FOLDER.`,
      );
    }
  }

  /** @returns the path of the file; undefined if there is none */
  close(): string | undefined {
    if (this.#file === undefined) return undefined;
    closeSync(this.#file);
    this.#file = undefined;
    return this.#state === 'failed' ? undefined : this.#path;
  }

  #create(): number {
    makeFolder(dirname(this.#path));
    this.#deleteOldest();
    return openSync(this.#path, 'w', OWNER_ONLY);
  }

  #deleteOldest(): void {
    const folder = dirname(this.#path);
    const earlier = readdirSync(folder)
      .filter((name) => name.startsWith(this.#begin) && TIMED.test(name.slice(this.#begin.length)))
      .sort();
    for (const name of earlier.slice(0, -KEPT_FILES + 1)) rmSync(join(folder, name));
  }
}

/**
 * Makes a folder and those above it. Node's own `recursive` never ends where a folder exists and takes
 * none, as in `/proc`.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
