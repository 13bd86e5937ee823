import { countryShapes } from '../borders/countryShapes.js';
import { countryCodes } from '../iso/codes.js';
import { Territory } from './territory.js';

/** The territory of every country, by id. */
export function territories(): Territory[] {
  const shapeOf = countryShapes();
  return countryCodes().map((code) => new Territory(code.id, shapeOf(code)));
}
