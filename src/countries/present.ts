import { compact, partition, sortBy } from 'es-toolkit/array';
import Joi from 'joi';
import { CONTINENTS } from '../../indices/countries.js';
import type { Language } from '../../indices/languages.js';
import { objectSchema } from '../lookups/answers.js';
import type { Territory } from '../lookups/territories.js';
import type { PointLookup } from '../parameters/shared.js';
import type { CountriesById } from './allCountries.js';
import type { FindAll } from './params.js';
import type { CountrySummary } from './queries.js';

/** A country in an answer. */
export type Country = ReturnType<typeof presentCountry>;

export const countrySchema = objectSchema('Country', {
  id: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .required()
    .description('ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo'),
  name: Joi.string().required().description('In the language of `lang`'),
  continent: Joi.string()
    .valid(...CONTINENTS)
    .required(),
  population: Joi.number().integer().min(0).required(),
});

/** Examples for the documentation. */
export const FRANCE = { id: 'FRA', name: 'Frankreich', continent: 'Europe', population: 68374600 };
export const JAPAN = { id: 'JPN', name: 'Japan', continent: 'Asia', population: 123202000 };

export function presentCountry(stored: CountrySummary, language: Language) {
  const { id, names, continent, population } = stored;
  return { id, name: names[language], continent, population };
}

/** Returns all countries, or a page of them, in the alphabetical order of the language. */
export function presentAll(
  stored: CountriesById,
  { limit, offset, primaryOnly, language }: FindAll,
): Country[] {
  const { compare } = new Intl.Collator(language);
  return [...stored.values()]
    .filter(({ primary }) => primary || !primaryOnly)
    .map((country) => presentCountry(country, language))
    .sort((one, other) => compare(one.name, other.name) || (one.id < other.id ? -1 : 1))
    .slice(offset, limit === undefined ? undefined : offset + limit);
}

/** Returns the countries of a territory: those that hold it, the smallest first, then the nearby ones. */
export function presentTerritory(
  territory: Territory,
  stored: CountriesById,
  { primaryOnly, language }: PointLookup,
): Country[] {
  const [inside, nearby] = partition(territory.countries, ({ isInside }) => isInside);
  const holding = compact(inside.map(({ id }) => stored.get(id)));
  const others = compact(nearby.map(({ id }) => stored.get(id)));
  return [...sortBy(holding, ['area_km2']), ...others]
    .filter(({ primary }) => primary || !primaryOnly)
    .map((country) => presentCountry(country, language));
}
