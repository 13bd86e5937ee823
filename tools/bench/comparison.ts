import { zip } from 'es-toolkit/array';
import { median } from 'es-toolkit/math';
import { mapValues } from 'es-toolkit/object';
import { type Load, measure, type Span } from './load.js';
import type { Bench } from './session.js';

type Figures = Awaited<ReturnType<typeof measureLoad>>;

/** A load of the API, and another one that is measured in turns with it. */
export interface Comparison {
  ours: Load;
  beside: Load;
  /** Requests that are sent before the warm-up, to fill the caches of the API. */
  requestsBefore?: number;
  /** Default: the connections of the run. */
  connections?: number;
}

/**
 * Measures all loads once in every round, so that whatever else the machine does affects all of them.
 * Returns the lines of the table, with medians of the rounds.
 */
export async function compareAll(comparisons: readonly Comparison[], bench: Bench) {
  const { rounds, warmUp, measurement } = bench.extent;
  if (warmUp !== undefined) {
    console.log('Warming up.');
    for (const { ours, beside, requestsBefore: amount, connections } of comparisons) {
      for (const load of [ours, beside]) {
        const isApi = load.url !== bench.elasticsearchUrl;
        if (amount !== undefined && isApi) await measureLoad(bench, load, { amount }, connections);
        await measureLoad(bench, load, warmUp, connections);
      }
    }
  }
  const results = comparisons.map((comparison) => ({
    ...comparison,
    mine: [] as Figures[],
    theirs: [] as Figures[],
  }));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Round ${round} of ${rounds}.`);
    for (const { ours, beside, connections, mine, theirs } of results) {
      console.log(`Measuring ${ours.name}.`);
      mine.push(await measureLoad(bench, ours, measurement, connections));
      theirs.push(await measureLoad(bench, beside, measurement, connections));
    }
  }
  return results.map(({ ours, beside, mine, theirs }) => [
    ...[ours.name, `${whole(medians(mine).perSecond)} requests/s`],
    ...[beside.name, `${whole(medians(theirs).perSecond)} requests/s`],
    ...toCells(mine, theirs),
  ]);
}

/** Measures a load, and how many searches in Elasticsearch it causes. */
export async function measureLoad(
  { client, indexPrefix, signal, extent }: Bench,
  load: Load,
  span: Span,
  connections = extent.connections,
) {
  const countSearches = async (): Promise<number> => {
    const index = `${indexPrefix}-*`;
    const { _all: all } = await client.indices.stats({ index, metric: 'search' });
    return all.total?.search?.query_total ?? 0;
  };
  const before = await countSearches();
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

function toCells(mine: readonly Figures[], theirs: readonly Figures[]): string[] {
  // The median of the ratios of the rounds, each of two measurements close in time.
  const ratio = median(zip(mine, theirs).map(([own, their]) => own.perSecond / their.perSecond));
  const [one, another] = [medians(mine), medians(theirs)];
  const pair = (key: keyof Figures, format: (value: number) => string): string =>
    `${format(one[key])} / ${format(another[key])}`;
  return [
    ratio.toFixed(2),
    pair('p50Ms', milliseconds),
    pair('p99Ms', milliseconds),
    pair('searches', (value) => value.toFixed(3)),
    pair('generatorBusy', (value) => `${(value * 100).toFixed(0)} %`),
  ];
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
