import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { landAt, landCentre } from '../../core/geo/land.js';
import { type LandGroupDocument, lands } from '../../indices/lands.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { type PlaceDocument, places } from '../../indices/places.js';
import { createTestClient } from './api.js';

/** Documents of one test, under an index prefix of its own. */
export interface OwnDocuments {
  readonly client: Client;
  readonly indexPrefix: string;
  /** Writes markers, which the next lookup sees. */
  addMarkers(documents: readonly MarkerDocument[]): Promise<void>;
  removeMarkers(ids: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

export interface OwnMarkers extends OwnDocuments {
  readonly alias: string;
  /** Returns a marker as it is stored now, whether searches see it or not. */
  stored(id: string): Promise<MarkerDocument | undefined>;
}

interface Documents {
  lands?: readonly LandGroupDocument[];
  places?: readonly PlaceDocument[];
  markers?: readonly MarkerDocument[];
}

/** Makes live indices of lands, places and markers with these documents. */
export function storeDocuments(documents: Documents): Promise<OwnDocuments> {
  return store({ lands: [], places: [], markers: [], ...documents }, createTestClient());
}

/** Makes a live index of markers only. */
export async function storeMarkers(
  documents: readonly MarkerDocument[],
  client = createTestClient(),
): Promise<OwnMarkers> {
  const own = await store({ markers: documents }, client);
  const alias = liveAlias(own.indexPrefix, markers.resource);
  return {
    ...own,
    alias,
    async stored(id) {
      const { docs } = await client.mget<MarkerDocument>({ index: alias, ids: [id] });
      const [found] = docs;
      return found !== undefined && 'found' in found ? found._source : undefined;
    },
  };
}

async function store(documents: Documents, client: Client): Promise<OwnDocuments> {
  const indexPrefix = `test-own-${randomBytes(6).toString('hex')}`;
  const indices: string[] = [];

  async function add(resource: string, rows: readonly { id: string }[]): Promise<void> {
    const alias = liveAlias(indexPrefix, resource);
    await client.helpers.bulk({
      datasource: [...rows],
      onDocument: ({ id }) => ({ index: { _index: alias, _id: id } }),
      // `true` would refresh all indices, also those of other tests.
      refreshOnCompletion: alias,
      onDrop: ({ error }) => {
        throw new Error(JSON.stringify(error));
      },
    });
  }

  for (const { resource, mappings, settings } of [lands, places, markers]) {
    const rows = documents[resource as keyof Documents];
    if (rows === undefined) continue;
    const alias = liveAlias(indexPrefix, resource);
    const index = `${alias}-own`;
    indices.push(index);
    const aliases = { [alias]: {} };
    const own = { ...settings, number_of_replicas: 0 };
    await client.indices.create({ index, mappings, settings: own, aliases });
    await add(resource, rows);
  }

  return {
    client,
    indexPrefix,
    addMarkers: (rows) => add(markers.resource, rows),
    async removeMarkers(ids) {
      const index = liveAlias(indexPrefix, markers.resource);
      for (const id of ids) await client.delete({ index, id, refresh: true });
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
    land_id: '881fb46625fffff',
    location: [position / 100, 0],
  }));
}
