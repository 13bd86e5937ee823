import cliProgress, { type SingleBar } from 'cli-progress';
import { counted } from './counted.js';
import { printable } from './printable.js';

const LINE_EVERY_MS = 5_000;

/** Shows the progress of a run. */
export interface Progress {
  /** @param expectedBytes of the source, if the number of rows is unknown */
  start(name: string, expectedRows?: number, expectedBytes?: number): void;
  update(rows: number, bytes?: number): void;
  /** All rows are done, even if they are fewer than expected. */
  complete(): void;
  /** The run ends before all rows are done. */
  stop(): void;
  note(text: string): void;
}

/** Shows a progress bar on a terminal, and a line every few seconds elsewhere. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? barProgress(stream) : lineProgress(stream);
}

/** Shows nothing; for tests and measurements. */
export const silentProgress: Progress = {
  start: () => undefined,
  update: () => undefined,
  complete: () => undefined,
  stop: () => undefined,
  note: () => undefined,
};

/** A number of rows, and of bytes if they are known. */
interface Extent {
  rows?: number | undefined;
  bytes?: number | undefined;
}

function barProgress(stream: NodeJS.WriteStream): Progress {
  let current: { bar: SingleBar; pace: () => string; expected: Extent; done: Extent } | undefined;
  const stop = (): void => {
    current?.bar.stop();
    current = undefined;
  };
  return {
    start(name, expectedRows, expectedBytes) {
      const total = expectedRows ?? expectedBytes;
      const rows = expectedRows === undefined ? '{rows} rows' : '{value} of {total} rows';
      const share = total === undefined ? '' : '{bar} {percentage} % | ';
      const bar = new cliProgress.SingleBar({
        stream,
        format: `${name.padEnd(10)} ${share}${rows} | {pace} | {duration_formatted}`,
        formatBar: cliProgress.Format.BarFormat,
        hideCursor: true,
      });
      const expected = { rows: expectedRows, bytes: expectedBytes };
      const done: Extent = { rows: 0, bytes: 0 };
      const pace = paceOf(expected, done);
      bar.start(total ?? 0, 0, { rows: 0, pace: pace() });
      current = { bar, pace, expected, done };
    },
    update(rows, bytes) {
      if (!current) return;
      const { bar, pace, expected, done } = current;
      Object.assign(done, { rows, bytes });
      const value = measured(expected, done) ?? 0;
      if (value > bar.getTotal()) bar.setTotal(value);
      bar.update(value, { rows, pace: pace() });
    },
    complete() {
      if (current) {
        const { bar, expected, done } = current;
        bar.setTotal(measured(expected, done) ?? 0);
        this.update(done.rows ?? 0, done.bytes);
      }
      stop();
    },
    stop,
    note(text) {
      // The bar continues on the next line.
      stream.write(`${current ? '\n' : ''}  ${printable(text)}\n`);
    },
  };
}

function lineProgress(stream: NodeJS.WritableStream): Progress {
  let current:
    | { name: string; expected: Extent; done: Extent; pace: () => string; nextLineAt: number }
    | undefined;
  const stop = (): void => {
    if (current) stream.write(`${current.name}: ${counted(current.done.rows ?? 0, 'row')} read\n`);
    current = undefined;
  };
  return {
    start(name, rows, bytes) {
      const expected = { rows, bytes };
      const done: Extent = { rows: 0 };
      const pace = paceOf(expected, done);
      current = { name, expected, done, pace, nextLineAt: Date.now() + LINE_EVERY_MS };
      const total = rows === undefined ? bytes && describeBytes(bytes) : counted(rows, 'row');
      stream.write(`${name}: loading${total === undefined ? '' : `, ${total}`}\n`);
    },
    update(rows, bytes) {
      if (!current) return;
      const { name, expected, done, pace } = current;
      Object.assign(done, { rows, bytes });
      if (Date.now() < current.nextLineAt) return;
      current.nextLineAt = Date.now() + LINE_EVERY_MS;
      const all = expected.rows === undefined ? '' : ` of ${expected.rows}`;
      const isOfBytes = all === '' && expected.bytes !== undefined && bytes !== undefined;
      const read = isOfBytes
        ? `, ${describeBytes(bytes)} of ${describeBytes(expected.bytes ?? 0)}`
        : '';
      stream.write(`${name}: ${rows}${all} rows${read}, ${pace()}\n`);
    },
    complete: stop,
    stop,
    note(text) {
      stream.write(`  ${printable(text)}\n`);
    },
  };
}

/** Returns the part of an extent that is compared: the rows if their number was expected, else the bytes. */
function measured(expected: Extent, extent: Extent): number | undefined {
  return expected.rows === undefined && expected.bytes !== undefined ? extent.bytes : extent.rows;
}

/** Returns a function that describes the pace since now, such as `1200 rows/s, 8 s left`. */
function paceOf(expected: Extent, done: Extent): () => string {
  const start = Date.now();
  return () => {
    const seconds = (Date.now() - start) / 1_000;
    if (seconds === 0) return '- rows/s';
    const rate = `${Math.round((done.rows ?? 0) / seconds)} rows/s`;
    const total = measured(expected, expected);
    const share = total ? Math.min((measured(expected, done) ?? 0) / total, 1) : 0;
    return share > 0 ? `${rate}, ${describeSeconds((seconds * (1 - share)) / share)} left` : rate;
  };
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
