import type { CellOutline } from './cell.js';
import { distanceKm, EARTH_RADIUS_KM, type Point, vectorOf } from './point.js';

/**
 * Elasticsearch ranks by a number of 24 bits and measures to about a millionth. Only Elasticsearch
 * can decide which of two cities within this difference is the closest.
 */
const TIE_KM = 0.001;
const TIE_SHARE = 1e-6;

/** Returns the largest difference at which distances of about this length count as equal. */
export function tieKm(distance: number): number {
  return TIE_KM + TIE_SHARE * distance;
}

/**
 * Returns the cities that are the closest one, or as close, at some point of a cell.
 *
 * A city is left out if it is farther from the centre than any closest one can be, or if one other
 * city is closer at all corners. That city is then closer at every point: c is farther than d where
 * (d - c) · x > 0 for their and the point's unit vectors. If that holds for all corners, it holds
 * for all points between them.
 */
export function nearestSomewhere<City extends { readonly location: Point }>(
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
  // The difference of two cosines if distances of this length differ by a tie.
  const largestSine = Math.min(1, (farthestKm + radiusKm) / EARTH_RADIUS_KM);
  const slack = (2 * tieKm(farthestKm) * largestSine) / EARTH_RADIUS_KM;
  const corners = ring.map(([longitude, latitude]) => vectorOf({ latitude, longitude }));
  const left: { readonly city: City; readonly cosines: readonly number[] }[] = [];
  for (const { city, fromCentreKm } of byDistance) {
    if (fromCentreKm > farthestKm) break;
    const { x, y, z } = vectorOf(city.location);
    const cosines = corners.map((corner) => corner.x * x + corner.y * y + corner.z * z);
    const isFarther = left.some(({ cosines: closer }) =>
      cosines.every((cosine, corner) => (closer[corner] ?? NaN) - cosine > slack),
    );
    if (!isFarther) left.push({ city, cosines });
  }
  return left.map(({ city }) => city);
}
