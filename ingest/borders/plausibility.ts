import { sumBy } from 'es-toolkit/math';
import type { PackedPolygon } from './packed.js';
import { crossesOnce } from './tangentPlane.js';
import { type GeonamesRecord, geonamesRecords } from '../reference/geonames.js';

/** The largest cities of a country that its border is compared with. */
const COMPARED = 20;
/** Smaller towns may lie on islands that a coarse border leaves out. */
const LARGE_POPULATION = 100_000;
const FEWEST_LARGE = 3;
/** Coarse borders hold a far larger share of the large cities, and borders of another country none. */
const LEAST_SHARE = 1 / 10;
const EXAMPLES = 5;

/** Lists why drawn borders must be wrong: they do not hold the largest cities of their countries. */
export function doubtsOfBorders(
  drawn: readonly { id: string; alpha2: string; polygons: readonly PackedPolygon[] }[],
): string[] {
  const largest = new Map<string, GeonamesRecord[]>(drawn.map(({ alpha2 }) => [alpha2, []]));
  // The most populous first.
  for (const city of geonamesRecords()) {
    const cities = largest.get(city.countryCode);
    if (cities !== undefined && cities.length < COMPARED) cities.push(city);
  }
  const countries = drawn.map(({ id, alpha2, polygons }) => {
    const cities = largest.get(alpha2) ?? [];
    const held = cities.filter((city) => holds(polygons, city.longitude, city.latitude));
    const exchanged = cities.filter((city) => holds(polygons, city.latitude, city.longitude));
    return { id, cities, held, exchanged };
  });
  const [cities, held, exchanged] = (['cities', 'held', 'exchanged'] as const).map((each) =>
    sumBy(countries, (country) => country[each].length),
  ) as [number, number, number];
  if (exchanged > held && exchanged > cities / 2) {
    return [
      `latitude and longitude of the borders seem to be exchanged: they hold ${held} of ${cities} cities of their countries, and ${exchanged} if they are exchanged back`,
    ];
  }
  const misplaced = countries.flatMap((country) => {
    const [large, heldLarge] = [country.cities, country.held].map(
      (each) => each.filter(({ population }) => population >= LARGE_POPULATION).length,
    ) as [number, number];
    const isPlausible = large < FEWEST_LARGE || heldLarge >= large * LEAST_SHARE;
    return isPlausible ? [] : [`${country.id} ${heldLarge} of ${large}`];
  });
  if (misplaced.length === 0) return [];
  return [
    `the borders of ${misplaced.length} countries do not hold their largest cities: ${misplaced.slice(0, EXAMPLES).join(', ')}; correct the codes or the coordinates`,
  ];
}

/** True if one of the polygons holds a point. */
function holds(polygons: readonly PackedPolygon[], x: number, y: number): boolean {
  return polygons.some((rings) => {
    let isInside = false;
    for (const ring of rings) {
      for (let at = 3; at < ring.length; at += 2) {
        const from = { x: ring[at - 3] ?? NaN, y: ring[at - 2] ?? NaN };
        const to = { x: ring[at - 1] ?? NaN, y: ring[at] ?? NaN };
        if (crossesOnce([from, to], { x, y })) isInside = !isInside;
      }
    }
    return isInside;
  });
}
