import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { MultiPolygon, Polygon, Topology } from 'topojson-specification';
import type { CountryCode } from '../sources/iso.js';
import type { Box } from '../../core/geo/box.js';
import { cutAtBox } from './merge.js';
import { DETACHED_PARTS, type DetachedPart, UNCODED_FEATURES } from './territories.js';

/** One polygon of the atlas: its outer ring, then its holes; longitude and latitude in degrees. */
export type AtlasPolygon = Position[][];

/** A feature: what is drawn as one country, its `id` an ISO 3166-1 number if it has one. */
type AtlasGeometry = Polygon<AtlasProperties> | MultiPolygon<AtlasProperties>;

interface AtlasProperties {
  name: string;
}

/** As world-atlas writes it: shared arcs on an integer grid. */
export type AtlasTopology = Topology<{
  countries: { type: 'GeometryCollection'; geometries: AtlasGeometry[] };
}>;

export const ATLAS_FILE = 'world-atlas/countries-10m.json';

/** The borders of Natural Earth 1:10,000,000, package `world-atlas`; shared arcs, 3.6 MB. */
export function readAtlas(): AtlasTopology {
  const path = createRequire(import.meta.url).resolve(ATLAS_FILE);
  return JSON.parse(readFileSync(path, 'utf8')) as AtlasTopology;
}

/** The version of the package `world-atlas`. */
export function atlasVersion(): string {
  const require = createRequire(import.meta.url);
  return (require('world-atlas/package.json') as { version: string }).version;
}

/**
 * Assigns the polygons of the atlas to countries, by the choices of `territories.ts`. Only the
 * features of the asked country are decoded.
 *
 * @returns a function from a country's id to its polygons, empty when the atlas draws none
 * @throws Error that names a feature for which there is no choice, or a choice that nothing in
 *   the atlas needs
 */
export function polygonsByCountry(
  topology: AtlasTopology,
  codes: readonly CountryCode[],
): (id: string) => AtlasPolygon[] {
  const idByNumeric = new Map(codes.map(({ numeric, id }) => [numeric, id]));
  const features = topology.objects.countries.geometries.map((geometry) => {
    const name = geometry.properties?.name ?? 'without a name';
    const key = geometry.id === undefined ? name : String(geometry.id);
    const owner = geometry.id === undefined ? UNCODED_FEATURES.get(key)?.country : idByNumeric.get(key); // prettier-ignore
    const parts = DETACHED_PARTS.filter((part) => part.feature === key);
    if (owner === undefined && parts.length === 0) {
      throw new Error(`no country is chosen for the feature ${key} (${name}) of world-atlas`);
    }
    return { geometry, key, name, owner, parts };
  });
  const keys = new Set(features.map(({ key }) => key));
  for (const needed of [
    ...UNCODED_FEATURES.keys(),
    ...DETACHED_PARTS.map((part) => part.feature),
  ]) {
    if (!keys.has(needed)) throw new Error(`world-atlas has no feature ${needed}`);
  }

  return (id) =>
    features
      .filter(({ owner, parts }) => owner === id || parts.some(({ country }) => country === id))
      .flatMap(({ geometry, name, owner, parts }) => {
        const shares = polygonsOf(topology, geometry).flatMap((polygon) =>
          shareOut(polygon, parts),
        );
        for (const part of parts) {
          if (!shares.some((share) => share.part === part)) {
            throw new Error(`the feature ${name} of world-atlas has no part ${part.what}`);
          }
        }
        if (owner === undefined && shares.some(({ part }) => part === undefined)) {
          throw new Error(`no country is chosen for a part of the feature ${name} of world-atlas`);
        }
        return shares.filter(({ part }) => (part?.country ?? owner) === id).map(({ polygon }) => polygon); // prettier-ignore
      });
}

interface Share {
  polygon: AtlasPolygon;
  /** Absent for what the owner of the feature keeps. */
  part?: DetachedPart;
}

function shareOut(polygon: AtlasPolygon, parts: readonly DetachedPart[]): Share[] {
  const whole = parts.find((part) => isWithin(polygon, part));
  if (whole !== undefined) return [{ polygon, part: whole }];
  const cutting = parts.find(({ cut }) => cut);
  if (cutting === undefined) return [{ polygon }];
  const { inside, outside } = cutAtBox(polygon, cutting);
  return [
    ...inside.map((piece) => ({ polygon: piece, part: cutting })),
    ...outside.map((piece) => ({ polygon: piece })),
  ];
}

function polygonsOf(topology: AtlasTopology, geometry: AtlasGeometry): AtlasPolygon[] {
  return geometry.type === 'Polygon'
    ? [feature(topology, geometry).geometry.coordinates]
    : feature(topology, geometry).geometry.coordinates;
}

function isWithin([outer = []]: AtlasPolygon, box: Box): boolean {
  return outer.every(
    ([longitude = Number.NaN, latitude = Number.NaN]) =>
      longitude >= box.west &&
      longitude <= box.east &&
      latitude >= box.south &&
      latitude <= box.north,
  );
}
