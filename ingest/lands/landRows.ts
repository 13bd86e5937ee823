import type { LandDocument } from '../../indices/lands.js';
import type { Batch, BatchRow, MadeRows } from '../batches.js';
import type { Origin, Outcome, Reject } from '../outcome.js';
import { compiledProgram, inThreads } from '../threads.js';
import type { LandTask, MadeLands, Makings } from './landMaker.js';

/** Tasks are sent together until they are so large. */
const ENOUGH_ROWS = 3_600;
const ENOUGH_BYTES = 3 * 1024 * 1024;

const PROGRAM = compiledProgram('worker.js', import.meta.url);

/** Lands that threads make, in the order of their tasks. */
export class LandRows implements MadeRows<LandDocument> {
  readonly #tasks: Iterable<LandTask>;
  readonly #makings: Makings;
  readonly #threads: number;

  constructor(tasks: Iterable<LandTask>, makings: Makings, threads: number) {
    this.#tasks = tasks;
    this.#makings = makings;
    this.#threads = threads;
  }

  async *batches(onReject: (reject: Reject) => void): AsyncGenerator<Batch, void, undefined> {
    let line = 0;
    let waiting: PlacedLands[] = [];
    let [rows, bytes] = [0, 0];
    const close = (): Batch => {
      const batch = batchOf(waiting);
      waiting = [];
      [rows, bytes] = [0, 0];
      return batch;
    };
    const threads = { file: PROGRAM, data: this.#makings, count: this.#threads };
    const purpose = 'makes lands';
    for await (const made of inThreads<LandTask, MadeLands>(this.#tasks, { ...threads, purpose })) {
      for (const reject of made.rejects) onReject({ ...reject, line: line + reject.line });
      waiting.push({ ...made, line });
      line += made.ends.length + made.rejects.length;
      rows += made.ends.length;
      bytes += made.body.length;
      if (rows >= ENOUGH_ROWS || bytes >= ENOUGH_BYTES) yield close();
    }
    if (rows > 0) yield close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Outcome<LandDocument>, void, undefined> {
    const rejects: Reject[] = [];
    for await (const { rows } of this.batches((reject) => rejects.push(reject))) {
      for (const { reason, ...origin } of rejects.splice(0)) yield { origin, reason };
      for (const row of rows) yield { origin: row.origin, document: documentOf(row) };
    }
    for (const { reason, ...origin } of rejects) yield { origin, reason };
  }
}

/** The outcome of a task, and the number of lands before it, refused ones included. */
interface PlacedLands extends MadeLands {
  readonly line: number;
}

function batchOf(waiting: readonly PlacedLands[]): Batch {
  const body = Buffer.concat(waiting.map((made) => made.body));
  const rows: BatchRow[] = [];
  let base = 0;
  for (const { body: part, ends, rejects, line: before } of waiting) {
    const refused = new Set(rejects.map(({ line }) => line));
    let start = base;
    let line = 0;
    for (const end of ends) {
      do line += 1;
      while (refused.has(line));
      rows.push(new LandRow(body, start, base + end, before + line));
      start = base + end;
    }
    base += part.length;
  }
  return { body, rows };
}

/** Where it comes from is told by its document, to whoever asks: nearly nobody does. */
class LandRow implements BatchRow {
  readonly body: Buffer;
  readonly start: number;
  readonly end: number;
  readonly #line: number;

  constructor(body: Buffer, start: number, end: number, line: number) {
    this.body = body;
    this.start = start;
    this.end = end;
    this.#line = line;
  }

  get origin(): Origin {
    const { id, country_id: country } = documentOf(this);
    return { file: `H3 cells of ${country}`, line: this.#line, id };
  }
}

function documentOf({ body, start, end }: BatchRow): LandDocument {
  const text = body.toString('utf8', body.indexOf('\n', start) + 1, end);
  return JSON.parse(text) as LandDocument;
}
