import { setTimeout as sleep } from 'node:timers/promises';
import { cities } from '../../indices/cities.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { markers } from '../../indices/markers.js';
import { toDocument } from '../../ingest/cities/row.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { measureLoad, measureRounds, milliseconds, toTable, whole } from './comparison.js';
import { append, createLive, ingest, makeMarkers, siteOf, storeBuilds } from './data.js';
import { nameQuestion } from './groups.js';
import { getAt, type Load, measure } from './load.js';
import { makeCities, realCities } from './madeCities.js';
import { withProcesses } from './processes.js';
import { map, seededRandom, shuffled, take } from './random.js';
import { type Bench, deleteIndices } from './session.js';
import { closeTo, newPoints, newPrefixes } from './traffic.js';

/** Numbers of documents of each kind, ascending. */
export interface Sizes {
  cities?: readonly number[];
  markers?: readonly number[];
}

export const FULL_SIZES: Sizes = {
  cities: [135_000, 1_350_000, 5_000_000],
  markers: [100_000, 1_000_000, 10_000_000],
};
export const QUICK_SIZES: Sizes = { cities: [500, 1_000], markers: [500, 1_000] };

const WARM_UP_CONNECTIONS = 4;
const POLL_MS = 500;
const MERGE_TIMEOUT_MS = 1_800_000;

/** Documents of which more and more are stored, and the lookups that search them. */
interface Growing {
  definition: IndexDefinition;
  documents: Iterator<{ id: string }, unknown>;
  /** Each question is new. */
  lookups: (size: number) => Record<string, Load['questions']>;
}

function growingCities(): Growing {
  const real = realCities();
  return {
    definition: cities,
    documents: map(makeCities(real), (city, position) =>
      toDocument(city, `bench-${position}`, false),
    ),
    lookups(size) {
      const stored = real.slice(0, size);
      return {
        'name search': map(newPrefixes(stored, seededRandom(72)), nameQuestion),
        'closest city': map(newPoints(stored, seededRandom(73)), (point) =>
          getAt('/cities/findByLocation', point),
        ),
      };
    },
  };
}

function growingMarkers(): Growing {
  const sites = [...take(map(makeMarkers(), siteOf), 100_000)];
  return {
    definition: markers,
    documents: makeMarkers(),
    lookups(size) {
      const stored = shuffled(seededRandom(91), sites.slice(0, size));
      return {
        'markers by radius': map(closeTo(stored, seededRandom(92)), (point) =>
          getAt('/markers/findByRadius', point, '&radius=1500&season=7'),
        ),
      };
    },
  };
}

/** Measures lookups among more and more documents of each kind. Returns a Markdown table. */
export async function measureGrowth(bench: Bench, sizes: Sizes): Promise<string> {
  const lines: string[][] = [];
  for (const [growing, ascending = []] of [
    [growingCities, sizes.cities],
    [growingMarkers, sizes.markers],
  ] as const) {
    if (ascending.length > 0) lines.push(...(await measureKind(bench, growing(), ascending)));
    // The next kind may need the disk.
    await deleteIndices(bench);
  }
  return toTable(['', 'among', '', 'times slower', 'p50', 'p99', 'searches a lookup'], lines);
}

async function measureKind(
  bench: Bench,
  { definition, documents, lookups }: Growing,
  sizes: readonly number[],
): Promise<string[][]> {
  const { signal, extent } = bench;
  const { warmUp, measurement } = extent;
  await ingest(bench, await countryResource());
  const index = await createLive(bench, definition);
  if (definition === markers) await storeBuilds(bench, []);
  const lines: string[][] = [];
  const smallest = new Map<string, number>();
  let stored = 0;
  for (const size of sizes) {
    const among = `${whole(size)} ${definition.resource}`;
    console.log(`Storing ${among}.`);
    await append(bench, index, take(documents, size - stored));
    await waitUntilMerged(bench, index);
    stored = size;
    // A new process has no answers of the previous size in its cache.
    await withProcesses(bench, async (start) => {
      const url = await start('api');
      for (const [name, questions] of Object.entries(lookups(size))) {
        const load = { name, url, questions };
        // Few connections, because the first lookups after so many writes take long.
        if (warmUp) await measure(load, { span: warmUp, connections: WARM_UP_CONNECTIONS, signal });
        const { perSecond, ...figures } = await measureRounds(bench, `${name} among ${among}`, () =>
          measureLoad(bench, load, measurement),
        );
        const first = smallest.get(name) ?? perSecond;
        smallest.set(name, first);
        lines.push([
          ...[name, among, `${whole(perSecond)} requests/s`, (first / perSecond).toFixed(2)],
          ...[milliseconds(figures.p50Ms), milliseconds(figures.p99Ms)],
          figures.searches.toFixed(3),
        ]);
      }
    });
  }
  return lines;
}

/** Waits, because merging after the last bulk takes processor time from the measurement. */
async function waitUntilMerged({ client, signal }: Bench, index: string): Promise<void> {
  const deadline = Date.now() + MERGE_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const { _all: all } = await client.indices.stats({ index, metric: 'merge' });
    if ((all.total?.merges?.current ?? 0) === 0) return;
    await sleep(POLL_MS, undefined, { signal });
  }
  throw new Error('Elasticsearch is still merging after 30 minutes. Choose smaller sizes.');
}
