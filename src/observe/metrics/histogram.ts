import { Histogram, type MetricObjectWithValues, type MetricValueWithName } from 'prom-client';
import type { Distribution } from './durations.js';

/** A distribution, and what it is of. */
export interface Labelled<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly distribution: Distribution;
}

/**
 * A histogram of what was counted elsewhere: `observe` for every request would cost several times as
 * much.
 */
export class CountedHistogram<Label extends string> extends Histogram<Label> {
  readonly #name: string;
  readonly #help: string;
  readonly #read: () => Iterable<Labelled<Label>>;
  readonly #unit: number;

  /** @param unit in how many of the values' unit the metric's one is; 1,000: of milliseconds, in seconds */
  constructor(name: string, help: string, unit: number, read: () => Iterable<Labelled<Label>>) {
    super({ name, help, registers: [] });
    this.#name = name;
    this.#help = help;
    this.#unit = unit;
    this.#read = read;
  }

  override get(): Promise<MetricObjectWithValues<MetricValueWithName<Label>>> {
    const values = [...this.#read()].flatMap((each) => this.#valuesOf(each));
    const metric = { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum' };
    return Promise.resolve({ ...metric, values } as never);
  }

  /** The library writes text of this one. */
  getForPromString(): Promise<MetricObjectWithValues<MetricValueWithName<Label>>> {
    return this.get();
  }

  #valuesOf({ labels, distribution }: Labelled<Label>): unknown[] {
    const { bounds, counts, sum } = distribution;
    let count = 0;
    const buckets = [...counts].map((each, at) => {
      count += each;
      const bound = bounds[at];
      const le = bound === undefined ? '+Inf' : bound / this.#unit;
      return { metricName: `${this.#name}_bucket`, labels: { le, ...labels }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: sum / this.#unit },
      { metricName: `${this.#name}_count`, labels, value: count },
    ];
  }
}
