import type { CountryDocument } from '../../indices/countries.js';
import { countryShapes } from '../borders/countryShapes.js';
import { countryCodes } from '../iso/codes.js';
import { continentsByCode } from './continents.js';
import { countryNames } from './names.js';
import { populationOf } from './population.js';
import { primaryCodes } from '../iso/primary.js';

/**
 * The 250 countries, by id, from the sources in our packages: codes, continents, populations and
 * UN membership of CLDR, names of `Intl`, borders of Natural Earth. No I/O but reading them.
 *
 * Each border is computed when its country is asked for, so one is in memory at a time.
 *
 * @throws Error that names the country or feature for which a source lacks something
 */
export function* countryDocuments(): Generator<CountryDocument, void, undefined> {
  const codes = countryCodes();
  const naming = countryNames(codes);
  const continentOf = continentsByCode();
  const primary = primaryCodes();
  const shapeOf = countryShapes();
  for (const code of codes) {
    const { id, alpha2 } = code;
    const names = naming.get(id);
    if (names === undefined) throw new Error(`no names for ${id}`);
    yield {
      id,
      ...names,
      continent: continentOf(alpha2),
      population: populationOf(alpha2),
      primary: primary.has(alpha2),
      border: shapeOf(code).border(),
    };
  }
}
