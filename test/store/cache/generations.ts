import { randomBytes } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { landAt, landCentre } from '../../../core/geo/land.js';
import { builds } from '../../../indices/builds.js';
import { cities, type CityDocument } from '../../../indices/cities.js';
import { countries, type CountryDocument } from '../../../indices/countries.js';
import type { IndexDefinition } from '../../../indices/definition.js';
import { lands } from '../../../indices/lands.js';
import { perLanguage } from '../../../indices/languages.js';
import { markers } from '../../../indices/markers.js';
import { places } from '../../../indices/places.js';
import { type RegionDocument, regions } from '../../../indices/regions.js';
import { createTestClient } from '../../support/api.js';
import { landGroups, PARIS } from '../../support/landGroups.js';
import { markerDocument, placeDocument } from '../../support/ownDocuments.js';

export type Generation = 'A' | 'B';

const LAND = landAt({ latitude: 42.5, longitude: 1.5 });

/** Every lookup whose answers may be kept, each of something that both generations have. */
export const QUERIES = [
  '/countries/findAll?',
  '/countries/findByIds?country_ids=AAA,BBB',
  '/countries/findByLocation?lat=42.5&lng=1.5',
  '/countries/findByName?token=made',
  '/cities/findByIds?city_ids=town',
  '/cities/findByCountries?country_ids=AAA,BBB',
  '/cities/findByLocation?lat=42.5&lng=1.5',
  '/cities/findByName?token=made',
  `/lands/findByIds?land_ids=${LAND}`,
  `/lands/findByLocation?land_id=${LAND}&k=1`,
  '/locate?lat=42.5&lng=1.5',
  '/places/findByIds?place_ids=square',
  `/places/findByLocation?land_id=${LAND}`,
];

const { latitude, longitude } = landCentre(LAND);
/** Its answers are never kept: what is built on markers may change at any time. */
export const MARKERS_QUERY = `/markers/findByRadius?lat=${latitude}&lng=${longitude}&radius=100&season=7`;

/** The generations that an answer is made of. */
export function generationsIn(body: string): string {
  const names = body.match(/Made [AB]/g)?.map((name) => name.slice(-1)) ?? [];
  // All but names of lands' regions tell it; of lands, the markers that stand in them do, too.
  const counts = [...body.matchAll(/"markers_count":(\d)/g)].map(([, count]) => (count === '1' ? 'A' : 'B')); // prettier-ignore
  const listed = body.match(/"is_built"/g)?.length ?? 0;
  const markers = listed === 0 ? [] : [listed === 1 ? 'A' : 'B'];
  return [...new Set([...names, ...counts, ...markers])].sort().join();
}

export interface Generations {
  readonly client: Client;
  readonly indexPrefix: string;
  /** Makes all of a generation live at once, in place of the other one. */
  swapTo(generation: Generation): Promise<void>;
  /** Makes a generation anew: its indices have the same names, and are others. */
  remake(generation: Generation): Promise<void>;
  delete(generation: Generation): Promise<void>;
  remove(): Promise<void>;
}

/** Two generations that differ in every document; A is live. */
export async function makeGenerations(
  indexPrefix = `test-swap-${randomBytes(4).toString('hex')}`,
): Promise<Generations> {
  const client = createTestClient();
  const definitions: readonly IndexDefinition[] = [
    countries,
    cities,
    regions,
    lands,
    places,
    markers,
  ];
  const indexOf = (resource: string, generation: Generation): string =>
    `${liveAlias(indexPrefix, resource)}-${generation.toLowerCase()}`;
  const indicesOf = (generation: Generation): string[] =>
    definitions.map(({ resource }) => indexOf(resource, generation));

  async function make(generation: Generation): Promise<void> {
    const documents = documentsOf(generation);
    for (const { resource, mappings, settings } of definitions)
      await client.indices.create({
        index: indexOf(resource, generation),
        mappings: { ...mappings, _meta: { provenance: { of: generation } } },
        settings: { ...settings, number_of_replicas: 0 },
      });
    const operations = Object.entries(documents).flatMap(([resource, rows]) =>
      rows.flatMap((row) => [
        { index: { _index: indexOf(resource, generation), _id: row.id } },
        row,
      ]),
    );
    const { errors, items } = await client.bulk({ operations, refresh: true });
    if (errors) throw new Error(JSON.stringify(items));
  }

  async function swapTo(generation: Generation): Promise<void> {
    const actions = definitions.flatMap(({ resource }): estypes.IndicesUpdateAliasesAction[] => {
      const alias = liveAlias(indexPrefix, resource);
      return [
        { remove: { index: `${alias}-*`, alias, must_exist: false } },
        { add: { index: indexOf(resource, generation), alias } },
      ];
    });
    await client.indices.updateAliases({ actions });
  }

  const generations = {
    client,
    indexPrefix,
    swapTo,
    async remake(generation: Generation) {
      await generations.delete(generation);
      await make(generation);
    },
    async delete(generation: Generation) {
      await client.indices.delete({ index: indicesOf(generation), ignore_unavailable: true });
    },
    async remove() {
      await generations.delete('A');
      await generations.delete('B');
      await client.indices.delete({ index: `${liveAlias(indexPrefix, builds.resource)}-g1` });
      await client.close();
    },
  };
  const alias = liveAlias(indexPrefix, builds.resource);
  const { mappings } = builds;
  await client.indices.create({ index: `${alias}-g1`, mappings, aliases: { [alias]: {} } });
  await make('A');
  await make('B');
  await swapTo('A');
  return generations;
}

function documentsOf(generation: Generation): Record<string, readonly { id: string }[]> {
  const name = `Made ${generation}`;
  const isFirst = generation === 'A';
  const countryId = isFirst ? 'AAA' : 'BBB';
  const ring = [[1, 42], [2, 42], [2, 43], [1, 43], [1, 42]]; // prettier-ignore
  const country: CountryDocument = {
    id: countryId,
    names: perLanguage(name),
    folded: { ...perLanguage(name.toLowerCase()), any: [name.toLowerCase()] },
    aliases: [],
    continent: 'Europe',
    population: isFirst ? 1 : 2,
    prominence: 1,
    languages: [],
    primary: true,
    area_km2: 1,
    border: { type: 'MultiPolygon', coordinates: [[ring]] },
    border_packed: '',
  };
  const city: CityDocument = {
    id: 'town',
    source_id: '1',
    country_id: countryId,
    name,
    names: {},
    region_name: name,
    region_names: {},
    region_id: null,
    time_zone: null,
    population: 1,
    prominence: 1,
    primary: true,
    location: [1.5, isFirst ? 42.5 : 42.6],
    folded: { default: name.toLowerCase(), any: [name.toLowerCase()] },
    aliases: [],
    words: [],
    regions: [],
  };
  const region: RegionDocument = {
    ...{ id: 'shire', country_id: countryId, name, names: {}, aliases: [], location: [1.5, 42.5] },
    ...{ bounds: { south: 42, west: 1, north: 43, east: 2 }, prominence: 1 },
  };
  const markerIds = isFirst ? ['one'] : ['one', 'two'];
  return {
    countries: [country],
    cities: [city],
    regions: [region],
    lands: landGroups([LAND], {
      countryId,
      cities: [{ ...PARIS, country_id: countryId, region_name: name, region_names: {} }],
    }),
    places: [placeDocument('square', LAND, { name })],
    markers: markerIds.map((id) => markerDocument(id, LAND)),
  };
}
