/** Weights that were tuned on one half of `test/fixtures/search/prefixes.tsv`, and judged by the other. */
const NAMES_WEIGHT = 1.8;
const CAPITAL_WEIGHT = 0.6;
const REGION_NAMES_WEIGHT = 1.2;
/** Countries have names in all languages, so counting them would not tell two countries apart. */
const COUNTRY_WEIGHT = 1.6;
/** The square root of the population by this is about the median number of names of built-in cities. */
const MEDIAN_NAMES_DIVISOR = 30;

/**
 * Returns how well known a city is. 1 more is worth ten times the population.
 * @param names the number of its distinct names in all languages and of its aliases. If it has only one,
 * what a city of its population has on the median counts, so that data without translations is not worse off
 */
export function cityProminence(population: number, names: number, isCapital: boolean): number {
  const known = names > 1 ? names : Math.max(1, Math.sqrt(population) / MEDIAN_NAMES_DIVISOR);
  const ofNames = NAMES_WEIGHT * Math.log10(1 + known);
  return populationOnly(population) + ofNames + (isCapital ? CAPITAL_WEIGHT : 0);
}

/** Returns how well known a country is, on the scale of cities. */
export function countryProminence(population: number): number {
  return populationOnly(population) + COUNTRY_WEIGHT;
}

/** Returns how well known a region is, by the people of its cities and the number of its names and codes. */
export function regionProminence(population: number, names: number): number {
  return populationOnly(population) + REGION_NAMES_WEIGHT * Math.log10(1 + names);
}

/** Returns the prominence of a document of an earlier version, which has none stored. */
export function populationOnly(population: number): number {
  return Math.log10(1 + population);
}
