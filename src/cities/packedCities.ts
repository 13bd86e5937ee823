import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Point } from '../../core/geo/point.js';
import { packJson, unpackJson } from '../lookups/cache/packedJson.js';
import type { CachedFoundCity, FoundCity } from './present.js';

/** A city as the columns hold it. */
interface PackedCity {
  readonly latlng: Point;
  readonly primary: boolean;
  readonly timeZone: string | null;
  /** Its packed JSON. */
  readonly text: string;
}

/** A city that was found, still packed. */
interface CityAt {
  readonly location: Point;
  readonly unpack: () => CachedFoundCity;
}

/** A city takes this much beside its text: measured in Node 20. */
const CITY_BYTES = 50;

/** Cities by position, in columns and one text, because an object for each takes four times the memory. */
export class PackedCities {
  readonly #positions: KDBush;
  /** Longitude and latitude of each city: the index has them in an order of its own. */
  readonly #locations: Float64Array;
  readonly #text: string;
  /** Where the text of each city starts, and the end. */
  readonly #starts: Uint32Array;
  readonly #primary: Uint8Array;
  readonly #timeZones: readonly (string | null)[];
  /** Estimates its memory. */
  readonly bytes: number;

  constructor(cities: readonly PackedCity[]) {
    this.#positions = new KDBush(cities.length);
    this.#locations = Float64Array.from(
      cities.flatMap(({ latlng }) => [latlng.longitude, latlng.latitude]),
    );
    this.#starts = new Uint32Array(cities.length + 1);
    this.#primary = Uint8Array.from(cities, ({ primary }) => Number(primary));
    // The cities of a zone share its name.
    const zones = new Map(cities.map(({ timeZone }) => [timeZone, timeZone]));
    this.#timeZones = cities.map(({ timeZone }) => zones.get(timeZone) ?? null);
    let end = 0;
    for (const [at, { latlng, text }] of cities.entries()) {
      this.#positions.add(latlng.longitude, latlng.latitude);
      end += text.length;
      this.#starts[at + 1] = end;
    }
    this.#positions.finish();
    // A copy in one piece, because a joined string may keep its parts.
    const joined = cities.map(({ text }) => text).join('');
    this.#text = Buffer.from(joined, 'latin1').toString('latin1');
    this.bytes = end + cities.length * CITY_BYTES;
  }

  /** Returns the closest cities by great-circle distance, the closest one first. */
  closest({ longitude, latitude }: Point, count: number, primaryOnly: boolean): CityAt[] {
    const isWanted = primaryOnly ? (at: number) => this.#primary[at] === 1 : undefined;
    return around(this.#positions, longitude, latitude, count, Infinity, isWanted).map((at) => ({
      location: {
        longitude: this.#locations[2 * at] ?? NaN,
        latitude: this.#locations[2 * at + 1] ?? NaN,
      },
      unpack: () => this.#unpack(at),
    }));
  }

  #unpack(at: number): CachedFoundCity {
    const text = this.#text.slice(this.#starts[at], this.#starts[at + 1]);
    const city = JSON.parse(unpackJson(text)) as FoundCity;
    return { city, primary: this.#primary[at] === 1, timeZone: this.#timeZones[at] ?? null };
  }
}

/** Returns a city as the columns hold it. */
export function packCity({ city, primary, timeZone }: CachedFoundCity): PackedCity {
  return { latlng: city.latlng, primary, timeZone, text: packJson(JSON.stringify(city)) };
}
