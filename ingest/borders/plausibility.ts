import { builtInPoints, type CityPoint } from '../sources/nearestCity.js';

/** The rings of a polygon as numbers, without an object for every position: a tenth of the memory. */
export type PackedPolygon = readonly Float64Array[];

/** A country that a file draws. */
interface DrawnCountry {
  id: string;
  alpha2: string;
  polygons: readonly PackedPolygon[];
}

/** The largest cities of a country that its border is compared with. */
const COMPARED = 20;
/** Smaller towns may lie on islands that a coarse border leaves out. */
const LARGE_POPULATION = 100_000;
const FEWEST_LARGE = 3;
/** Coarse borders hold far more of them, and those of another country none. */
const LEAST_SHARE = 1 / 10;
const EXAMPLES = 5;

/** Lists why drawn borders cannot be those of their countries: they do not hold the cities of these. */
export function doubtsOfBorders(drawn: readonly DrawnCountry[]): string[] {
  const citiesOf = largestCities();
  const countries = drawn.map(({ id, alpha2, polygons }) => {
    const cities = citiesOf.get(alpha2) ?? [];
    const isHeld = ({ longitude, latitude }: CityPoint) => holds(polygons, longitude, latitude);
    const isExchanged = ({ longitude, latitude }: CityPoint) =>
      holds(polygons, latitude, longitude);
    const large = cities.filter(({ population }) => population >= LARGE_POPULATION);
    return {
      id,
      cities: cities.length,
      held: cities.filter(isHeld).length,
      exchanged: cities.filter(isExchanged).length,
      large: large.length,
      heldLarge: large.filter(isHeld).length,
    };
  });
  const total = (key: 'cities' | 'held' | 'exchanged') =>
    countries.reduce((sum, country) => sum + country[key], 0);
  const [cities, held, exchanged] = [total('cities'), total('held'), total('exchanged')];
  if (exchanged > held && exchanged > cities / 2) {
    return [
      `latitude and longitude of the borders seem to be exchanged: they hold ${held} of ${cities} cities of their countries, and ${exchanged} if they are exchanged back`,
    ];
  }
  const misplaced = countries.filter(
    ({ large, heldLarge }) => large >= FEWEST_LARGE && heldLarge < large * LEAST_SHARE,
  );
  if (misplaced.length === 0) return [];
  const examples = misplaced
    .slice(0, EXAMPLES)
    .map(({ id, large, heldLarge }) => `${id} ${heldLarge} of ${large}`);
  return [
    `the borders of ${misplaced.length} countries do not hold their largest cities: ${examples.join(', ')}; correct the codes or the coordinates`,
  ];
}

/** Returns the largest built-in cities of each country by its alpha-2 code. */
function largestCities(): ReadonlyMap<string, readonly CityPoint[]> {
  const largest = new Map<string, CityPoint[]>();
  for (const city of builtInPoints()) {
    const cities = largest.get(city.countryCode) ?? [];
    largest.set(city.countryCode, cities);
    if (cities.length < COMPARED) cities.push(city);
  }
  return largest;
}

/** True if a polygon holds a point, by the even-odd rule. */
function holds(polygons: readonly PackedPolygon[], x: number, y: number): boolean {
  return polygons.some((rings) => {
    let isInside = false;
    for (const ring of rings) {
      for (let at = 3; at < ring.length; at += 2) {
        const fromY = ring[at - 2] ?? NaN;
        const toY = ring[at] ?? NaN;
        if (fromY > y === toY > y) continue;
        const [fromX = NaN, toX = NaN] = [ring[at - 3], ring[at - 1]];
        if (x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isInside = !isInside;
      }
    }
    return isInside;
  });
}
