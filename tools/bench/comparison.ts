import { zip } from 'es-toolkit/array';
import { median } from 'es-toolkit/math';
import { mapValues } from 'es-toolkit/object';
import { type Load, measure, type Span } from './load.js';
import { processorMs, SEES_PROCESSOR } from './processes.js';
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

/** Measures a load, and the searches and the milliseconds of all servers' processors that an answer takes. */
export async function measureLoad(
  bench: Bench,
  load: Load,
  span: Span,
  connections = bench.extent.connections,
) {
  const { client, indexPrefix, signal } = bench;
  const use = async (): Promise<number[]> => {
    const index = `${indexPrefix}-*`;
    const { _all: all } = await client.indices.stats({ index, metric: 'search' });
    return [all.total?.search?.query_total ?? 0, await processorMs(bench)];
  };
  const before = await use();
  const { lookups, ...speed } = await measure(load, { span, connections, signal });
  const used = zip(before, await use()).map(([first, last]) => (last - first) / lookups);
  const [searches = 0, serverMs = 0] = used;
  return { ...speed, searches, serverMs };
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

/** Figures of both loads that stand beside each other. */
const ALL_PAIRS: readonly [string, keyof Figures, (value: number) => string][] = [
  ['p50', 'p50Ms', milliseconds],
  ['p99', 'p99Ms', milliseconds],
  ['processor an answer', 'serverMs', (value) => `${value.toFixed(3)} ms`],
  ['searches a lookup', 'searches', (value) => value.toFixed(3)],
  ['cores of the generator', 'generatorCores', (value) => value.toFixed(2)],
];
const PAIRS = ALL_PAIRS.filter(([, key]) => SEES_PROCESSOR || key !== 'serverMs');

export const COMPARISON_HEADER = [
  ...['ours', '', 'beside', '', 'ratio'],
  ...PAIRS.map(([title]) => `${title}, ours / beside`),
];

function toCells(mine: readonly Figures[], theirs: readonly Figures[]): string[] {
  // The median of the ratios of the rounds, each of two measurements close in time.
  const ratio = median(zip(mine, theirs).map(([own, their]) => own.perSecond / their.perSecond));
  const both = [medians(mine), medians(theirs)];
  return [
    ratio.toFixed(2),
    ...PAIRS.map(([, key, format]) => both.map((each) => format(each[key])).join(' / ')),
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
