import { zip } from 'es-toolkit/array';
import { median } from 'es-toolkit/math';
import { mapValues } from 'es-toolkit/object';
import { type Load, measure, type Span } from './load.js';
import type { Bench } from './session.js';

export type Figures = Awaited<ReturnType<typeof measureLoad>>;

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
 * Returns the lines of the table, with medians of the rounds.
 */
export async function compareAll(comparisons: readonly Comparison[], bench: Bench) {
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
  const results = comparisons.map((comparison) => ({ comparison, measured: [] as Round[] }));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds}.`);
    for (const { comparison, measured } of results) {
      console.log(`Measuring ${comparison.ours.name}.`);
      measured.push(await measureEach(comparison, measurement));
    }
  }
  return results.flatMap(({ comparison, measured }) => toLines(comparison, measured));
}

/** Measures a load, and how many searches in Elasticsearch it causes. */
export async function measureLoad(bench: Bench, load: Load, span: Span) {
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

/** Measures once in every round. Returns the medians of the rounds. */
export async function measureRounds<Measured extends object>(
  { extent: { rounds } }: Bench,
  name: string,
  once: (round: number) => Promise<Measured>,
): Promise<Measured> {
  const results: Measured[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Measuring ${name}, round ${round} of ${rounds}.`);
    results.push(await once(round));
  }
  return medians(results);
}

function medians<Measured extends object>(all: readonly Measured[]): Measured {
  const [first] = all;
  if (first === undefined) throw new Error('Nothing was measured.');
  return mapValues(first, (_, key) => median(all.map((each) => Number(each[key])))) as Measured;
}

export const COMPARISON_HEADER = [
  ...['ours', '', 'beside', '', 'ratio', 'p50, ours / beside', 'p99, ours / beside'],
  ...['searches a lookup, ours / beside', 'generator busy, ours / beside'],
];

function toLines({ ours, others }: Comparison, rounds: readonly Round[]): string[][] {
  const figuresOf = (position: number): Figures[] =>
    rounds.flatMap((round) => round[position] ?? []);
  return others.map((other, index) => {
    const [mine, theirs] = [figuresOf(0), figuresOf(index + 1)];
    const [one, another] = [medians(mine), medians(theirs)];
    // The median of the ratios of the rounds, each of two measurements close in time.
    const ratio = median(zip(mine, theirs).map(([own, their]) => own.perSecond / their.perSecond));
    const pair = (key: keyof Figures, format: (value: number) => string): string =>
      `${format(one[key])} / ${format(another[key])}`;
    return [
      index > 0 ? '' : ours.name,
      `${whole(one.perSecond)} requests/s`,
      other.name,
      `${whole(another.perSecond)} requests/s`,
      ratio.toFixed(2),
      pair('p50Ms', milliseconds),
      pair('p99Ms', milliseconds),
      pair('searches', (value) => value.toFixed(3)),
      pair('generatorBusy', (value) => `${(value * 100).toFixed(0)} %`),
    ];
  });
}

/** Returns a Markdown table that also reads well on a terminal. Lines may be shorter than the header. */
export function toTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) =>
    Math.max(...[header, ...lines].map((cells) => (cells[column] ?? '').length)),
  );
  const format = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [header, widths.map((width) => '-'.repeat(width)), ...lines].map(format).join('\n');
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
