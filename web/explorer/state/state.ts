import type { Language } from '../languages.js';

/** A place on the earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Camera {
  readonly centre: Point;
  readonly zoom: number;
}

export const PAGES = ['map', 'data'] as const;
export const COLOURINGS = ['altitude', 'biome', 'markers', 'country'] as const;
export const PROJECTIONS = ['globe', 'flat'] as const;
export type Page = (typeof PAGES)[number];
export type Colouring = (typeof COLOURINGS)[number];
export type Projection = (typeof PROJECTIONS)[number];

export const MAX_RINGS = 10;
export const MAX_ZOOM = 18;
export const MAX_SEASON = 1_000_000;
export const MAX_RADIUS_METERS = 50_000;

/** Everything that a link contains. */
export interface Address {
  readonly page: Page;
  readonly camera: Camera;
  /** The place that is looked up. */
  readonly point: Point | undefined;
  readonly rings: number;
  readonly colouring: Colouring;
  readonly projection: Projection;
  /** Undefined if a link does not contain it. */
  readonly language: Language | undefined;
  /** Places and markers need an internal token, so they are looked up on request only. */
  readonly showsMarkers: boolean;
  readonly season: number;
  readonly radiusMeters: number;
}

export const START: Address = {
  page: 'map',
  camera: { centre: { latitude: 25, longitude: 10 }, zoom: 1.6 },
  point: undefined,
  rings: 0,
  colouring: 'altitude',
  projection: 'globe',
  language: undefined,
  showsMarkers: false,
  season: 1,
  radiusMeters: 5_000,
};
