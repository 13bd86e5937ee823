import { expect } from '@jest/globals';
import { groupBy } from 'es-toolkit/array';
import { pointOf } from '../../core/geo/point.js';
import type { LandFacts } from '../../core/lands/land.js';
import { distanceMeters, type LatLng, onUnitSphere } from './sphere.js';

/** A city as far as brute force looks at it. */
interface PlacedCity {
  id: string;
  country_id: string;
  location: [longitude: number, latitude: number];
}

interface FoundCity {
  id: string | null;
  meters: number;
}

const NO_CITY: FoundCity = { id: null, meters: Infinity };

/** Some cities, searched by looking at all of them; the first of equally close ones wins. */
export class Closest {
  readonly #cities: readonly PlacedCity[];
  /** Three numbers each, one city after the other. */
  readonly #vectors: Float64Array;

  constructor(cities: readonly PlacedCity[]) {
    this.#cities = cities;
    this.#vectors = Float64Array.from(
      cities.flatMap((city) => onUnitSphere(pointOf(city.location))),
    );
  }

  /** Returns the closest city and its distance. */
  to(point: LatLng): FoundCity {
    const [x, y, z] = onUnitSphere(point);
    const vectors = this.#vectors;
    let least = Infinity;
    let best = -1;
    for (let at = 0; at < vectors.length; at += 3) {
      const dx = x - (vectors[at] ?? NaN);
      const dy = y - (vectors[at + 1] ?? NaN);
      const dz = z - (vectors[at + 2] ?? NaN);
      const square = dx * dx + dy * dy + dz * dz;
      if (square >= least) continue;
      least = square;
      best = at / 3;
    }
    const city = this.#cities[best];
    if (city === undefined) return NO_CITY;
    return { id: city.id, meters: distanceMeters(point, pointOf(city.location)) };
  }
}

export function closestByCountry(cities: readonly PlacedCity[]): Map<string, Closest> {
  const groups = Object.entries(groupBy(cities, (city) => city.country_id));
  return new Map(groups.map(([country, own]) => [country, new Closest(own)]));
}

/** Compares the cities of a land with those that brute force finds. */
export function expectClosest(land: LandFacts, all: FoundCity, primary = NO_CITY): void {
  expect(land).toMatchObject({ closest_city_id: all.id, primary_city_id: primary.id });
  for (const [km, { meters }] of [
    [land.closest_city_distance_km, all],
    [land.primary_city_distance_km, primary],
  ] as const) {
    if (meters === Infinity) expect(km).toBeNull();
    else expect(Math.abs((km ?? NaN) * 1_000 - meters)).toBeLessThan(0.6);
  }
}
