import { groupBy } from 'es-toolkit';
import { distanceMeters, onUnitSphere } from './distance.js';
import type { StoredCity } from './storedCities.js';

/** The cities of a country, and where they are: three numbers each, one city behind the other. */
interface Located {
  cities: StoredCity[];
  vectors: Float64Array;
}

/** The distance to the closest city of every country, by looking at all of them. */
export class ClosestByCountry {
  readonly #located = new Map<string, Located>();

  constructor(cities: readonly StoredCity[]) {
    for (const [country, own] of Object.entries(groupBy(cities, (city) => city.country_id))) {
      const vectors = own.flatMap(({ location: [longitude, latitude] }) =>
        onUnitSphere({ latitude, longitude }),
      );
      this.#located.set(country, { cities: own, vectors: Float64Array.from(vectors) });
    }
  }

  metersTo(point: { latitude: number; longitude: number }): Map<string, number> {
    const [x, y, z] = onUnitSphere(point);
    const meters = new Map<string, number>();
    for (const [country, { cities, vectors }] of this.#located) {
      let smallest = Infinity;
      let closest = 0;
      for (let at = 0; at < vectors.length; at += 3) {
        const dx = x - (vectors[at] ?? NaN);
        const dy = y - (vectors[at + 1] ?? NaN);
        const dz = z - (vectors[at + 2] ?? NaN);
        const square = dx * dx + dy * dy + dz * dz;
        if (square >= smallest) continue;
        smallest = square;
        closest = at / 3;
      }
      const [longitude = NaN, latitude = NaN] = cities[closest]?.location ?? [];
      meters.set(country, distanceMeters(point, { latitude, longitude }));
    }
    return meters;
  }
}
