import { territoryInfo } from '../sources/iso/cldr.js';

/**
 * The inhabitants of a territory.
 *
 * @param alpha2 ISO 3166-1 alpha-2 code, or `XK`
 * @returns an integer ≥ 0
 * @throws Error when CLDR has no count
 */
export function populationOf(alpha2: string): number {
  const population = Number(territoryInfo[alpha2]?._population ?? Number.NaN);
  if (!Number.isSafeInteger(population) || population < 0) {
    throw new Error(`CLDR has no population for ${alpha2}`);
  }
  return population;
}
