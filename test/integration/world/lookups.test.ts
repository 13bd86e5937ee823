import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fold } from '../../../indices/fold.js';
import { LANGUAGES } from '../../../indices/languages.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { distanceMeters, onUnitSphere } from '../../support/sphere.js';
import { inParallel } from '../../support/inParallel.js';
import { type City, type Country, ids } from '../../support/records.js';
import {
  type NamedCity,
  readCities,
  readNamedCities,
  type StoredCity,
} from '../../support/stored.js';
import { readFacts } from './facts.js';
import type { Land } from '../../../src/lands/present.js';
import type { Client } from '@elastic/elasticsearch';
import { chunk } from 'es-toolkit/array';
import { cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import { seeded } from '../../support/random.js';
import type { Marker } from '../../../src/markers/present.js';
import type { Place } from '../../../src/places/present.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('cities', () => {
  const COLUMNS = ['country', 'name', 'region', 'latitude', 'longitude', 'kind'] as const;
  const MOST_METERS = 25_000;
  const SAME_CITY_METERS = 5_000;

  /** Towns on two sides of a border between states, one municipality on each. */
  const TWINS = new Set(
  [
    'Anthony', 'Bluefield', 'Bristol', 'Cachoeira Dourada', 'Chevy Chase', 'Kansas City', 'Lookout Mountain',
    'Texarkana', 'Union City',
  ].map(fold),
); // prettier-ignore

  /** Cities on disputed ground, where the built-in border is not the one that the facts draw. */
  const DISPUTED = new Set(['Jerusalem']);

  /** Cities without a first-order division in GeoNames. */
  const WITHOUT_REGIONS = 380;

  const facts = readFacts('cities.tsv', COLUMNS).map((fact) => ({
    ...fact,
    point: { latitude: Number(fact.latitude), longitude: Number(fact.longitude) },
  }));

  let stored: NamedCity[];
  /** Of each their default name, folded: nearly all have no other one. */
  let folded: string[];
  beforeAll(async () => {
    const client = createTestClient();
    stored = await readNamedCities(client, builtInPrefix());
    folded = stored.map(({ name }) => fold(name));
    await client.close();
  });

  test('there are 249 capitals and 138 other large cities', () => {
    const count = (kind: string): number => facts.filter((fact) => fact.kind === kind).length;
    expect(count('capital')).toBe(249);
    expect(count('large')).toBe(138);
  });

  test('capitals and large cities are found by name in their country and region, where they are', async () => {
    const faults: string[] = [];
    await inParallel(facts, async ({ country, name, region, point }) => {
      const { body } = await api.get<City[]>('/cities/findByName', {
        token: name,
        any_name: true,
        limit: 1_000,
      });
      const near = body.data.filter(
        (city) => city.country_id === country && distanceMeters(point, city.latlng) < MOST_METERS,
      );
      const [city] = near;
      if (city === undefined) faults.push(`${name} is not in ${country}`);
      else if (!near.some((each) => (each.region_name ?? '') === region))
        faults.push(
          `${name} (${country}) lies in ${city.region_name ?? 'no region'}, not ${region}`,
        );
    });
    expect(faults).toEqual([]);
  });

  test('the country at a capital or large city is its own, and so is the closest city', async () => {
    const faults: string[] = [];
    const undisputed = facts.filter(({ name }) => !DISPUTED.has(name));
    await inParallel(
      undisputed,
      async ({ country, name, point: { latitude: lat, longitude: lng } }) => {
        const { body: here } = await api.get<Country[]>('/countries/findByLocation', { lat, lng });
        if (here.data[0]?.id !== country)
          faults.push(`${name}: ${here.data.map(({ id }) => id).join()} instead of ${country}`);
        const { body: closest } = await api.get<City>('/cities/findByLocation', { lat, lng });
        if (closest.data.country_id !== country)
          faults.push(`${name}: ${closest.data.id} is the closest city`);
      },
    );
    expect(faults).toEqual([]);
  });

  test('capitals are primary', async () => {
    const faults: string[] = [];
    const capitals = facts.filter(({ kind }) => kind === 'capital');
    await inParallel(capitals, async ({ country, name, point }) => {
      const query = { token: name, any_name: true, primary_only: true, limit: 1_000 };
      const { body } = await api.get<City[]>('/cities/findByName', query);
      const isFound = body.data.some(
        (city) => city.country_id === country && distanceMeters(point, city.latlng) < MOST_METERS,
      );
      if (!isFound) faults.push(`${name} (${country})`);
    });
    expect(faults).toEqual([]);
  });

  test.each(LANGUAGES)(
    'no two cities of one name in %s and country lie within 5 km',
    (language) => {
      const byName = new Map<string, NamedCity[]>();
      const faults: string[] = [];
      for (const [position, city] of stored.entries()) {
        const own = folded[position] ?? '';
        if (TWINS.has(own)) continue;
        const other = city.names[language];
        const name = other === undefined ? own : fold(other);
        const key = `${city.country_id} ${name}`;
        const others = byName.get(key) ?? [];
        const close = others.find(
          (other) => distanceMeters(at(other), at(city)) < SAME_CITY_METERS,
        );
        if (close !== undefined) faults.push(`${close.id} and ${city.id}`);
        others.push(city);
        byName.set(key, others);
      }
      expect(faults).toEqual([]);
    },
  );

  test('nearly every city has its region', () => {
    const without = stored.filter(({ region_name }) => region_name === null);
    expect(without.length).toBeLessThanOrEqual(WITHOUT_REGIONS);
  });

  function at({ location: [longitude, latitude] }: NamedCity): {
    latitude: number;
    longitude: number;
  } {
    return { latitude, longitude };
  }
});

describe('enclaves', () => {
  const facts = readFacts('enclaves.tsv', ['name', 'country', 'latitude', 'longitude']);

  test.each(facts)(
    '$name is $country, and so is its closest city',
    async ({ country, latitude: lat, longitude: lng }) => {
      const { body } = await api.get<Country[]>('/countries/findByLocation', { lat, lng });
      expect(body.data[0]?.id).toBe(country);
      const city = await api.get<City>('/cities/findByLocation', { lat, lng });
      // Some enclaves are smaller than any city.
      expect([country, 'NO_COUNTRY']).toContain(city.body.data.country_id);
    },
  );

  test('Saint Peter is in the land of the Vatican, and Italy is nearby', async () => {
    const place = { lat: 41.9022, lng: 12.4533 };
    const countries = await api.get<Country[]>('/countries/findByLocation', place);
    expect(countries.body.data.map(({ id }) => id)).toEqual(['VAT', 'ITA']);
    const lands = await api.get<Land[]>('/lands/findByLocation', place);
    expect(lands.body.data.map(({ country_id }) => country_id)).toEqual(['VAT']);
  });
});

describe('lands', () => {
  const random = seeded(25);
  const CELLS = 12_000;
  const JUDGED = 5_000;

  let client: Client;
  let cells: string[];
  /** Of each cell the countries whose border holds its centre. */
  let holders: Map<string, string[]>;
  let lands: Map<string, Land>;
  beforeAll(async () => {
    client = createTestClient();
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
});

describe('places', () => {
  const COLUMNS = ['category', 'name', 'country', 'latitude', 'longitude'] as const;
  /** About 2.8 km: the point of an airport may be its tower, or the middle of its runways. */
  const RINGS = 3;

  const facts = readFacts('places.tsv', COLUMNS);

  const INTERNAL = { token: 'dev-internal' };

  test.each(facts)('$category $name', async ({ category, name, country, latitude, longitude }) => {
    const point = { lat: latitude, lng: longitude };
    const around = { ...point, k: RINGS, categories: category };
    const places = (await api.get<Place[]>('/places/findByLocation', around, INTERNAL)).body.data;
    expect(new Set(places.map((place) => place.category))).toEqual(new Set([category]));
    const place = places.find((found) => fold(found.name).includes(fold(name)));
    expect(place?.name).toBeDefined();

    const lat = place?.latlng.latitude ?? '';
    const lng = place?.latlng.longitude ?? '';
    const countries = await api.get<Country[]>('/countries/findByLocation', { lat, lng });
    expect(ids(countries.body.data)).toContain(country);

    const markers = await api.get<Marker[]>(
      '/markers/findByRadius',
      { lat, lng, radius: 100, season: 1 },
      INTERNAL,
    );
    expect(ids(markers.body.data)).toContain(place?.id);
  });

  test('heliports are left out where only other categories are asked for', async () => {
    const manhattan = { lat: '40.75', lng: '-73.99', k: 10 };
    const categoriesOf = async (query: object): Promise<Set<string | null>> => {
      const { body } = await api.get<Place[]>('/places/findByLocation', { ...manhattan, ...query }, INTERNAL); // prettier-ignore
      return new Set(body.data.map(({ category }) => category));
    };
    const all = await categoriesOf({});
    expect(all).toContain('heliport');
    expect(all).toContain('museum');
    const asked = await categoriesOf({ categories: 'museum,university' });
    expect(asked).toEqual(new Set(['museum', 'university']));
  });
});

describe('zones', () => {
  /** What a point in time is in a zone, in winter and in summer. */
  const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

  /** Zones without a city of 1,000 inhabitants: the closest one is in another zone. */
  const WITHOUT_A_CITY = new Set([
  'America/Adak', 'America/Blanc-Sablon', 'America/Danmarkshavn', 'America/Resolute', 'America/Scoresbysund',
  'America/Thule', 'America/Yakutat', 'Antarctica/Macquarie', 'Australia/Eucla', 'Australia/Lord_Howe',
  'Pacific/Kanton',
]); // prettier-ignore

  /** Their point in `zone.tab`, in whole minutes, lies in the sea, more than 7.5 km from land as drawn. */
  const AT_SEA = new Set([
  'Asia/Aden', 'Asia/Bahrain', 'Pacific/Chuuk', 'Pacific/Kwajalein', 'Pacific/Marquesas', 'Pacific/Tarawa',
]); // prettier-ignore

  /** Countries without a city. */
  const WITHOUT_CITIES = new Set(['AQ', 'UM']);

  interface Located {
    countries: Country[];
    city: City;
    time_zone: string | null;
  }

  const zones = readFacts('zones.tsv', ['country', 'coordinates', 'zone']).filter(
    ({ country, zone }) =>
      !WITHOUT_CITIES.has(country) && !WITHOUT_A_CITY.has(zone) && !AT_SEA.has(zone),
  );

  test('the clock at the main city of every zone of the tz database is that of the zone', async () => {
    expect(zones.length).toBeGreaterThan(385);
    const faults: string[] = [];
    await inParallel(zones, async ({ coordinates, zone }) => {
      const { body } = await api.get<Located>('/locate', pointOf(coordinates));
      const { time_zone: found, city } = body.data;
      if (found === null || offsetsOf(found) !== offsetsOf(zone))
        faults.push(`${zone}: ${found ?? 'none'} (${city.id})`);
    });
    expect(faults).toEqual([]);
  });

  function offsetsOf(zone: string): string {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return SEASONS.map((time) => format.format(time)).join();
  }

  /** Reads ISO 6709: degrees, minutes and perhaps seconds, latitude before longitude. */
  function pointOf(coordinates: string): { lat: number; lng: number } {
    const [lat = NaN, lng = NaN] = (coordinates.match(/[+-]\d+/gu) ?? []).map((angle, axis) => {
      const digits = 2 + axis;
      const [degrees, minutes, seconds] = [
        angle.slice(1, 1 + digits),
        angle.slice(1 + digits, 3 + digits),
        angle.slice(3 + digits),
      ].map(Number);
      const size = (degrees ?? NaN) + (minutes ?? NaN) / 60 + (seconds ?? NaN) / 3_600;
      return angle.startsWith('-') ? -size : size;
    });
    return { lat, lng };
  }
});
