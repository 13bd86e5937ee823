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
import { sumBy } from 'es-toolkit/math';
import { oneLine } from '../../core/cli/printable.js';
import { foldReason } from '../files/reasons.js';
import { cut } from '../files/shown.js';
import { describeOrigin, type Reject } from './outcome.js';

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

const MAX_KINDS = 500;
const OTHERS = 'other reasons';
const MAX_EXAMPLES = 3;

/** Rows that are rejected for one kind of reason. */
export interface ReasonCount {
  reason: string;
  count: number;
  /** The first of them, as `file:line (id …)`. */
  examples: readonly string[];
}

/** Counts rejected rows by reason, whatever values, digits and ids the reasons hold. */
export class Reasons {
  readonly #kinds = new Map<string, ReasonCount & { examples: string[] }>();
  /** The number of rejects by reason and file. */
  readonly #byFile = new Map<string, Map<string, number>>();

  add(reject: Reject): void {
    const { file } = reject;
    const folded = foldReason(oneLine(reject.reason));
    const reason = this.#kinds.has(folded) || this.#kinds.size < MAX_KINDS ? folded : OTHERS;
    const entry = this.#kinds.get(reason) ?? { reason, count: 0, examples: [] };
    entry.count += 1;
    if (entry.examples.length < MAX_EXAMPLES) entry.examples.push(describeOrigin(reject));
    this.#kinds.set(reason, entry);
    const byFile = this.#byFile.get(reason) ?? new Map<string, number>();
    this.#byFile.set(reason, byFile.set(file, (byFile.get(file) ?? 0) + 1));
  }

  /** Counts the rejects of some files that were not taken. */
  countOf(files: readonly string[]): number {
    const counts = [...this.#byFile.values()];
    return sumBy(files, (file) => sumBy(counts, (byFile) => byFile.get(file) ?? 0));
  }

  /** Counts the rejects of some files for some reasons. Each reject is counted once. */
  take(files: readonly string[], isMeant: (reason: string) => boolean): number {
    let count = 0;
    for (const [reason, byFile] of this.#byFile) {
      for (const file of isMeant(reason) ? files : []) {
        count += byFile.get(file) ?? 0;
        byFile.delete(file);
      }
    }
    return count;
  }

  /** Most rows first. */
  counts(): ReasonCount[] {
    return [...this.#kinds.values()].sort((one, other) => other.count - one.count);
  }
}

/** Describes rejects of one reason, with examples. */
export function describeReason({ reason, count, examples }: ReasonCount): string {
  const more = count > examples.length ? ', …' : '';
  return `rejected: ${count} × ${reason}: ${examples.join(', ')}${more}`;
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
