import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { uniq } from 'es-toolkit/array';
import { jsonForm } from '../files/ndjson.js';
import { cut } from '../files/shown.js';
import type { Reject } from './outcome.js';

const MAX_ID_LENGTH = 200;
const MAX_REASON_LENGTH = 1_000;

/** Returns a reject with an id and a reason of bounded length: a cell of a rejected row may have any length. */
export function bounded(reject: Reject): Reject {
  const { id, reason } = reject;
  return { ...reject, id: cut(id, MAX_ID_LENGTH), reason: cut(reason, MAX_REASON_LENGTH) };
}

/** A source that is not at all what it should be must not fill the disk. */
const MAX_BYTES = 1024 ** 3;
/** Files of older runs are deleted. */
const KEPT_RUNS = 10;
const TIMED = /^(\d{8}t\d{9})(?:-\d+)?\.(?:csv|ndjson|geojsons)$/;
/** Rejects hold rows of a source that others may not be allowed to read. */
const OWNER_ONLY = 0o600;

/**
 * Files with every rejected row, one for each source of a run, created with the first row. The rows are written as
 * their source has them, so that its mapping reads the file. A folder that cannot be written to is logged once, and
 * files that have become too large hold the first rows. The files of the oldest of too many runs are deleted.
 */
export class RejectsFile {
  readonly #folder: string;
  readonly #begin: string;
  readonly #time: string;
  readonly #onFailure: (text: string) => void;
  readonly #maxBytes: number;
  /** By source and header, because the parts of a source may have different headers. */
  readonly #paths = new Map<string, string>();
  #bytes = 0;
  /** The number of rows that are in the files. */
  rows = 0;
  #state: 'open' | 'full' | 'failed' = 'open';

  /** @param index of the generation; its time is part of the names of the files */
  constructor(
    folder: string,
    resource: string,
    index: string,
    onFailure: (text: string) => void,
    maxBytes = MAX_BYTES,
  ) {
    this.#folder = folder;
    this.#begin = `rejects-${resource}-`;
    this.#time = index.slice(index.lastIndexOf('-g') + 2);
    this.#onFailure = onFailure;
    this.#maxBytes = maxBytes;
  }

  /** Writes at once: rejects are few, and rows that wait for a disk would pile up in memory. */
  add({ file, line, id, reason, row }: Reject): void {
    if (this.#state !== 'open') return;
    const { text, form } = row ?? { text: { id }, form: jsonForm(file) };
    try {
      const key = `${form.source}\n${form.head}`;
      const path = this.#paths.get(key) ?? this.#create(key, form.ending, form.head);
      const added = `${form.lineOf(text, { _reason: reason, _source: file, _line: line })}\n`;
      appendFileSync(path, added);
      this.rows += 1;
      this.#bytes += Buffer.byteLength(added);
      if (this.#bytes >= this.#maxBytes) this.#state = 'full';
    } catch (error) {
      this.#state = 'failed';
      this.rows = 0;
      const fault = error instanceof Error ? error.message : String(error);
      this.#onFailure(
        `The rejected rows cannot be written to ${this.#folder} (${fault}). Name another folder with --rejects or REJECTS_FOLDER.`,
      );
    }
  }

  /** Returns the paths of the files, as a message shows them. */
  paths(): string {
    return [...this.#paths.values()].join(', ');
  }

  #create(key: string, ending: string, head: string): string {
    makeFolder(this.#folder);
    if (this.#paths.size === 0) this.#deleteOldest();
    const number = this.#paths.size === 0 ? '' : `-${this.#paths.size + 1}`;
    const path = join(this.#folder, `${this.#begin}${this.#time}${number}.${ending}`);
    writeFileSync(path, head, { mode: OWNER_ONLY });
    this.#paths.set(key, path);
    return path;
  }

  #deleteOldest(): void {
    const timeOf = (name: string): string | undefined =>
      name.startsWith(this.#begin) ? TIMED.exec(name.slice(this.#begin.length))?.[1] : undefined;
    const earlier = readdirSync(this.#folder).filter((name) => timeOf(name) !== undefined);
    const kept = uniq(earlier.map(timeOf)).sort().slice(-KEPT_RUNS + 1); // prettier-ignore
    for (const name of earlier) if (!kept.includes(timeOf(name))) rmSync(join(this.#folder, name));
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
