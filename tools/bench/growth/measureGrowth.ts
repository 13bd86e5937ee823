import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, removeIndices, type Session } from '../bench.js';
import { repeat } from '../comparison.js';
import { type Load, measure, type Speed } from '../load.js';
import { milliseconds, whole } from '../report.js';
import { apiLoad } from '../requests.js';
import { countSearches } from '../searches.js';
import { withProcesses } from '../session.js';
import { median } from '../statistics.js';
import { append, createLive } from '../store.js';
import { toTable } from '../table.js';
import { take } from '../traffic/repeats.js';
import type { Growing } from './growing.js';
import { growingCities } from './growingCities.js';
import { growingMarkers } from './growingMarkers.js';
import type { Kind, Sizes } from './sizes.js';

const GROWING: Readonly<Record<Kind, () => Growing>> = {
  cities: growingCities,
  markers: growingMarkers,
};

/** A lookup at one size. */
interface Grown {
  lookup: string;
  kind: Kind;
  size: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  searches: number;
}

/**
 * Measures lookups with more and more documents of each kind.
 * @returns a table in Markdown
 */
export async function measureGrowth(
  bench: Bench,
  sizes: Sizes,
  kinds: readonly Kind[],
): Promise<string> {
  const grown: Grown[] = [];
  for (const kind of kinds) grown.push(...(await measureKind(bench, kind, sizes[kind])));
  return toGrowthTable(grown);
}

async function measureKind(bench: Bench, kind: Kind, sizes: readonly number[]): Promise<Grown[]> {
  const growing = GROWING[kind]();
  await growing.prepare(bench);
  const index = await createLive(bench, growing.definition);
  const grown: Grown[] = [];
  let stored = 0;
  for (const size of sizes) {
    console.log(`Storing ${whole(size)} ${kind}.`);
    await append(bench, index, take(growing.documents, size - stored));
    await untilMerged(bench, index);
    stored = size;
    // Another process, which has kept no answer of a smaller size.
    await withProcesses(bench, async (processes) => {
      const api = await processes.api();
      for (const [lookup, questions] of Object.entries(growing.lookups(size))) {
        console.log(`Measuring ${lookup} among ${whole(size)} ${kind}.`);
        const measured = await measureRounds(bench, apiLoad(api, questions));
        grown.push({ lookup, kind, size, ...measured });
      }
    });
  }
  // The next kind makes others of the same names, and may need their room.
  await removeIndices(bench);
  return sortedByLookup(grown);
}

async function measureRounds(
  bench: Bench,
  load: Load,
): Promise<Omit<Grown, 'lookup' | 'kind' | 'size'>> {
  const { rounds, warmUp, measurement, connections } = bench.extent;
  const { signal } = bench;
  // The first questions after so many writes take long, and together they would be refused.
  if (warmUp) await measure(load, { span: warmUp, connections: WARM_UP_CONNECTIONS, signal });
  const before = await countSearches(bench);
  const speeds = await repeat(rounds, () =>
    measure(load, { span: measurement, connections, signal }),
  );
  const searches = (await countSearches(bench)) - before;
  const middle = (pick: (speed: Speed) => number): number => median(speeds.map(pick));
  return {
    requestsPerSecond: middle((speed) => speed.requestsPerSecond),
    p50Ms: middle((speed) => speed.p50Ms),
    p99Ms: middle((speed) => speed.p99Ms),
    searches: searches / speeds.reduce((sum, { lookups }) => sum + lookups, 0),
  };
}

const WARM_UP_CONNECTIONS = 4;
const POLL_MS = 500;
const MERGED_WITHIN_MS = 1_800_000;

/** Merging goes on after the last bulk, and takes the processors that are to be measured. */
async function untilMerged({ client, signal }: Session, index: string): Promise<void> {
  const deadline = Date.now() + MERGED_WITHIN_MS;
  while (Date.now() < deadline) {
    const { _all: all } = await client.indices.stats({ index, metric: 'merge' });
    if ((all.total?.merges?.current ?? 0) === 0) return;
    await sleep(POLL_MS, undefined, { signal });
  }
  throw new Error('Elasticsearch does not finish merging: choose smaller sizes.');
}

function sortedByLookup(grown: readonly Grown[]): Grown[] {
  const names = [...new Set(grown.map(({ lookup }) => lookup))];
  return names.flatMap((name) => grown.filter(({ lookup }) => lookup === name));
}

function toGrowthTable(grown: readonly Grown[]): string {
  const header = ['', 'among', '', 'times slower', 'p50', 'p99', 'searches a lookup'];
  const lines = grown.map((row) => {
    const smallest = grown.find(({ lookup }) => lookup === row.lookup) ?? row;
    return [
      row === smallest ? row.lookup : '',
      `${whole(row.size)} ${row.kind}`,
      `${whole(row.requestsPerSecond)} requests/s`,
      (smallest.requestsPerSecond / row.requestsPerSecond).toFixed(2),
      milliseconds(row.p50Ms),
      milliseconds(row.p99Ms),
      row.searches.toFixed(3),
    ];
  });
  return toTable(header, lines);
}
