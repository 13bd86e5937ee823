import { liveAlias } from '../../core/elasticsearch/names.js';
import {
  type BuiltInCity,
  builtInCities,
  type BuiltInCities,
} from '../../ingest/cities/builtIn.js';
import { cityResource } from '../../ingest/cities/resource.js';
import type { CitySource } from '../../ingest/cities/row.js';
import { countryResource } from '../../ingest/countries/resource.js';
import { ingestResource } from '../../ingest/generations/ingestResource.js';
import { countryCodes } from '../../ingest/sources/iso/codes.js';
import { landResource } from '../../ingest/lands/resource.js';
import { builtInPlaces } from '../../ingest/places/builtIn.js';
import { placeResource } from '../../ingest/places/resource.js';
import type { PlaceSource } from '../../ingest/places/row.js';
import { silentProgress } from '../../core/cli/progress.js';
import type { Resource } from '../../ingest/generations/resource.js';
import { markers } from '../../indices/markers.js';
import type { Bench, Extent, Session } from './bench.js';
import type { Needed } from './loads/setting.js';
import { makeMarkers } from './markers.js';
import { append, complete, createLive } from './store.js';
import { take } from './traffic/repeats.js';

/** Ingests what lookups need, and countries, which all need; but nothing that is there already. */
export async function prepareData(
  bench: Bench,
  cities: CitySource,
  needed: ReadonlySet<Needed>,
): Promise<void> {
  const { extent } = bench;
  const lacks = async (resource: 'countries' | Needed): Promise<boolean> =>
    !(await bench.client.indices.existsAlias({ name: liveAlias(bench.indexPrefix, resource) }));
  if (await lacks('countries')) await ingest(bench, countryResource());
  if ((needed.has('cities') || needed.has('lands')) && (await lacks('cities'))) {
    await ingest(bench, cityResource(cities));
  }
  // Those that the ingestion was measured with may be of other countries.
  if (needed.has('lands') && (!extent.landsOfCountryOnly || (await lacks('lands')))) {
    await ingest(bench, await landResource(bench, { countries: landCountriesOf(extent) }));
  }
  if (needed.has('places')) await ingest(bench, placeResource(somePlaces(extent)));
  if (needed.has('markers')) {
    console.log('Storing markers.');
    const index = await createLive(bench, markers);
    await append(bench, index, take(makeMarkers(), extent.markers));
    await complete(bench, index);
  }
}

/** Ingests a resource as people do. */
export async function ingest<Document extends { id: string }>(
  session: Session,
  resource: Resource<Document>,
): Promise<void> {
  console.log(`Ingesting ${resource.definition.resource}.`);
  const { signal } = session;
  // Lands of other countries may be fewer.
  await ingestResource(session, resource, { progress: silentProgress, signal, allowShrink: true });
}

/** The built-in cities, or one of so many. */
export function someCities({ oneOf }: Extent): BuiltInCities {
  const source = builtInCities();
  const rows = [...source.rows()].filter((_, position) => position % oneOf === 0);
  return { ...source, expectedRows: rows.length, rows: () => rows };
}

function somePlaces({ oneOf }: Extent): PlaceSource {
  const source = builtInPlaces();
  return {
    ...source,
    async *rows() {
      for await (const row of source.rows()) if (row.line % oneOf === 0) yield row;
    },
  };
}

function landCountriesOf({ landsOfCountryOnly, landCountry }: Extent): string[] {
  return landsOfCountryOnly ? [landCountry] : ['ALL'];
}

/** Returns the cities of which lands are ingested. */
export function landCitiesOf(
  cities: readonly BuiltInCity[],
  { landsOfCountryOnly, landCountry }: Extent,
): BuiltInCity[] {
  if (!landsOfCountryOnly) return [...cities];
  const { alpha2 } = countryCodes().find(({ id }) => id === landCountry) ?? {};
  return cities.filter(({ countryCode }) => countryCode === alpha2);
}
