/** What makes a city primary. */
export interface Sized {
  sourceId: string;
  /** ISO 3166-1 alpha-3. */
  countryId: string;
  population: number;
  capital: boolean;
}

export const DEFAULT_PRIMARY_MINIMUM_POPULATION = 100_000;

/**
 * Returns the source ids of the primary cities: capitals, cities of at least `minimumPopulation`
 * inhabitants, and the largest city of every primary country.
 */
export function primaryCities(
  cities: Iterable<Sized>,
  primaryCountryIds: ReadonlySet<string>,
  minimumPopulation: number,
): Set<string> {
  const primary = new Set<string>();
  const largest = new Map<string, Sized>();
  for (const city of cities) {
    if (city.capital || city.population >= minimumPopulation) primary.add(city.sourceId);
    if (!primaryCountryIds.has(city.countryId)) continue;
    const best = largest.get(city.countryId);
    if (best === undefined || city.population > best.population) largest.set(city.countryId, city);
  }
  for (const city of largest.values()) primary.add(city.sourceId);
  return primary;
}
