import { ownShapes } from '../borders/ownShapes.js';
import { countryShapes } from '../borders/countryShapes.js';
import { countryCodes } from '../sources/iso/codes.js';
import type { CountrySources } from '../sources/sources.js';
import { Territory } from './territory.js';

/** The territory of every country, by id. */
export function territories(): Territory[] {
  const shapeOf = countryShapes();
  return countryCodes().map((code) => new Territory(code.id, shapeOf(code)));
}

/**
 * The territories that a file of borders draws, by id.
 * @throws when it cannot be read
 */
export async function ownTerritories(borders: CountrySources): Promise<Territory[]> {
  const { countries } = await ownShapes(borders);
  return countries.map((country) => new Territory(country.code.id, country));
}
