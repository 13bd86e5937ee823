import { distanceMeters, onUnitSphere } from './distance.js';
import type { StoredCity } from './storedCities.js';

type Vector = [x: number, y: number, z: number];

/** The distance to the closest city of every country, by looking at all of them. */
export class ClosestByCountry {
  readonly #vectors = new Map<string, { vector: Vector; city: StoredCity }[]>();

  constructor(cities: readonly StoredCity[]) {
    for (const city of cities) {
      const [longitude, latitude] = city.location;
      const entry = { vector: onUnitSphere({ latitude, longitude }), city };
      const country = this.#vectors.get(city.country_id);
      if (country === undefined) this.#vectors.set(city.country_id, [entry]);
      else country.push(entry);
    }
  }

  metersTo(point: { latitude: number; longitude: number }): Map<string, number> {
    const [x, y, z] = onUnitSphere(point);
    const meters = new Map<string, number>();
    for (const [country, entries] of this.#vectors) {
      let smallest = Infinity;
      let closest: StoredCity | undefined;
      for (const { vector, city } of entries) {
        const square = (vector[0] - x) ** 2 + (vector[1] - y) ** 2 + (vector[2] - z) ** 2;
        if (square >= smallest) continue;
        smallest = square;
        closest = city;
      }
      const [longitude = NaN, latitude = NaN] = closest?.location ?? [];
      meters.set(country, distanceMeters(point, { latitude, longitude }));
    }
    return meters;
  }
}
