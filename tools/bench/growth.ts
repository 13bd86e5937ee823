import { setTimeout as sleep } from 'node:timers/promises';
import { cities } from '../../indices/cities.js';
import { markers } from '../../indices/markers.js';
import { toDocument } from '../../ingest/cities/row.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { measureLoad, measureRounds, milliseconds, toTable, whole } from './comparison.js';
import { append, createLive, ingest, makeMarkers, siteOf, storeBuilds } from './data.js';
import { nameQuestion } from './groups.js';
import { getAt, type Load } from './load.js';
import { makeCities, realCities } from './madeCities.js';
import { withProcesses } from './processes.js';
import { map, seededRandom, take } from './random.js';
import { type Bench, deleteIndices } from './session.js';
import { knownWords, scattered } from './traffic.js';

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
const [SCATTERED_METERS, NEAR_METERS] = [5_000, 100];

/** Growing sets of documents, and the lookups that search them. Each question is new. */
const KINDS = {
  cities: () => {
    const real = realCities();
    return {
      definition: cities,
      documents: map(makeCities(real), (city, at) => toDocument(city, `bench-${at}`, false)),
      lookups: (size: number): Record<string, Load['questions']> => ({
        'name search': map(knownWords(real.slice(0, size), seededRandom(72)), nameQuestion),
        'closest city': map(
          scattered(real.slice(0, size), SCATTERED_METERS, seededRandom(73)),
          (point) => getAt('/cities/findByLocation', point),
        ),
      }),
    };
  },
  markers: () => {
    const sites = [...take(map(makeMarkers(), siteOf), 100_000)];
    return {
      definition: markers,
      documents: makeMarkers(),
      lookups: (size: number): Record<string, Load['questions']> => {
        const points = scattered(sites.slice(0, size), NEAR_METERS, seededRandom(92));
        const radius = '&radius=1500&season=7';
        return {
          'markers by radius': map(points, (point) =>
            getAt('/markers/findByRadius', point, radius),
          ),
        };
      },
    };
  },
};

/** Measures lookups among more and more documents of each kind. Returns a Markdown table. */
export async function measureGrowth(bench: Bench, sizes: Sizes): Promise<string> {
  const lines: string[][] = [];
  for (const kind of ['cities', 'markers'] as const) {
    const ascending = sizes[kind] ?? [];
    if (ascending.length > 0) lines.push(...(await measureKind(bench, kind, ascending)));
    // The next kind may need the disk.
    await deleteIndices(bench);
  }
  return toTable(['', 'among', '', 'times slower', 'p50', 'p99', 'searches a lookup'], lines);
}

async function measureKind(
  bench: Bench,
  kind: keyof typeof KINDS,
  sizes: readonly number[],
): Promise<string[][]> {
  const { warmUp, measurement } = bench.extent;
  const { definition, documents, lookups } = KINDS[kind]();
  await ingest(bench, await countryResource());
  const index = await createLive(bench, definition);
  if (kind === 'markers') await storeBuilds(bench, []);
  const lines: string[][] = [];
  const smallest = new Map<string, number>();
  let stored = 0;
  for (const size of sizes) {
    const among = `${whole(size)} ${kind}`;
    console.log(`Storing ${among}.`);
    await append(bench, index, take<{ id: string }>(documents, size - stored));
    stored = size;
    await waitUntilMerged(bench, index);
    // A new process has no answers of the previous size in its cache.
    await withProcesses(bench, async (start) => {
      const url = await start('api');
      for (const [name, questions] of Object.entries(lookups(size))) {
        const load = { name, url, questions };
        // Few connections, because the first lookups after so many writes take long.
        if (warmUp) await measureLoad(bench, load, warmUp, WARM_UP_CONNECTIONS);
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
  for (;;) {
    const { _all: all } = await client.indices.stats({ index, metric: 'merge' });
    if ((all.total?.merges?.current ?? 0) === 0) return;
    await sleep(500, undefined, { signal });
  }
}
