import type autocannon from 'autocannon';
import { type MarkerDocument, markers } from '../indices/markers.js';
import { geonamesRecords } from '../ingest/geonames.js';
import { landAt } from '../geo/land.js';
import type { Point } from '../geo/point.js';
import * as queries from '../src/markers/queries.js';
import type { Bench } from './bench.js';
import type { Comparison } from './comparison.js';
import { apiLoad, get, location, rawLoad, rawSearch, type Urls } from './requests.js';
import { seededRandom } from './statistics.js';

const MARKERS_A_CITY = 100;
/** About 3 km to all sides. */
const SPREAD_DEGREES = 0.03;
const RADIUS_METERS = 1_500;
const SEASON = 7;
const DOCUMENTS_A_BULK = 10_000;

/** So many markers, a hundred around each of the most populous cities. */
export function makeMarkers(wanted: number): MarkerDocument[] {
  const random = seededRandom(2);
  const cities = [...geonamesRecords()].sort((a, b) => b.population - a.population);
  const documents: MarkerDocument[] = [];
  for (const { loc } of cities.slice(0, wanted / MARKERS_A_CITY)) {
    const [longitude, latitude] = loc.coordinates;
    for (let count = 0; count < MARKERS_A_CITY; count += 1) {
      const point = {
        latitude: latitude + (random() - 0.5) * 2 * SPREAD_DEGREES,
        longitude: longitude + (random() - 0.5) * 2 * SPREAD_DEGREES,
      };
      documents.push({
        id: `bench-${documents.length}`,
        land_id: landAt(point),
        location: [point.longitude, point.latitude],
      });
    }
  }
  return documents;
}

/** Stores them where the API reads markers. */
export async function storeMarkers(
  { client, signal }: Bench,
  alias: string,
  documents: readonly MarkerDocument[],
): Promise<void> {
  const index = `${alias}-stored`;
  const { mappings, settings } = markers;
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, number_of_replicas: 0 },
    aliases: { [alias]: {} },
  });
  for (let start = 0; start < documents.length; start += DOCUMENTS_A_BULK) {
    signal.throwIfAborted();
    const operations = documents
      .slice(start, start + DOCUMENTS_A_BULK)
      .flatMap((document) => [{ index: { _id: document.id } }, document]);
    const { errors } = await client.bulk({ index, operations });
    if (errors) throw new Error('the markers of the bench could not be stored');
  }
  await client.indices.refresh({ index });
}

/** Reads and writes of markers, beside Elasticsearch's own, and reads while writes go on. */
export function markerComparisons(
  { api, elasticsearch }: Urls,
  alias: string,
  documents: readonly MarkerDocument[],
  { samples, connections }: Bench['extent'],
): Comparison[] {
  const random = seededRandom(3);
  const sample = Array.from({ length: samples }, () => {
    const document = documents[Math.floor(random() * documents.length)];
    if (!document) throw new Error('there are no markers');
    return document;
  });
  const reads = apiLoad(api, sample.map(readOf));
  const writes = apiLoad(api, sample.map(writeOf));
  return [
    {
      name: 'markers/findByRadius',
      ours: reads,
      reference: rawLoad(
        elasticsearch,
        sample.map((marker) => rawSearch(alias, queries.findByRadius(areaOf(marker)))),
      ),
    },
    {
      name: 'markers/update, beside refresh=true for each',
      ours: writes,
      reference: rawLoad(
        elasticsearch,
        sample.map((marker) => rawWriteOf(alias, marker)),
      ),
    },
    {
      name: `markers/findByRadius while ${connections / 2} write, beside itself`,
      ours: { ...reads, meanwhile: writes },
      reference: reads,
    },
  ];
}

const pointOf = ({ location: [longitude, latitude] }: MarkerDocument): Point => ({
  latitude,
  longitude,
});

const areaOf = (marker: MarkerDocument) => ({
  point: pointOf(marker),
  radiusMeters: RADIUS_METERS,
  season: SEASON,
});

function readOf(marker: MarkerDocument): autocannon.Request {
  return get('/markers/findByRadius', {
    ...location(pointOf(marker)),
    radius: String(RADIUS_METERS),
    season: String(SEASON),
  });
}

function writeOf({ id }: MarkerDocument, position: number): autocannon.Request {
  return {
    method: 'PUT',
    path: '/markers/update',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, season: SEASON, icon: position }),
  };
}

function rawWriteOf(alias: string, marker: MarkerDocument, position = 0): autocannon.Request {
  return {
    method: 'PUT',
    path: `/${alias}/_doc/${marker.id}?refresh=true`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...marker, season: SEASON, icon: position, skin: '' }),
  };
}
