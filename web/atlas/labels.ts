import area from '@turf/area';
import type { Position } from 'geojson';
import polylabel from 'polylabel';
import { type Box, boxAround } from '../shared/rings.js';
import type { CountryShape } from './world.js';

/** Where the name of a country stands, and how large the country is. */
export interface CountryLabel {
  readonly id: string;
  /** Inside the largest part, as far from its border as possible. */
  readonly point: readonly [longitude: number, latitude: number];
  readonly squareKm: number;
  /** The box around the largest part, and what is near and not tiny beside that. */
  readonly box: Box;
}

/** Returns the labels of all countries that have a code. */
export function labelsOf(countries: readonly CountryShape[]): CountryLabel[] {
  return countries.flatMap((country) => {
    const { id } = country.properties;
    const part = largestPart(country);
    if (id === undefined || part === undefined) return [];
    const box = boxAround(nearbyParts(country, part).map((position) => position.map(round)));
    const squareKm = Math.round(area(country) / 1e6);
    return { id, point: middleOf(part), squareKm, box };
  });
}

const areaOf = (coordinates: Position[][]): number => area({ type: 'Polygon', coordinates });

/** Returns the largest polygon of a country. */
export function largestPart({ geometry }: CountryShape): Position[][] | undefined {
  const sizes = geometry.coordinates.map(areaOf);
  return geometry.coordinates[sizes.indexOf(Math.max(...sizes))];
}

/** Smaller shares of the largest part are not shown for their own sake. */
const SMALLEST_SHARE = 0.01;
const NEAR_DEGREES = 8;

/** Returns the corners of the largest part and of the parts near it, without overseas territories. */
function nearbyParts({ geometry }: CountryShape, largest: Position[][]): Position[] {
  const [west, south, east, north] = boxAround(largest.flat());
  const leastArea = areaOf(largest) * SMALLEST_SHARE;
  const isNear = ([longitude = 0, latitude = 0]: Position): boolean =>
    longitude > west - NEAR_DEGREES &&
    longitude < east + NEAR_DEGREES &&
    latitude > south - NEAR_DEGREES &&
    latitude < north + NEAR_DEGREES;
  return geometry.coordinates
    .filter((part) => areaOf(part) >= leastArea && part.flat().some(isNear))
    .flat(2);
}

/** Returns the middle of a polygon, with degrees of longitude scaled to its latitude. */
function middleOf(polygon: Position[][]): [number, number] {
  const [, south, , north] = boxAround(polygon.flat());
  const scale = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scaled = polygon.map((ring) => ring.map(([x = 0, y = 0]): Position => [x * scale, y]));
  const [x = 0, y = 0] = polylabel(scaled as [number, number][][], 0.05);
  return [round(x / scale), round(y)];
}

function round(degrees: number): number {
  return Number(degrees.toFixed(2));
}
