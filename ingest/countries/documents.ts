import { area } from '@turf/area';
import { groupBy, uniq } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import type { Continent, CountryDocument } from '../../indices/countries.js';
import { fold } from '../../indices/fold.js';
import { LANGUAGES, type Language, type Names } from '../../indices/languages.js';
import { countryProminence } from '../../indices/prominence.js';
import { builtInTable } from '../reference/builtInFile.js';
import { countryShapes } from '../borders/countryShapes.js';
import type { OwnCountry } from '../borders/ownShapes.js';
import { borderText } from '../borders/packed.js';
import {
  countryCodes,
  languagesOf,
  primaryCodes,
  territoriesOf,
  territoryInfo,
} from '../reference/iso.js';

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
const ANTARCTIC: readonly string[] = ['AQ', 'BV', 'GS', 'HM', 'TF'];

/**
 * Countries whose short CLDR name is the natural one, because the usual one explains (`Hong Kong SAR
 * China`, `Myanmar (Burma)`). For all others the usual name is used: short ones are abbreviations (`US`).
 */
const NATURALLY_SHORT: readonly string[] = ['HK', 'MM', 'MO', 'PS'];

export const ALIASES_FILE = 'country-aliases.tsv';

/** Returns the 250 built-in countries, by id. Each border is computed when it is needed. */
export function builtInCountries(): OwnCountry[] {
  const shapeOf = countryShapes();
  return countryCodes().map((code) => ({ code, names: {}, ...shapeOf(code) }));
}

/**
 * Returns a function that makes the document of a country from the packages we use: codes,
 * continents, populations and UN membership of CLDR, names of `Intl`.
 * @throws if a source lacks something of a country, also from the returned function
 */
export function documentMaker(): (country: OwnCountry) => CountryDocument {
  const namesOf = countryNames();
  const primary = primaryCodes();
  // Former and common names, such as Burma and UK.
  const aliasesOf = groupBy(builtInTable(ALIASES_FILE), ([id = '']) => id);
  return (country) => {
    const { id, alpha2 } = country.code;
    const border = country.border();
    return {
      id,
      ...namesOf(alpha2, country.names),
      aliases: [alpha2, ...(aliasesOf[id] ?? []).map(([, alias = '']) => alias)],
      continent: continentOf(alpha2),
      population: populationOf(alpha2),
      prominence: countryProminence(populationOf(alpha2)),
      languages: languagesOf(alpha2),
      primary: primary.has(alpha2),
      area_km2: area(border) / 1e6,
      border,
      border_packed: borderText(border),
    };
  };
}

/**
 * Returns a function from an alpha-2 code, and names that replace CLDR's names, to the names of a
 * country in every language.
 * @throws if this Node lacks a language, or from the returned function, a name
 */
export function countryNames(): (
  alpha2: string,
  own?: Names,
) => Pick<CountryDocument, 'names' | 'folded'> {
  const missing = LANGUAGES.filter((language) => Intl.DisplayNames.supportedLocalesOf(language).length === 0); // prettier-ignore
  if (missing.length > 0) {
    throw new Error(`This Node has no country names in ${missing.join(', ')}.`);
  }
  const displays = LANGUAGES.map((language) => {
    const options = { type: 'region', fallback: 'none' } as const;
    const usual = new Intl.DisplayNames(language, options);
    const short = new Intl.DisplayNames(language, { ...options, style: 'short' });
    return { language, usual, short };
  });
  return (alpha2, own = {}) => {
    const named = displays.map(({ language, usual, short }) => {
      const display = NATURALLY_SHORT.includes(alpha2) ? short : usual;
      const name = own[language] ?? display.of(alpha2);
      if (name === undefined) throw new Error(`This Node has no ${language} name for ${alpha2}.`);
      return [language, name];
    });
    const names = Object.fromEntries(named) as Record<Language, string>;
    const folded = mapValues(names, fold);
    return { names, folded: { ...folded, any: uniq(Object.values(folded)) } };
  };
}

/**
 * Returns the continent of a territory by its alpha-2 code.
 * @throws if CLDR has none
 */
export function continentOf(alpha2: string): Continent {
  if (ANTARCTIC.includes(alpha2)) return 'Antarctica';
  const found = REGIONS.find(([region]) => territoriesOf(region).has(alpha2));
  if (found === undefined) throw new Error(`CLDR has no continent for ${alpha2}.`);
  return found[1];
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
