import { readFileSync } from 'node:fs';
import { once } from 'es-toolkit/function';
import { gunzipSync } from 'node:zlib';
import type { FeatureCollection, MultiPolygon, Position } from 'geojson';
import type { Box } from '../../core/geo/box.js';
import { builtInFile, builtInSources } from '../reference/builtInFile.js';
import { cutAtRing } from './grid.js';
import { type PackedPolygon, packed, unpacked } from './packed.js';
import { CHOICES } from './territories.js';

export const BORDERS_FILE = 'borders.geojson.gz';

/** Enough to distinguish two editions of the file. */
const DIGITS = 12;

/** Returns the name of the built-in borders. It changes with their content. */
export const builtInIdentity = once((): string => {
  const digest = builtInSources(BORDERS_FILE).map(({ sha256 }) => sha256.slice(0, DIGITS));
  return `${BORDERS_FILE} (${digest.join('')})`;
});

/**
 * Reads the built-in borders, which takes half a second.
 * @returns a function from a country's id to its polygons, by the choices of `territories.ts`
 */
export function builtInPolygons(): (id: string) => Position[][][] {
  const json = gunzipSync(readFileSync(builtInFile(BORDERS_FILE))).toString();
  const { features } = JSON.parse(json) as FeatureCollection<MultiPolygon>;
  const drawn = new Map<string | number | undefined, readonly PackedPolygon[]>(
    features.map(({ id, geometry }) => [id, geometry.coordinates.map(packed)]),
  );
  const drawnAs = (id: string): Position[][][] => (drawn.get(id) ?? []).map(unpacked);
  return (id) => {
    const given = CHOICES.flatMap(({ taken, country }) =>
      taken === undefined || country !== id
        ? []
        : taken.from === undefined
          ? [[[...taken.ring]]]
          : drawnAs(taken.from).flatMap((polygon) => cutAtRing(polygon, taken.ring).inside),
    );
    const lost = CHOICES.flatMap(({ taken }) => (taken?.from === id ? [taken.ring] : []));
    const kept = lost.reduce(
      (polygons, ring) => polygons.flatMap((polygon) => cutAtRing(polygon, ring).outside),
      drawnAs(id),
    );
    return [...kept, ...given];
  };
}

/** True if all of a polygon lies in a box. */
export function isWithin([outer = []]: Position[][], { west, south, east, north }: Box): boolean {
  return outer.every(
    ([longitude = NaN, latitude = NaN]) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
}
