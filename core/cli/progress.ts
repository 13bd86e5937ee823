import type { Writable } from 'node:stream';
import cliProgress from 'cli-progress';
import type { LoadProgress } from '../../indices/ingestions.js';
import { counted } from './counted.js';
import { invocation } from './invocation.js';
import { printable } from './printable.js';

const LINE_EVERY_MS = 5_000;

/** A terminal has `isTTY`. */
type Stream = Writable & Partial<Pick<NodeJS.WriteStream, 'isTTY'>>;

/** Shows the progress of a run. */
export interface Progress {
  /** @param expectedBytes of the source, if the number of rows is unknown */
  start(name: string, expectedRows?: number, expectedBytes?: number): void;
  update(rows: number, bytes?: number): void;
  /** All rows are done, even if they are fewer than expected. */
  complete(): void;
  /** The run ends before all rows are done. */
  stop(): void;
  /** Shows a text, once if several loads have the same to say. */
  note(text: string): void;
  /** Returns how much of the latest load is done, if it has this name and its size is known. */
  of(name: string): LoadProgress | undefined;
}

/** Shows a progress bar on a terminal, and a line every few seconds elsewhere. */
export function createProgress(stream: Stream = invocation().output.stderr): Progress {
  const begin = stream.isTTY ? beginBar : beginLines;
  let current: { work: Work; display: Display } | undefined;
  let latest: Work | undefined;
  /** The last note, if there was no progress since. */
  let noted: string | undefined;
  const end = (isComplete: boolean) => (): void => {
    current?.display.end(isComplete);
    current = undefined;
  };
  return {
    start(name, rows, bytes) {
      const work = { name, expected: { rows, bytes }, done: { rows: 0 }, begun: Date.now() };
      latest = work;
      current = { work, display: begin(stream, work) };
    },
    update(rows, bytes) {
      if (!current) return;
      noted = undefined;
      current.work.done = { rows, bytes };
      current.display.show();
    },
    complete() {
      end(true)();
      if (latest) latest.isComplete = true;
    },
    stop: end(false),
    note(text) {
      if (text === noted) return;
      noted = text;
      // A bar continues on the next line.
      stream.write(`${current && stream.isTTY ? '\n' : ''}  ${printable(text)}\n`);
    },
    of: (name) => (latest?.name === name ? progressOf(latest) : undefined),
  };
}

/** Shows nothing; for tests and measurements. */
export const silentProgress: Progress = {
  start: () => undefined,
  update: () => undefined,
  complete: () => undefined,
  stop: () => undefined,
  note: () => undefined,
  of: () => undefined,
};

/** The rows that are read, and their bytes if these are known. */
interface Work {
  readonly name: string;
  readonly expected: { rows: number | undefined; bytes: number | undefined };
  done: { rows: number; bytes?: number | undefined };
  readonly begun: number;
  isComplete?: boolean;
}

interface Display {
  show: () => void;
  end: (isComplete: boolean) => void;
}

function beginBar(stream: Stream, work: Work): Display {
  const { name, expected } = work;
  const total = expected.rows ?? expected.bytes;
  const rows = expected.rows === undefined ? '{rows} rows' : '{value} of {total} rows';
  const share = total === undefined ? '' : '{bar} {percentage} % | ';
  const bar = new cliProgress.SingleBar({
    stream,
    format: `${name.padEnd(10)} ${share}${rows} | {rate} | {duration_formatted}`,
    formatBar: cliProgress.Format.BarFormat,
    hideCursor: true,
  });
  const show = (): void => {
    const value = measured(work, work.done);
    if (value > bar.getTotal()) bar.setTotal(value);
    bar.update(value, { rows: work.done.rows, rate: describeRate(work) });
  };
  bar.start(total ?? 0, 0, { rows: 0, rate: describeRate(work) });
  return {
    show,
    end(isComplete) {
      if (isComplete) bar.setTotal(measured(work, work.done));
      if (isComplete) show();
      bar.stop();
    },
  };
}

function beginLines(stream: Stream, work: Work): Display {
  const { name, expected, begun } = work;
  const { rows: all, bytes } = expected;
  const total = all === undefined ? bytes && describeBytes(bytes) : counted(all, 'row');
  let nextLineAt = begun + LINE_EVERY_MS;
  stream.write(`${name}: loading${total === undefined ? '' : `, ${total}`}\n`);
  return {
    show() {
      if (Date.now() < nextLineAt) return;
      nextLineAt = Date.now() + LINE_EVERY_MS;
      const { rows, bytes: done } = work.done;
      const isOfBytes = all === undefined && bytes !== undefined && done !== undefined;
      const read = isOfBytes ? `, ${describeBytes(done)} of ${describeBytes(bytes)}` : '';
      const shown = all === undefined ? rows : `${rows} of ${all}`;
      stream.write(`${name}: ${shown} rows${read}, ${describeRate(work)}\n`);
    },
    end() {
      stream.write(`${name}: ${counted(work.done.rows, 'row')} read\n`);
    },
  };
}

/** Returns the rows if their number is expected, else the bytes if theirs is. */
function measured({ expected }: Work, { rows = 0, bytes = 0 }: Partial<Work['expected']>): number {
  return expected.rows === undefined && expected.bytes !== undefined ? bytes : rows;
}

/** Describes the rate since the begin, such as `1200 rows/s, 8 s left`. */
function describeRate(work: Work): string {
  const seconds = (Date.now() - work.begun) / 1_000;
  if (seconds === 0) return '- rows/s';
  const rate = `${Math.round(work.done.rows / seconds)} rows/s`;
  const { secondsLeft } = progressOf(work) ?? {};
  return secondsLeft === undefined ? rate : `${rate}, ${describeSeconds(secondsLeft)} left`;
}

/** A load has its later speed from this share or time on. Node and Elasticsearch compile their code first. */
const WARM = { share: 0.03, seconds: 60 };

/** Returns undefined if nothing is done, or if it is not known how much there is to do. */
function progressOf(work: Work): LoadProgress | undefined {
  if (work.isComplete) return { share: 1, secondsLeft: 0 };
  const total = measured(work, work.expected);
  // More rows than expected must not look complete.
  const share = total > 0 ? Math.min(measured(work, work.done) / total, 0.999) : 0;
  if (share === 0) return undefined;
  const seconds = (Date.now() - work.begun) / 1_000;
  if (share < WARM.share && seconds < WARM.seconds) return { share };
  return { share, secondsLeft: Math.round(seconds * (1 / share - 1)) };
}

/** Returns a time such as `45 s`, `1 min 20 s` or `2 h 5 min`. */
export function describeSeconds(exact: number): string {
  const seconds = Math.round(exact);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Returns a size such as `512 bytes` or `1.2 GB`. */
export function describeBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${UNITS[power] ?? ''}`;
}
