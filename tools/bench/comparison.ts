import type { Bench, Measuring, Span } from './bench.js';
import { type Load, measure, type Speed } from './load.js';
import type { Row } from './report.js';
import { countSearches } from './searches.js';
import { median } from './statistics.js';

/** A load, and others that are measured in turns with it. */
export interface Comparison {
  name: string;
  ours: Load;
  others: readonly Other[];
  /** Lookups of ours before it is measured: nothing else is what "once warm" means. */
  oursBefore?: number;
}

/** Compared with ours. */
export interface Other {
  name: string;
  load: Load;
}

/** What was measured of a load in a round. */
interface Measured extends Speed {
  /** Those that reached Elasticsearch for each lookup. */
  searches: number;
}

/** Ours first, then the others in their order. */
type Round = readonly Measured[];

/**
 * Measures all loads once in every round, so that whatever else the machine does meanwhile falls on
 * all of them; medians of the rounds.
 */
export async function compareAll(comparisons: readonly Comparison[], bench: Bench): Promise<Row[]> {
  const { rounds, warmUp, measurement } = bench.extent;
  if (warmUp !== undefined) {
    console.log('Warming up.');
    for (const comparison of comparisons) {
      await askBefore(comparison, bench);
      await measureOnce(comparison, bench, warmUp);
    }
  }
  const results = comparisons.map((): Round[] => []);
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds}.`);
    for (const [position, comparison] of comparisons.entries()) {
      console.log(`Measuring ${comparison.name}.`);
      results[position]?.push(await measureOnce(comparison, bench, measurement));
    }
  }
  return comparisons.flatMap((comparison, position) => toRows(comparison, results[position] ?? []));
}

async function askBefore({ ours, oursBefore }: Comparison, bench: Bench): Promise<void> {
  if (oursBefore === undefined) return;
  const { connections } = bench.extent;
  await measure(ours, { span: { amount: oursBefore }, connections, signal: bench.signal });
}

async function measureOnce({ ours, others }: Comparison, bench: Bench, span: Span): Promise<Round> {
  const { connections }: Measuring = bench.extent;
  const round: Measured[] = [];
  for (const load of [ours, ...others.map((other) => other.load)]) {
    const before = await countSearches(bench);
    const speed = await measure(load, { span, connections, signal: bench.signal });
    const searches = (await countSearches(bench)) - before;
    round.push({ ...speed, searches: searches / speed.lookups });
  }
  return round;
}

function toRows({ name, others }: Comparison, rounds: readonly Round[]): Row[] {
  const middle = (position: number, pick: (measured: Measured) => number): number =>
    median(rounds.map((round) => pick(at(round, position))));
  return others.map((other, index) => {
    const position = index + 1;
    const ratios = rounds.map(
      (round) => at(round, 0).requestsPerSecond / at(round, position).requestsPerSecond,
    );
    return {
      name,
      unit: 'requests/s',
      beside: other.name,
      ours: middle(0, (speed) => speed.requestsPerSecond),
      reference: middle(position, (speed) => speed.requestsPerSecond),
      ratio: median(ratios),
      oursP50Ms: middle(0, (speed) => speed.p50Ms),
      referenceP50Ms: middle(position, (speed) => speed.p50Ms),
      oursP99Ms: middle(0, (speed) => speed.p99Ms),
      referenceP99Ms: middle(position, (speed) => speed.p99Ms),
      oursSearches: middle(0, (speed) => speed.searches),
      referenceSearches: middle(position, (speed) => speed.searches),
      oursGeneratorBusy: middle(0, (speed) => speed.generatorBusy),
      referenceGeneratorBusy: middle(position, (speed) => speed.generatorBusy),
    };
  });
}

function at(round: Round, position: number): Measured {
  const measured = round[position];
  if (measured === undefined) throw new Error('a load was not measured');
  return measured;
}

export async function repeat<Result>(
  times: number,
  work: () => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let done = 0; done < times; done += 1) results.push(await work());
  return results;
}
