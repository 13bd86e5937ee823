/** Upper bounds in milliseconds: a kept answer takes a tenth of one, the slowest some seconds. */
export const DURATION_BOUNDS_MS = [
  0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000,
];

/** Counts values by how large they are: plain numbers, for this is done with every request. */
export class Distribution {
  /** One more than bounds: of what is beyond them. Not added up. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  add(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > (this.bounds[at] ?? 0)) at += 1;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sum += value;
  }
}

/** Makes what counts durations in milliseconds. */
export function durations(): Distribution {
  return new Distribution(DURATION_BOUNDS_MS);
}
