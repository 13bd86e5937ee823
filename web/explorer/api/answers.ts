import type { Point } from '../state/state.js';

export interface Country {
  readonly id: string;
  readonly name: string;
  readonly continent: string;
  readonly population: number;
}

export interface City {
  readonly id: string;
  readonly country_id: string;
  readonly name: string;
  readonly region_name: string | null;
  readonly population: number;
  /** Null of the empty city only. */
  readonly latlng: Point | null;
}

export interface Land {
  readonly id: string;
  readonly country_id: string;
  readonly region_name: string | null;
  readonly closest_city_id: string | null;
  readonly closest_city_name: string | null;
  readonly closest_city_distance_km: number | null;
  readonly primary_city_id: string | null;
  readonly primary_city_name: string | null;
  readonly primary_city_distance_km: number | null;
  readonly altitude: number | null;
  readonly main_biome: string | null;
  readonly biome_percents: Readonly<Record<string, number>>;
  readonly markers_count: number;
}

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly subtitle: string | null;
  readonly category: string | null;
  readonly latlng: Point;
}

export interface Marker {
  readonly id: string;
  readonly latlng: Point;
  readonly icon?: number;
  readonly skin?: string;
  readonly is_built: boolean;
}
