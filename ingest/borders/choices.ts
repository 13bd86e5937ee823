/**
 * Every choice of ours on which country a part of the atlas belongs to, and what we add to it. What is
 * not named here belongs to the ISO 3166-1 entry whose number its feature carries. The README of
 * `ingest/data/` gives the reasons and sources.
 */
import { readFileSync } from 'node:fs';
import type { FeatureCollection, Polygon, Position } from 'geojson';
import type { Box } from '../../core/geo/box.js';
import { builtInFile, builtInTable } from '../sources/builtInFile.js';

/** The countries, by id, of the features without a number, by their name in world-atlas. */
export const UNCODED_FEATURES: ReadonlyMap<string, string> = new Map(
  builtInTable('uncoded-features.tsv').map(([feature = '', country = '']) => [feature, country]),
);

/** Countries that the atlas draws over a neighbour, by 0.014 km²: the land is theirs. */
export const DRAWN_OVER_OTHERS: ReadonlySet<string> = new Set(['MAC']);

/** A part of a feature that is a country of its own, and that the feature's country loses. */
export interface DetachedPart extends Box {
  /** Id of the country that gets every polygon of the feature that lies wholly within the box. */
  readonly country: string;
  /** Number of the feature, or its name if it has none. */
  readonly feature: string;
  /** True if a polygon that reaches beyond the box is cut at its edge, and the inner part taken. */
  readonly cut: boolean;
}

export const DETACHED_PARTS: readonly DetachedPart[] = builtInTable('detached-parts.tsv').map(
  ([country = '', , feature = '', west, south, east, north, taken]) => ({
    ...{ country, feature, cut: taken === 'cut' },
    ...{ west: Number(west), south: Number(south), east: Number(east), north: Number(north) },
  }),
);

/** Land that the atlas leaves out, or draws as a line or a point: a circle is its border. */
export interface Islet {
  /** Id of the country. */
  readonly country: string;
  /** Degrees. */
  readonly longitude: number;
  readonly latitude: number;
  readonly radiusMeters: number;
}

export const ISLETS: readonly Islet[] = builtInTable('islets.tsv').map(
  ([country = '', , longitude, latitude, radius]) => ({
    country,
    longitude: Number(longitude),
    latitude: Number(latitude),
    radiusMeters: Number(radius),
  }),
);

/** Land of a country within another one that the atlas leaves out, or draws as a line. */
export interface Enclave {
  /** Id of the country. */
  readonly country: string;
  /** Its outline: a closed ring, longitude and latitude in degrees. */
  readonly ring: readonly Position[];
}

export const ENCLAVES = readEnclaves();

function readEnclaves(): Enclave[] {
  const text = readFileSync(builtInFile('enclaves.geojson'), 'utf8');
  const { features } = JSON.parse(text) as FeatureCollection<Polygon, { country: string }>;
  return features.map(({ properties: { country }, geometry: { coordinates } }) => ({
    country,
    ring: coordinates[0] ?? [],
  }));
}
