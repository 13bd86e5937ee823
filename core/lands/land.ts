import { chunk } from 'es-toolkit/array';
import { distanceKm, pointOf, squaredChord, type Vector, vectorOf } from '../geo/point.js';
import { landCentre, placeInGroup } from '../geo/land.js';
import type { LandCity, LandGroupDocument } from '../../indices/lands.js';
import type { Language } from '../../indices/languages.js';
import { type BiomePercents, Terrain } from './terrain.js';

/** A land, computed. */
export interface LandFacts {
  /** The H3 cell of resolution 8, lower case. */
  id: string;
  /** ISO 3166-1 alpha-3. */
  country_id: string;
  /** The region of the closest city of the same country, if known. */
  region_name: string | null;
  /** The closest city in any country. */
  closest_city_id: string | null;
  closest_city_name: string | null;
  /** Great-circle distance from the cell's centre. */
  closest_city_distance_km: number | null;
  /** The closest primary city of the same country. */
  primary_city_id: string | null;
  primary_city_name: string | null;
  primary_city_distance_km: number | null;
  /** Metres above sea level. */
  altitude: number | null;
  main_biome: string | null;
  /** Percentages by biome, 100 in total; empty if unknown. */
  biome_percents: BiomePercents;
}

interface PlacedCity {
  readonly city: LandCity;
  readonly at: Vector;
}

type ClosestCities = Record<'all' | 'own' | 'primary', LandCity | undefined>;

/** The lands below one H3 cell of resolution 4. Each is computed when it is needed. */
export class LandGroup {
  /** Runs of lands with one country, which is undefined at sea. `end` is the place behind the last land. */
  readonly #runs: readonly { readonly end: number; readonly countryId: string | undefined }[];
  readonly #cities: readonly PlacedCity[];
  readonly #terrain: Terrain;

  constructor({ country_ids, owners, cities, heights, biomes }: LandGroupDocument) {
    let end = 0;
    this.#runs = chunk(owners, 2).map(([owner = -1, lands = 0]) => {
      end += lands;
      return { end, countryId: country_ids[owner] };
    });
    this.#cities = cities.map((city) => ({ city, at: vectorOf(pointOf(city.location)) }));
    this.#terrain = new Terrain({ heights, biomes });
  }

  /** Returns the country of a land, or undefined if it is not a land, as at sea. */
  countryOf(landId: string): string | undefined {
    const place = placeInGroup(landId);
    return this.#runs.find(({ end }) => place < end)?.countryId;
  }

  /** Returns a land, with the names of cities in a language, or undefined if it is not a land. */
  land(landId: string, language: Language): LandFacts | undefined {
    const countryId = this.countryOf(landId);
    if (countryId === undefined) return undefined;
    const centre = landCentre(landId);
    const { all, own, primary } = this.#closest(vectorOf(centre), countryId);
    const distanceOf = (city: LandCity | undefined): number | null => {
      if (city === undefined) return null;
      return Math.round(distanceKm(centre, pointOf(city.location)) * 1_000) / 1_000;
    };
    const nameOf = (city: LandCity | undefined): string | null =>
      city?.names?.[language] ?? city?.name ?? null;
    const distance = distanceOf(all);
    const { altitude, biomes } = this.#terrain.of(landId, centre);
    return {
      id: landId,
      country_id: countryId,
      region_name: own?.region_names?.[language] ?? own?.region_name ?? null,
      closest_city_id: all?.id ?? null,
      closest_city_name: nameOf(all),
      closest_city_distance_km: distance,
      primary_city_id: primary?.id ?? null,
      primary_city_name: nameOf(primary),
      primary_city_distance_km: primary === all ? distance : distanceOf(primary),
      altitude,
      main_biome: mainBiome(biomes),
      biome_percents: biomes,
    };
  }

  /** The first by id wins among equally close cities. */
  #closest(centre: Vector, countryId: string): ClosestCities {
    const least = { all: Infinity, own: Infinity, primary: Infinity };
    const found: ClosestCities = { all: undefined, own: undefined, primary: undefined };
    for (const { city, at } of this.#cities) {
      const chord = squaredChord(at, centre);
      const isOwn = city.country_id === countryId;
      if (chord < least.all) [least.all, found.all] = [chord, city];
      if (isOwn && chord < least.own) [least.own, found.own] = [chord, city];
      if (isOwn && city.primary && chord < least.primary)
        [least.primary, found.primary] = [chord, city];
    }
    return found;
  }
}

/** Returns the biome with the largest share. Of equal shares the first by name counts. */
function mainBiome(biomes: BiomePercents): string | null {
  const shares = Object.entries(biomes);
  shares.sort(([one, share], [other, next]) => next - share || (one < other ? -1 : 1));
  return shares[0]?.[0] ?? null;
}
