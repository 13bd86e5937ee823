import { area } from '@turf/area';
import type { Continent, CountryDocument } from '../../indices/countries.js';
import type { Names } from '../../indices/languages.js';
import { type CountryShape, countryShapes } from '../borders/countryShapes.js';
import {
  type CountryCode,
  countryCodes,
  primaryCodes,
  territoriesOf,
  territoryInfo,
} from '../sources/iso.js';
import { countryNames } from './names.js';

/**
 * The continents as regions of UN M49, whose content CLDR lists. `003`, unlike `021`, is North
 * America with Central America and the Caribbean. M49 decides the countries on two continents:
 * Russia is in Europe; Turkey, Cyprus, Georgia, Armenia, Azerbaijan and Kazakhstan are in Asia.
 */
const REGIONS: readonly (readonly [region: string, continent: Continent])[] = [
  ['002', 'Africa'],
  ['142', 'Asia'],
  ['150', 'Europe'],
  ['003', 'North America'],
  ['009', 'Oceania'],
  ['005', 'South America'],
];

/**
 * M49 has no region for Antarctica, and assigns the uninhabited islands around it to continents
 * thousands of kilometres away. As in GeoNames, they are all in Antarctica here.
 */
const ANTARCTIC: ReadonlySet<string> = new Set(['AQ', 'BV', 'GS', 'HM', 'TF']);

/** A country, its border, and the names that replace the built-in ones. */
export interface ShapedCountry extends Pick<CountryShape, 'border'> {
  code: CountryCode;
  names: Names;
}

/**
 * Yields the 250 countries, by id, from the packages we use: codes, continents, populations and UN
 * membership of CLDR, names of `Intl`, borders of Natural Earth. One border is in memory at a time.
 * @throws if a source lacks something of a country
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
 * Returns a function that makes the document of one of these countries.
 * @param countries all countries there are, because their names are compared
 * @throws if a source lacks something, also from the returned function
 */
export function documentMaker(
  countries: readonly ShapedCountry[],
): (country: ShapedCountry) => CountryDocument {
  const own = new Map(countries.map(({ code, names }) => [code.id, names]));
  const codes = countries.map(({ code }) => code);
  const namesOf = countryNames(codes, own);
  const continentOf = continentsByCode();
  const primary = primaryCodes();
  return ({ code: { id, alpha2 }, border }) => {
    const names = namesOf.get(id);
    if (names === undefined) throw new Error(`There are no names for ${id}.`);
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

/** Returns a function from alpha-2 codes to continents. It throws for a code without continent. */
export function continentsByCode(): (alpha2: string) => Continent {
  const continents = new Map<string, Continent>();
  for (const [region, continent] of REGIONS) {
    for (const alpha2 of territoriesOf(region)) continents.set(alpha2, continent);
  }
  for (const alpha2 of ANTARCTIC) continents.set(alpha2, 'Antarctica');
  return (alpha2) => {
    const continent = continents.get(alpha2);
    if (continent === undefined) throw new Error(`CLDR has no continent for ${alpha2}.`);
    return continent;
  };
}

/**
 * Returns the population of a territory by its alpha-2 code.
 * @throws if CLDR has none
 */
export function populationOf(alpha2: string): number {
  const population = Number(territoryInfo[alpha2]?._population ?? Number.NaN);
  if (Number.isSafeInteger(population) && population >= 0) return population;
  throw new Error(`CLDR has no population for ${alpha2}.`);
}
