/** A count of rows, of bytes where these are known, and of what there will be. */
export interface Extent {
  rows?: number | undefined;
  bytes?: number | undefined;
}

/** Tells how fast rows come, and how long they still will. */
export class Pace {
  readonly #expected: Extent;
  readonly #begun = Date.now();

  constructor(expected: Extent) {
    this.#expected = expected;
  }

  /** Rows a second since the beginning, such as `1200 rows/s`. */
  rate(done: Extent): string {
    const seconds = this.#seconds();
    return seconds === 0 ? '- rows/s' : `${Math.round((done.rows ?? 0) / seconds)} rows/s`;
  }

  /** The time left, such as `1 min 20 s left`; undefined where the end is not known. */
  left(done: Extent): string | undefined {
    const share = this.share(done);
    if (share === undefined || share === 0 || this.#seconds() === 0) return undefined;
    return `${describeSeconds((this.#seconds() * (1 - share)) / share)} left`;
  }

  /** 0 to 1, of the rows where their number is known, else of the bytes. */
  share(done: Extent): number | undefined {
    const { rows, bytes } = this.#expected;
    const [part, all] = rows === undefined ? [done.bytes, bytes] : [done.rows, rows];
    return part === undefined || !all ? undefined : Math.min(part / all, 1);
  }

  #seconds(): number {
    return (Date.now() - this.#begun) / 1_000;
  }
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
