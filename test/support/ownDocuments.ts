import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { landAt, landCentre } from '../../core/geo/land.js';
import { type BuildDocument, builds } from '../../indices/builds.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { type LandGroupDocument, lands } from '../../indices/lands.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { type PlaceDocument, places } from '../../indices/places.js';
import { type RegionDocument, regions } from '../../indices/regions.js';
import { createTestClient } from './api.js';

/** Documents of one test, under an index prefix of its own. */
export interface OwnDocuments {
  readonly client: Client;
  readonly indexPrefix: string;
  /** Makes a generation of markers, and promotes it. Its name serves to promote it again. */
  promoteMarkers(markers: string | readonly MarkerDocument[]): Promise<string>;
  remove(): Promise<void>;
}

export interface OwnMarkers extends OwnDocuments {
  /** The aliases of what is built, and of the markers. */
  readonly aliases: { readonly written: string; readonly beside: string };
  /** Returns what is built at a marker as it is stored now, whether searches see it or not. */
  stored(id: string): Promise<BuildDocument | undefined>;
}

type Made = Pick<IndexDefinition, 'resource' | 'mappings'> & Partial<IndexDefinition>;

interface Documents {
  regions?: readonly RegionDocument[];
  lands?: readonly LandGroupDocument[];
  places?: readonly PlaceDocument[];
  markers?: readonly MarkerDocument[];
  builds?: readonly BuildDocument[];
}

/** Makes live indices of lands, places, markers and builds with these documents. */
export function storeDocuments(documents: Documents): Promise<OwnDocuments> {
  return store({ lands: [], places: [], ...documents }, createTestClient());
}

/** Makes live indices of markers and builds only. */
export async function storeMarkers(
  documents: readonly MarkerDocument[],
  client = createTestClient(),
): Promise<OwnMarkers> {
  const own = await store({ markers: documents }, client);
  const [written, beside] = [builds, markers].map(({ resource }) => liveAlias(own.indexPrefix, resource)) as [string, string]; // prettier-ignore
  return {
    ...own,
    aliases: { written, beside },
    async stored(id) {
      const { docs } = await client.mget<BuildDocument>({ index: written, ids: [id] });
      const [found] = docs;
      return found !== undefined && 'found' in found ? found._source : undefined;
    },
  };
}

async function store(documents: Documents, client: Client): Promise<OwnDocuments> {
  const indexPrefix = `test-own-${randomBytes(6).toString('hex')}`;
  const indices: string[] = [];

  async function make(
    { resource, mappings, settings = {} }: Made,
    rows: readonly { id: string }[],
  ) {
    const index = `${liveAlias(indexPrefix, resource)}-g${indices.length}`;
    indices.push(index);
    const own = { ...settings, number_of_replicas: 0 };
    await client.indices.create({ index, mappings, settings: own });
    await client.helpers.bulk({
      datasource: [...rows],
      onDocument: ({ id }) => ({ index: { _index: index, _id: id } }),
      // `true` would refresh all indices, also those of other tests.
      refreshOnCompletion: index,
      onDrop: ({ error }) => {
        throw new Error(JSON.stringify(error));
      },
    });
    return index;
  }

  async function promote({ resource }: Made, index: string): Promise<void> {
    const alias = liveAlias(indexPrefix, resource);
    const actions = [
      { remove: { index: `${alias}-g*`, alias, must_exist: false } },
      { add: { index, alias } },
    ];
    await client.indices.updateAliases({ actions });
  }

  const made: readonly Made[] = [regions, lands, places, markers, builds];
  for (const definition of made) {
    const isMarkers = definition === markers || definition === builds;
    const rows = documents[definition.resource as keyof Documents] ?? (isMarkers ? [] : undefined);
    if (rows !== undefined) await promote(definition, await make(definition, rows));
  }

  return {
    client,
    indexPrefix,
    async promoteMarkers(generation) {
      const index = typeof generation === 'string' ? generation : await make(markers, generation);
      await promote(markers, index);
      return index;
    },
    async remove() {
      await client.indices.delete({ index: indices });
      await client.close();
    },
  };
}

/** A place in the middle of a land, of which nothing more is known. */
export function placeDocument(
  id: string,
  landId: string,
  known: Partial<PlaceDocument> = {},
): PlaceDocument {
  const { latitude, longitude } = landCentre(landId);
  return {
    ...{ id, land_id: landId, name: `The ${id}`, subtitle: null, category: null },
    ...{ location: [longitude, latitude], address: null, photos: [], popularity: null },
    ...{ rating: null, website: null },
    ...known,
  };
}

/** A marker in the middle of a land, on which nothing is built. */
export function markerDocument(id: string, landId: string): MarkerDocument {
  const centre = landCentre(landId);
  if (landAt(centre) !== landId) throw new Error(`${landId} is no land`);
  return { id, land_id: landId, location: [centre.longitude, centre.latitude] };
}

/** Markers a good kilometre from each other, so that a small radius holds one of them. */
export function rowOfMarkers(count: number): MarkerDocument[] {
  return Array.from({ length: count }, (_, position) => ({
    id: `marker-${position}`,
    land_id: landAt({ latitude: 0, longitude: position / 100 }),
    location: [position / 100, 0],
  }));
}
