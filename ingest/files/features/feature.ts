import type { Geometry } from 'geojson';

/** What a file draws, and what it says of it. */
export interface Feature {
  /** Number of the feature in its file, from 1. */
  line: number;
  properties: Readonly<Record<string, unknown>>;
  /** Longitude before latitude, as the file has them; null where nothing is drawn. */
  geometry: Geometry | null;
}

/** Returns a property as text; empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
