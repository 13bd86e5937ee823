import { distanceKm, EARTH_RADIUS_KM } from './distance.js';
import type { CellOutline } from './cell.js';
import type { Point } from './point.js';
import { RADIANS_PER_DEGREE } from './radians.js';

/**
 * Elasticsearch ranks by a number of 24 bits, and measures to about a millionth: which of two cities
 * that are equally far but for this is the closest, only it can tell.
 */
const TIE_KM = 0.001;
const TIE_SHARE = 1e-6;

/** Returns the difference that two distances of about this length may have and still count as equal. */
export function tieKm(distance: number): number {
  return TIE_KM + TIE_SHARE * distance;
}

interface Located {
  readonly location: Point;
}

/**
 * Leaves out of some cities those that are the closest one, or as close, at no point of a cell.
 *
 * A city is left out when it is farther from the centre than any closest one can be, or when one
 * other city is closer at all corners. Then it is so at every point: where a city c is farther than
 * another one d, (d - c) · x > 0 for their and the point's unit vectors, which holds for all points
 * between corners for which it holds.
 */
export function nearestSomewhere<City extends Located>(
  cities: readonly City[],
  { centre, radiusMeters, ring }: CellOutline,
): City[] {
  const byDistance = cities
    .map((city) => ({ city, fromCentreKm: distanceKm(centre, city.location) }))
    .sort((a, b) => a.fromCentreKm - b.fromCentreKm);
  const [nearest] = byDistance;
  if (nearest === undefined) return [];
  const radiusKm = radiusMeters / 1_000;
  const reachKm = nearest.fromCentreKm + 2 * radiusKm;
  const farthestKm = reachKm + tieKm(reachKm);
  // As large as the difference of two cosines is where distances as long as these differ by a tie.
  const slack = (2 * tieKm(farthestKm) * Math.min(1, (farthestKm + radiusKm) / EARTH_RADIUS_KM)) / EARTH_RADIUS_KM; // prettier-ignore
  const corners = ring.map(([longitude, latitude]) => vectorOf({ latitude, longitude }));
  const left: { readonly city: City; readonly cosines: readonly number[] }[] = [];
  for (const { city, fromCentreKm } of byDistance) {
    if (fromCentreKm > farthestKm) break;
    const vector = vectorOf(city.location);
    const cosines = corners.map((corner) => dot(corner, vector));
    const isFarther = left.some(({ cosines: closer }) =>
      cosines.every((cosine, corner) => (closer[corner] ?? NaN) - cosine > slack),
    );
    if (!isFarther) left.push({ city, cosines });
  }
  return left.map(({ city }) => city);
}

type Vector = readonly [number, number, number];

function vectorOf({ latitude, longitude }: Point): Vector {
  const parallel = Math.cos(latitude * RADIANS_PER_DEGREE);
  return [
    parallel * Math.cos(longitude * RADIANS_PER_DEGREE),
    parallel * Math.sin(longitude * RADIANS_PER_DEGREE),
    Math.sin(latitude * RADIANS_PER_DEGREE),
  ];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
