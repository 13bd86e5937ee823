import { vectorOf } from '../geometry/vector.js';
import type { City } from './cities.js';
import type { PlacedCity } from './cityIndex.js';

/** Cities in memory that all threads can read, in ascending order of their ids. */
export interface SharedCities {
  readonly count: number;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  readonly flags: Uint8Array;
  /** Of each city the place of its country's id. */
  readonly countries: Uint16Array;
  readonly countryIds: readonly string[];
  /** Of each city its id, name and region one after the other, in UTF-8; and where they begin. */
  readonly texts: Uint8Array;
  readonly textStarts: Uint32Array;
}

const PRIMARY = 1;
const HAS_REGION = 2;
const TEXTS = 3;

/** @param cities in ascending order of their ids */
export function sharedCities(cities: readonly City[]): SharedCities {
  const count = cities.length;
  const latitudes = new Float64Array(new SharedArrayBuffer(8 * count));
  const longitudes = new Float64Array(new SharedArrayBuffer(8 * count));
  const flags = new Uint8Array(new SharedArrayBuffer(count));
  const countries = new Uint16Array(new SharedArrayBuffer(2 * count));
  const textStarts = new Uint32Array(new SharedArrayBuffer(4 * (TEXTS * count + 1)));
  const countryIds = new Map<string, number>();
  let bytes = 0;
  cities.forEach(({ id, name, regionName, countryId, primary, latitude, longitude }, place) => {
    latitudes[place] = latitude;
    longitudes[place] = longitude;
    flags[place] = (primary ? PRIMARY : 0) | (regionName === null ? 0 : HAS_REGION);
    const country = countryIds.get(countryId) ?? countryIds.size;
    countryIds.set(countryId, country);
    countries[place] = country;
    for (const [which, text] of [id, name, regionName ?? ''].entries()) {
      bytes += Buffer.byteLength(text);
      textStarts[TEXTS * place + which + 1] = bytes;
    }
  });
  const texts = new Uint8Array(new SharedArrayBuffer(bytes));
  const buffer = Buffer.from(texts.buffer);
  cities.forEach(({ id, name, regionName }, place) => {
    for (const [which, text] of [id, name, regionName ?? ''].entries()) {
      buffer.write(text, textStarts[TEXTS * place + which] ?? 0);
    }
  });
  return { count, latitudes, longitudes, flags, countries, countryIds: [...countryIds.keys()], texts, textStarts }; // prettier-ignore
}

/** Cities, of which only those become objects that are near to lands. */
export class CityTable {
  readonly #shared: SharedCities;
  readonly #texts: Buffer;
  readonly #placed = new Map<number, PlacedCity>();

  constructor(shared: SharedCities) {
    this.#shared = shared;
    this.#texts = Buffer.from(shared.texts.buffer);
  }

  get length(): number {
    return this.#shared.count;
  }

  latitudeAt(place: number): number {
    return this.#shared.latitudes[place] ?? NaN;
  }

  longitudeAt(place: number): number {
    return this.#shared.longitudes[place] ?? NaN;
  }

  countryAt(place: number): string {
    const { countryIds, countries } = this.#shared;
    return countryIds[countries[place] ?? NaN] ?? '';
  }

  isPrimary(place: number): boolean {
    return ((this.#shared.flags[place] ?? 0) & PRIMARY) !== 0;
  }

  /** The same object every time: cities are compared by it. */
  placedAt(place: number): PlacedCity {
    const known = this.#placed.get(place);
    if (known !== undefined) return known;
    const city = this.#cityAt(place);
    const placed = { city, ...vectorOf(city) };
    this.#placed.set(place, placed);
    return placed;
  }

  #cityAt(place: number): City {
    const hasRegion = ((this.#shared.flags[place] ?? 0) & HAS_REGION) !== 0;
    return {
      id: this.#textAt(place, 0),
      name: this.#textAt(place, 1),
      regionName: hasRegion ? this.#textAt(place, 2) : null,
      countryId: this.countryAt(place),
      primary: this.isPrimary(place),
      latitude: this.latitudeAt(place),
      longitude: this.longitudeAt(place),
    };
  }

  #textAt(place: number, which: number): string {
    const { textStarts } = this.#shared;
    const at = TEXTS * place + which;
    return this.#texts.toString('utf8', textStarts[at], textStarts[at + 1]);
  }
}
