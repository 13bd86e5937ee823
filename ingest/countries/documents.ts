import { area } from '@turf/area';
import type { CountryDocument } from '../../indices/countries.js';
import type { Names } from '../../indices/languages.js';
import { type CountryShape, countryShapes } from '../borders/countryShapes.js';
import { type CountryCode, countryCodes } from '../sources/iso/codes.js';
import { continentsByCode } from './continents.js';
import { countryNames } from './names.js';
import { populationOf } from './population.js';
import { primaryCodes } from '../sources/iso/primary.js';

/** A country, where it is, and names that are other than the built-in ones. */
export interface ShapedCountry extends Pick<CountryShape, 'border'> {
  code: CountryCode;
  names: Names;
}

/**
 * The 250 countries, by id, from the sources in our packages: codes, continents, populations and
 * UN membership of CLDR, names of `Intl`, borders of Natural Earth. No I/O but reading them.
 *
 * Each border is computed when its country is asked for, so one is in memory at a time.
 *
 * @throws Error that names the country or feature for which a source lacks something
 */
export function* countryDocuments(): Generator<CountryDocument, void, undefined> {
  const shapeOf = countryShapes();
  const countries = countryCodes().map((code) => ({
    code,
    names: {},
    border: () => shapeOf(code).border(),
  }));
  const toDocument = documentMaker(countries);
  for (const country of countries) yield toDocument(country);
}

/**
 * Returns what makes documents of these countries, which are all that there are.
 * @throws also from the returned function, for what a source lacks
 */
export function documentMaker(
  countries: readonly ShapedCountry[],
): (country: ShapedCountry) => CountryDocument {
  const own = new Map(countries.map(({ code, names }) => [code.id, names]));
  const naming = countryNames(
    countries.map(({ code }) => code),
    own,
  );
  const continentOf = continentsByCode();
  const primary = primaryCodes();
  return ({ code: { id, alpha2 }, border }) => {
    const names = naming.get(id);
    if (names === undefined) throw new Error(`no names for ${id}`);
    const shape = border();
    return {
      id,
      ...names,
      continent: continentOf(alpha2),
      population: populationOf(alpha2),
      primary: primary.has(alpha2),
      area_km2: area(shape) / 1e6,
      border: shape,
    };
  };
}
