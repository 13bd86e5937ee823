import { cellAt } from '../../../core/geo/cell.js';
import type { Point } from '../../../core/geo/point.js';
import type { CityRow } from '../../../ingest/cities/row.js';
import { pick } from '../statistics.js';

/** The coarsest cells for which answers may be kept; their middles are 6 km apart. */
const COARSEST_RESOLUTION = 6;
/** Where people are: within some 50 km of a city, so that there are more cells than are needed. */
const SPREAD_DEGREES = 0.5;
const MAX_LATITUDE = 89;
/** After so many cells in a row that were asked before there are hardly any others. */
const MAX_TRIES = 1_000;

/**
 * Gives points of which nothing can be known from the others: each in a cell of its own. Ends when
 * no more are found.
 */
export function* newPoints(
  towns: readonly Pick<CityRow, 'latitude' | 'longitude'>[],
  random: () => number,
): Generator<Point> {
  const asked = new Set<string>();
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const point = near(pick(random, towns), random);
    const cell = cellAt(point, COARSEST_RESOLUTION);
    if (asked.has(cell)) continue;
    asked.add(cell);
    tries = 0;
    yield point;
  }
}

function near({ latitude, longitude }: Point, random: () => number): Point {
  const aside = (): number => (random() * 2 - 1) * SPREAD_DEGREES;
  return {
    latitude: Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude + aside())),
    longitude: Math.max(-180, Math.min(180, longitude + aside())),
  };
}
