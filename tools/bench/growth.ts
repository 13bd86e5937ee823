import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexDefinition } from '../../indices/definition.js';
import { cities } from '../../indices/cities.js';
import { markers } from '../../indices/markers.js';
import { toDocument } from '../../ingest/cities/row.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { countryCodes } from '../../ingest/sources/iso.js';
import { measureLoad, medians } from './comparison.js';
import { append, createLive, ingest, makeMarkers, siteOf } from './data.js';
import { getAt, type Load, measure } from './load.js';
import { nameQuestion } from './groups.js';
import { makeCities, realCities } from './madeCities.js';
import { withProcesses } from './processes.js';
import { map, seededRandom, shuffled, take } from './random.js';
import { type Figures, milliseconds, toTable, whole } from './report.js';
import { type Bench, deleteIndices } from './session.js';
import { closeTo, newPoints, newPrefixes } from './traffic.js';

/** Numbers of documents of each kind, ascending. */
export type Sizes = Readonly<Record<Kind, readonly number[]>>;

export const SIZES: Sizes = {
  cities: [135_000, 1_350_000, 5_000_000],
  markers: [100_000, 1_000_000, 10_000_000],
};

export const QUICK_SIZES: Sizes = { cities: [500, 1_000], markers: [500, 1_000] };

/** Documents of which more and more are stored, and the lookups that search them. */
interface Growing {
  definition: IndexDefinition;
  documents: Iterator<{ id: string }, unknown>;
  /** Each question is new. */
  lookups: (size: number) => Record<string, Load['questions']>;
}

const GROWING = {
  cities(): Growing {
    const real = realCities();
    const countryIds = new Map(countryCodes().map(({ alpha2, id }) => [alpha2, id]));
    return {
      definition: cities,
      documents: map(makeCities(real), (city, position) => {
        const countryId = countryIds.get(city.countryCode) ?? '';
        return toDocument(city, { id: `bench-${position}`, countryId, primary: false });
      }),
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
  },

  markers(): Growing {
    const sites = [...take(map(makeMarkers(), siteOf), 100_000)];
    return {
      definition: markers,
      documents: makeMarkers(),
      lookups: (size) => ({
        'markers by radius': map(
          closeTo(shuffled(seededRandom(91), sites.slice(0, size)), seededRandom(92)),
          (point) => getAt('/markers/findByRadius', point, '&radius=1500&season=7'),
        ),
      }),
    };
  },
} satisfies Record<string, () => Growing>;

export type Kind = keyof typeof GROWING;
export const KINDS = Object.keys(GROWING) as readonly Kind[];

interface Grown {
  lookup: string;
  kind: Kind;
  size: number;
  figures: Figures;
}

/** Measures lookups among more and more documents of each kind. Returns a Markdown table. */
export async function measureGrowth(
  bench: Bench,
  sizes: Sizes,
  kinds: readonly Kind[],
): Promise<string> {
  const grown: Grown[] = [];
  for (const kind of kinds) {
    grown.push(...(await measureKind(bench, kind, sizes[kind])));
    // The next kind may need the disk.
    await deleteIndices(bench);
  }
  return toGrowthTable(grown);
}

async function measureKind(bench: Bench, kind: Kind, sizes: readonly number[]): Promise<Grown[]> {
  const { definition, documents, lookups } = GROWING[kind]();
  await ingest(bench, countryResource());
  const index = await createLive(bench, definition);
  const grown: Grown[] = [];
  let stored = 0;
  for (const size of sizes) {
    console.log(`Storing ${whole(size)} ${kind}.`);
    await append(bench, index, take(documents, size - stored));
    await waitUntilMerged(bench, index);
    stored = size;
    // A new process has no answers of the previous size in its cache.
    await withProcesses(bench, async (processes) => {
      const url = await processes.api();
      for (const [lookup, questions] of Object.entries(lookups(size))) {
        console.log(`Measuring ${lookup} among ${whole(size)} ${kind}.`);
        const figures = await measureRounds(bench, { name: lookup, url, questions });
        grown.push({ lookup, kind, size, figures });
      }
    });
  }
  return grown;
}

const WARM_UP_CONNECTIONS = 4;

async function measureRounds(bench: Bench, load: Load): Promise<Figures> {
  const { rounds, warmUp, measurement } = bench.extent;
  const { signal } = bench;
  // Few connections, because the first lookups after so many writes take long.
  if (warmUp) await measure(load, { span: warmUp, connections: WARM_UP_CONNECTIONS, signal });
  const figures: Figures[] = [];
  for (let round = 0; round < rounds; round += 1)
    figures.push(await measureLoad(bench, load, measurement));
  return medians(figures);
}

const POLL_MS = 500;
const MERGE_TIMEOUT_MS = 1_800_000;

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

function toGrowthTable(grown: readonly Grown[]): string {
  const header = ['', 'among', '', 'times slower', 'p50', 'p99', 'searches a lookup'];
  const lines = grown.map(({ lookup, kind, size, figures }) => {
    const smallest = grown.find((each) => each.lookup === lookup)?.figures ?? figures;
    return [
      lookup,
      `${whole(size)} ${kind}`,
      `${whole(figures.perSecond)} requests/s`,
      (smallest.perSecond / figures.perSecond).toFixed(2),
      milliseconds(figures.p50Ms),
      milliseconds(figures.p99Ms),
      figures.searches.toFixed(3),
    ];
  });
  return toTable(header, lines);
}
