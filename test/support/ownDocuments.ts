import { randomBytes } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import type { IndexDefinition } from '../../indices/definition.js';
import { type LandGroupDocument, lands } from '../../indices/lands.js';
import { type MarkerDocument, markers } from '../../indices/markers.js';
import { type PlaceDocument, places } from '../../indices/places.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { landAt, landCentre } from '../../core/geo/land.js';
import { createTestClient } from './api.js';

/** Documents that a test wrote itself, under an index prefix of its own. */
export interface OwnDocuments {
  readonly client: Client;
  readonly indexPrefix: string;
  /** Writes markers, as they are seen by the next lookup. */
  addMarkers(documents: readonly MarkerDocument[]): Promise<void>;
  removeMarkers(ids: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

interface Documents {
  lands?: readonly LandGroupDocument[];
  places?: readonly PlaceDocument[];
  markers?: readonly MarkerDocument[];
}

/** Makes the live indices of lands, places and markers, with these documents in them. */
export async function storeDocuments(documents: Documents): Promise<OwnDocuments> {
  const client = createTestClient();
  const indexPrefix = `test-own-${randomBytes(6).toString('hex')}`;
  const indices: string[] = [];

  async function create({ resource, mappings, settings }: IndexDefinition): Promise<void> {
    const alias = liveAlias(indexPrefix, resource);
    indices.push(`${alias}-own`);
    await client.indices.create({
      index: `${alias}-own`,
      mappings,
      settings: { ...settings, number_of_replicas: 0 },
      aliases: { [alias]: {} },
    });
  }

  async function add(
    { resource }: IndexDefinition,
    rows: readonly { id: string }[],
  ): Promise<void> {
    await client.helpers.bulk({
      datasource: [...rows],
      onDocument: ({ id }) => ({ index: { _index: liveAlias(indexPrefix, resource), _id: id } }),
      refreshOnCompletion: true,
      onDrop: ({ error }) => {
        throw new Error(JSON.stringify(error));
      },
    });
  }

  for (const definition of [lands, places, markers]) await create(definition);
  await add(lands, documents.lands ?? []);
  await add(places, documents.places ?? []);
  await add(markers, documents.markers ?? []);

  return {
    client,
    indexPrefix,
    addMarkers: (rows) => add(markers, rows),
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
    id,
    land_id: landId,
    name: `The ${id}`,
    subtitle: null,
    category: null,
    location: [longitude, latitude],
    address: null,
    photos: [],
    popularity: null,
    rating: null,
    website: null,
    ...known,
  };
}

/** A marker in the middle of a land, on which nothing is built. */
export function markerDocument(id: string, landId: string): MarkerDocument {
  const centre = landCentre(landId);
  if (landAt(centre) !== landId) throw new Error(`${landId} is no land`);
  return { id, land_id: landId, location: [centre.longitude, centre.latitude] };
}

export interface OwnMarkers {
  readonly indexPrefix: string;
  readonly client: Client;
  readonly alias: string;
  /** What is stored of a marker now, whether searches see it or not. */
  stored(id: string): Promise<MarkerDocument | undefined>;
  remove(): Promise<void>;
}

/** Stores markers of a test's own, under another index prefix. */
export async function storeMarkers(
  documents: readonly MarkerDocument[],
  client = createTestClient(),
): Promise<OwnMarkers> {
  const indexPrefix = `test-markers-${randomBytes(6).toString('hex')}`;
  const alias = liveAlias(indexPrefix, markers.resource);
  const index = `${alias}-1`;
  const { mappings, settings } = markers;
  await client.indices.create({ index, mappings, settings, aliases: { [alias]: {} } });
  for (let start = 0; start < documents.length; start += 5_000) {
    const operations = documents
      .slice(start, start + 5_000)
      .flatMap((document) => [{ index: { _id: document.id } }, document]);
    const { errors } = await client.bulk({ index, operations });
    if (errors) throw new Error('a marker could not be stored');
  }
  await client.indices.refresh({ index });
  return {
    indexPrefix,
    client,
    alias,
    async stored(id) {
      const { docs } = await client.mget<MarkerDocument>({ index: alias, ids: [id] });
      const [found] = docs;
      return found !== undefined && 'found' in found ? found._source : undefined;
    },
    async remove() {
      await client.indices.delete({ index });
      await client.close();
    },
  };
}

/** Markers a good kilometre from each other, so that a small radius holds one of them. */
export function rowOfMarkers(count: number): MarkerDocument[] {
  return Array.from({ length: count }, (_, position) => ({
    id: `marker-${position}`,
    land_id: '881fb46625fffff',
    location: [position / 100, 0],
  }));
}
