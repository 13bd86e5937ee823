import cliProgress, { type SingleBar } from 'cli-progress';

const LINE_EVERY_MS = 5_000;

/** Tells a person, or a log, how far an ingestion is. */
export interface Progress {
  start(name: string, expectedRows?: number): void;
  update(rows: number): void;
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
  let bar: SingleBar | undefined;
  let done = 0;
  const stop = (): void => {
    bar?.stop();
    bar = undefined;
  };
  return {
    start(name, expectedRows) {
      const share = '{bar} {percentage} % | {value} of {total} rows';
      bar = new cliProgress.SingleBar({
        stream,
        format: `${name.padEnd(10)} ${expectedRows === undefined ? '{value} rows' : share} | {duration_formatted}`,
        formatBar: cliProgress.Format.BarFormat,
        hideCursor: true,
      });
      bar.start(expectedRows ?? 0, 0);
      done = 0;
    },
    update(rows) {
      if (bar && rows > bar.getTotal()) bar.setTotal(rows);
      bar?.update(rows);
      done = rows;
    },
    complete() {
      bar?.setTotal(done);
      bar?.update(done);
      stop();
    },
    stop,
    note(text) {
      // The bar goes on in the next line.
      stream.write(`${bar ? '\n' : ''}  ${text}\n`);
    },
  };
}

function lineProgress(stream: NodeJS.WritableStream): Progress {
  let current:
    | { name: string; expectedRows: number | undefined; rows: number; nextLineAt: number }
    | undefined;
  const stop = (): void => {
    if (current) stream.write(`${current.name}: ${current.rows} rows read\n`);
    current = undefined;
  };
  return {
    start(name, expectedRows) {
      current = { name, expectedRows, rows: 0, nextLineAt: Date.now() + LINE_EVERY_MS };
      const total = expectedRows === undefined ? '' : `, ${expectedRows} rows`;
      stream.write(`${name}: loading${total}\n`);
    },
    update(rows) {
      if (!current) return;
      current.rows = rows;
      if (Date.now() < current.nextLineAt) return;
      current.nextLineAt = Date.now() + LINE_EVERY_MS;
      const total = current.expectedRows === undefined ? '' : ` of ${current.expectedRows}`;
      stream.write(`${current.name}: ${rows}${total} rows\n`);
    },
    complete: stop,
    stop,
    note(text) {
      stream.write(`  ${text}\n`);
    },
  };
}
