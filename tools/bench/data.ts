import { silentProgress } from '../../core/cli/progress.js';
import { generationIndex, liveAlias } from '../../core/elasticsearch/names.js';
import { landAt } from '../../core/geo/land.js';
import type { Point } from '../../core/geo/point.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { builds } from '../../indices/builds.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { builtInCities, type BuiltInCities } from '../../ingest/cities/builtIn.js';
import { cityResource } from '../../ingest/cities/resource.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { ingestResource } from '../../ingest/generations/ingestResource.js';
import type { Resource } from '../../ingest/generations/resource.js';
import { landResource } from '../../ingest/lands/resource.js';
import { builtInPlaces } from '../../ingest/places/builtIn.js';
import { placeResource } from '../../ingest/places/resource.js';
import { geonamesRecords } from '../../ingest/reference/geonames.js';
import { cycle, seededRandom, take } from './random.js';
import type { Bench, Extent } from './session.js';
import { nearby } from './traffic.js';

/** Data that some lookups need, besides countries and cities. */
export type Needed = 'lands' | 'places' | 'markers';

export async function prepareData(bench: Bench, needed: ReadonlySet<Needed>): Promise<void> {
  const { extent } = bench;
  await ingest(bench, await countryResource());
  await ingest(bench, cityResource(someCities(extent.oneOf)));
  if (needed.has('lands'))
    await ingest(bench, await landResource(bench, { countries: [extent.lands] }));
  if (needed.has('places')) await ingest(bench, somePlaces(extent));
  if (needed.has('markers')) await storeMarkers(bench);
}

export async function ingest<Document extends { id: string }>(
  bench: Bench,
  resource: Resource<Document>,
): Promise<void> {
  console.log(`Ingesting ${resource.definition.resource}.`);
  const { signal } = bench;
  // The lands of one country are fewer than those of the world.
  await ingestResource(bench, resource, { progress: silentProgress, signal, allowShrink: true });
}

/** Returns one built-in city of `oneOf`. */
export function someCities(oneOf: number): BuiltInCities {
  const source = builtInCities();
  const rows = source.rows().filter((_, position) => position % oneOf === 0);
  return { ...source, expectedRows: rows.length, rows: () => rows };
}

function somePlaces({ oneOf }: Extent): Resource {
  const source = builtInPlaces();
  return placeResource({
    ...source,
    async *rows() {
      for await (const row of source.rows()) if (row.line % oneOf === 0) yield row;
    },
  });
}

const MARKERS_PER_CITY = 100;

/** Yields markers without end, a hundred within 3 km of each city. Always the same. */
export function* makeMarkers(): Generator<MarkerDocument> {
  const random = seededRandom(2);
  let made = 0;
  for (const city of cycle(geonamesRecords())) {
    for (let count = 0; count < MARKERS_PER_CITY; count += 1) {
      const point = nearby(city, 0.03, random);
      const location: [number, number] = [point.longitude, point.latitude];
      yield { id: `bench-${made}`, land_id: landAt(point), location };
      made += 1;
    }
  }
}

export function siteOf({ location: [longitude, latitude] }: MarkerDocument): Point {
  return { latitude, longitude };
}

export async function storeMarkers(bench: Bench): Promise<void> {
  console.log('Storing markers.');
  const index = await createLive(bench, markers);
  await append(bench, index, take(makeMarkers(), bench.extent.markers));
  const stored = [...take(makeMarkers(), bench.extent.markers)];
  await storeBuilds(bench, stored.filter((_, at) => at % BUILT_ONE_OF === 0)); // prettier-ignore
}

/** The season of what is built. */
export const SEASON = 7;
const BUILT_ONE_OF = 20;

/** Creates the index of builds, with a build for each of some markers. */
export async function storeBuilds(bench: Bench, built: readonly MarkerDocument[]): Promise<void> {
  const index = await createLive(bench, { ...builds, settings: { number_of_shards: 1 } });
  const documents = built.map((marker) => ({ ...marker, season: SEASON, icon: 1, skin: '' }));
  await append(bench, index, documents);
}

/** Creates an empty live index without an ingestion and returns its name. */
export async function createLive(
  { client, indexPrefix }: Bench,
  { resource, mappings, settings }: IndexDefinition,
): Promise<string> {
  const index = generationIndex(indexPrefix, resource, new Date());
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, number_of_replicas: 0 },
    aliases: { [liveAlias(indexPrefix, resource)]: {} },
  });
  return index;
}

/** Writes documents while they are made, so that memory does not depend on their number. */
export async function append(
  { client, signal }: Bench,
  index: string,
  documents: Iterable<{ id: string }>,
): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/require-await -- the client wants an async iterable
  async function* untilAborted(): AsyncGenerator<{ id: string }> {
    for (const document of documents) {
      signal.throwIfAborted();
      yield document;
    }
  }
  let lastError: unknown;
  const { failed } = await client.helpers.bulk({
    datasource: untilAborted(),
    concurrency: 3,
    onDocument: ({ id }) => ({ index: { _index: index, _id: id } }),
    onDrop({ error }) {
      lastError = error;
    },
  });
  if (failed > 0)
    throw new Error(`Elasticsearch rejected ${failed} documents: ${JSON.stringify(lastError)}`);
  await client.indices.refresh({ index });
}
