import { zip } from 'es-toolkit/array';
import { median } from 'es-toolkit/math';
import { mapValues } from 'es-toolkit/object';
import { type Load, measure, type Span } from './load.js';
import type { Figures, Row } from './report.js';
import type { Bench } from './session.js';

/** A load of the API, and others that are measured in turns with it. */
export interface Comparison {
  ours: Load;
  others: readonly Load[];
  /** Requests that are sent before the warm-up, to fill the cache. */
  requestsBefore?: number;
}

/** The figures of the loads of a comparison in one round, ours first. */
type Round = readonly Figures[];

/**
 * Measures all loads once in every round, so that whatever else the machine does affects all of them.
 * Returns medians of the rounds.
 */
export async function compareAll(comparisons: readonly Comparison[], bench: Bench): Promise<Row[]> {
  const { rounds, warmUp, measurement } = bench.extent;
  const measureEach = async ({ ours, others }: Comparison, span: Span): Promise<Round> => {
    const figures: Figures[] = [];
    for (const load of [ours, ...others]) figures.push(await measureLoad(bench, load, span));
    return figures;
  };
  if (warmUp !== undefined) {
    console.log('Warming up.');
    for (const comparison of comparisons) {
      const { ours, requestsBefore: amount } = comparison;
      if (amount !== undefined) await measureLoad(bench, ours, { amount });
      await measureEach(comparison, warmUp);
    }
  }
  const results = comparisons.map((comparison) => ({ comparison, rounds: [] as Round[] }));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds}.`);
    for (const result of results) {
      console.log(`Measuring ${result.comparison.ours.name}.`);
      result.rounds.push(await measureEach(result.comparison, measurement));
    }
  }
  return results.flatMap(({ comparison, rounds: measured }) => toRows(comparison, measured));
}

/** Measures a load, and how many searches in Elasticsearch it causes. */
export async function measureLoad(bench: Bench, load: Load, span: Span): Promise<Figures> {
  const { client, indexPrefix, signal, extent } = bench;
  const countSearches = async (): Promise<number> => {
    const index = `${indexPrefix}-*`;
    const { _all: all } = await client.indices.stats({ index, metric: 'search' });
    return all.total?.search?.query_total ?? 0;
  };
  const before = await countSearches();
  const { connections } = extent;
  const { lookups, ...speed } = await measure(load, { span, connections, signal });
  return { ...speed, searches: ((await countSearches()) - before) / lookups };
}

function toRows({ ours, others }: Comparison, rounds: readonly Round[]): Row[] {
  const figuresOf = (position: number): Figures[] =>
    rounds.flatMap((round) => round[position] ?? []);
  return others.map((other, index) => {
    const [mine, theirs] = [figuresOf(0), figuresOf(index + 1)];
    return {
      name: ours.name,
      beside: other.name,
      unit: 'requests/s',
      ratio: median(zip(mine, theirs).map(([one, another]) => one.perSecond / another.perSecond)),
      ours: medians(mine),
      reference: medians(theirs),
    };
  });
}

export function medians<Measured extends object>(all: readonly Measured[]): Measured {
  const [first] = all;
  if (first === undefined) throw new Error('Nothing was measured.');
  return mapValues(first, (_, key) => median(all.map((each) => Number(each[key])))) as Measured;
}
