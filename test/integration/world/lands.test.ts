import type { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chunk } from 'es-toolkit/array';
import { cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import type { Land } from '../../../src/lands/present.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { distanceMeters, onUnitSphere } from '../../support/sphere.js';
import { seeded } from '../../support/random.js';
import { readCities, type StoredCity } from '../../support/stored.js';

const random = seeded(25);
const CELLS = 12_000;
const JUDGED = 5_000;

let client: Client;
let api: Api;
let cells: string[];
/** Of each cell the countries whose border holds its centre. */
let holders: Map<string, string[]>;
let lands: Map<string, Land>;
beforeAll(async () => {
  client = createTestClient();
  api = await startApi();
  const anywhere = Array.from({ length: CELLS }, () =>
    latLngToCell((Math.asin(2 * random() - 1) * 180) / Math.PI, 360 * random() - 180, 8),
  );
  const hard = [
    ...getPentagons(8),
    ...[-90, -89, -84, 84].flatMap((latitude) => gridDisk(latLngToCell(latitude, 0, 8), 2)),
    // Fiji and Chukotka over ±180°, the Vatican, Baarle, Gibraltar.
    ...gridDisk(latLngToCell(-16.8, 180, 8), 10),
    ...gridDisk(latLngToCell(68.9, 180, 8), 10),
    ...gridDisk(latLngToCell(41.9, 12.45, 8), 5),
    ...gridDisk(latLngToCell(51.44, 4.93, 8), 5),
    ...gridDisk(latLngToCell(36.14, -5.35, 8), 5),
  ];
  cells = [...new Set([...anywhere, ...hard])];
  holders = await holdersOf(cells);
  lands = new Map();
  for (const some of chunk(cells, 500)) {
    const { body } = await api.get<Land[]>('/lands/findByIds', { land_ids: some.join() });
    for (const land of body.data) lands.set(land.id, land);
  }
}, 120_000);
afterAll(async () => {
  await api.stop();
  await client.close();
});

/** As Elasticsearch itself says. */
async function holdersOf(asked: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const some of chunk(asked, 1_000)) {
    const searches = some.flatMap((cell) => {
      const [latitude, longitude] = cellToLatLng(cell);
      const shape = { type: 'point' as const, coordinates: [longitude, latitude] };
      return [
        { index: `${builtInPrefix()}-countries` },
        { query: { geo_shape: { border: { shape } } }, _source: false, size: 5 },
      ];
    });
    const { responses } = await client.msearch({ searches });
    for (const [place, response] of responses.entries()) {
      if (!('hits' in response)) throw new Error('a search failed');
      const ids = response.hits.hits.map(({ _id: id = '' }) => id);
      found.set(some[place] ?? '', ids);
    }
  }
  return found;
}

test('every cell whose centre lies in a country is a land of it', () => {
  const faults: string[] = [];
  let held = 0;
  for (const cell of cells) {
    const countries = holders.get(cell) ?? [];
    if (countries.length === 0) continue;
    held += 1;
    const country = lands.get(cell)?.country_id;
    if (country === undefined || !countries.includes(country)) faults.push(`${cell} ${country}`);
  }
  expect(faults).toEqual([]);
  expect(held).toBeGreaterThan(3_500);
});

test('other cells are lands only where a coast runs through them', () => {
  const others = cells.filter((cell) => lands.has(cell) && holders.get(cell)?.length === 0);
  const far = others.filter((cell) =>
    gridDisk(cell, 1).every((near) => near === cell || !lands.has(near)),
  );
  // Those beside them were not all asked for; what is random and alone is at most a few.
  expect(others.length).toBeLessThan(lands.size / 20);
  expect(far.length).toBeLessThan(100);
});

/** Some cities with their places in space, one after the other. */
class Cities {
  readonly #cities: readonly StoredCity[];
  readonly #vectors: Float64Array;

  constructor(cities: readonly StoredCity[]) {
    this.#cities = cities;
    this.#vectors = Float64Array.from(cities.flatMap((city) => onUnitSphere(pointOf(city))));
  }

  /** To the closest one; the greatest cosine is its. */
  metersFrom(point: { latitude: number; longitude: number }): number | null {
    const [x, y, z] = onUnitSphere(point);
    const vectors = this.#vectors;
    let best = -1;
    let greatest = -2;
    for (let at = 0; at < vectors.length; at += 3) {
      const cosine =
        x * (vectors[at] ?? 0) + y * (vectors[at + 1] ?? 0) + z * (vectors[at + 2] ?? 0);
      if (cosine <= greatest) continue;
      greatest = cosine;
      best = at / 3;
    }
    const city = this.#cities[best];
    return city === undefined ? null : distanceMeters(point, pointOf(city));
  }
}

function pointOf({ location: [longitude, latitude] }: StoredCity) {
  return { latitude, longitude };
}

test('closest cities are those of brute force over all cities', async () => {
  const cities = await readCities(client, builtInPrefix());
  const all = new Cities(cities);
  const primary = new Map<string, Cities>();
  const primaryOf = (id: string): Cities => {
    const known =
      primary.get(id) ??
      new Cities(cities.filter((city) => city.primary && city.country_id === id));
    primary.set(id, known);
    return known;
  };
  const faults: string[] = [];
  const judged = [...lands.values()].slice(0, JUDGED);
  for (const land of judged) {
    const [latitude, longitude] = cellToLatLng(land.id);
    const centre = { latitude, longitude };
    for (const [meters, km] of [
      [all.metersFrom(centre), land.closest_city_distance_km],
      [primaryOf(land.country_id).metersFrom(centre), land.primary_city_distance_km],
    ] as const) {
      const isSame = meters === null ? km === null : Math.abs((km ?? NaN) * 1_000 - meters) < 0.6;
      if (!isSame) faults.push(`${land.id}: ${km} km, not ${meters} m`);
    }
  }
  expect(faults).toEqual([]);
  expect(judged.length).toBeGreaterThan(3_500);
});
