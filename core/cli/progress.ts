import cliProgress, { type SingleBar } from 'cli-progress';
import { describeBytes, type Extent, Pace } from './pace.js';
import { printable } from './printable.js';

const LINE_EVERY_MS = 5_000;

/** Tells a person, or a log, how far an ingestion is. */
export interface Progress {
  /** @param expectedBytes of the source, where its rows are not known */
  start(name: string, expectedRows?: number, expectedBytes?: number): void;
  update(rows: number, bytes?: number): void;
  /** All rows are done, be they fewer than expected. */
  complete(): void;
  /** No more rows will be. */
  stop(): void;
  note(text: string): void;
}

/** A progress bar on a terminal, a plain line every few seconds elsewhere. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? barProgress(stream) : lineProgress(stream);
}

/** Says nothing; for tests and measurements. */
export const silentProgress: Progress = {
  start: () => undefined,
  update: () => undefined,
  complete: () => undefined,
  stop: () => undefined,
  note: () => undefined,
};

function barProgress(stream: NodeJS.WriteStream): Progress {
  let current: { bar: SingleBar; pace: Pace; isOfBytes: boolean; done: Extent } | undefined;
  const show = (rows: number, bytes?: number): void => {
    if (!current) return;
    const { bar, pace, isOfBytes } = current;
    const done = { rows, bytes };
    current.done = done;
    const value = (isOfBytes ? bytes : rows) ?? 0;
    if (value > bar.getTotal()) bar.setTotal(value);
    bar.update(value, { rows, pace: paceOf(pace, done) });
  };
  const stop = (): void => {
    current?.bar.stop();
    current = undefined;
  };
  return {
    start(name, expectedRows, expectedBytes) {
      const isOfBytes = expectedRows === undefined && expectedBytes !== undefined;
      const isKnown = isOfBytes || expectedRows !== undefined;
      const rows = isOfBytes || !isKnown ? '{rows} rows' : '{value} of {total} rows';
      const share = isKnown ? '{bar} {percentage} % | ' : '';
      const bar = new cliProgress.SingleBar({
        stream,
        format: `${name.padEnd(10)} ${share}${rows} | {pace} | {duration_formatted}`,
        formatBar: cliProgress.Format.BarFormat,
        hideCursor: true,
      });
      const pace = new Pace({ rows: expectedRows, bytes: expectedBytes });
      const done = { rows: 0, bytes: 0 };
      bar.start((isOfBytes ? expectedBytes : expectedRows) ?? 0, 0, {
        rows: 0,
        pace: paceOf(pace, done),
      });
      current = { bar, pace, isOfBytes, done };
    },
    update: show,
    complete() {
      if (current) {
        const { bar, isOfBytes, done } = current;
        bar.setTotal((isOfBytes ? done.bytes : done.rows) ?? 0);
        show(done.rows ?? 0, done.bytes);
      }
      stop();
    },
    stop,
    note(text) {
      // The bar goes on in the next line.
      stream.write(`${current ? '\n' : ''}  ${printable(text)}\n`);
    },
  };
}

function lineProgress(stream: NodeJS.WritableStream): Progress {
  let current:
    { name: string; expected: Extent; pace: Pace; rows: number; nextLineAt: number } | undefined;
  const stop = (): void => {
    if (current) stream.write(`${current.name}: ${current.rows} rows read\n`);
    current = undefined;
  };
  return {
    start(name, expectedRows, expectedBytes) {
      const expected = { rows: expectedRows, bytes: expectedBytes };
      const pace = new Pace(expected);
      current = { name, expected, pace, rows: 0, nextLineAt: Date.now() + LINE_EVERY_MS };
      const total = totalOf(expected);
      stream.write(`${name}: loading${total === undefined ? '' : `, ${total}`}\n`);
    },
    update(rows, bytes) {
      if (!current) return;
      current.rows = rows;
      if (Date.now() < current.nextLineAt) return;
      current.nextLineAt = Date.now() + LINE_EVERY_MS;
      const { name, expected, pace } = current;
      const known = expected.rows === undefined ? '' : ` of ${expected.rows}`;
      const isOfBytes = known === '' && expected.bytes !== undefined && bytes !== undefined;
      const read = isOfBytes
        ? `, ${describeBytes(bytes)} of ${describeBytes(expected.bytes ?? 0)}`
        : '';
      stream.write(`${name}: ${rows}${known} rows${read}, ${paceOf(pace, { rows, bytes })}\n`);
    },
    complete: stop,
    stop,
    note(text) {
      stream.write(`  ${printable(text)}\n`);
    },
  };
}

function totalOf({ rows, bytes }: Extent): string | undefined {
  if (rows !== undefined) return `${rows} rows`;
  return bytes === undefined ? undefined : describeBytes(bytes);
}

function paceOf(pace: Pace, done: Extent): string {
  const left = pace.left(done);
  return left === undefined ? pace.rate(done) : `${pace.rate(done)}, ${left}`;
}
