import Joi from 'joi';
import { CONTINENTS } from '../../indices/countries.js';
import type { Language } from '../../indices/languages.js';
import type { CountrySummary } from './queries.js';

/** A country as callers see it. */
export interface Country {
  id: string;
  name: string;
  continent: string;
  population: number;
}

/** The shape of `Country`, for the API documentation. */
export const countrySchema = Joi.object<Country>({
  id: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .required()
    .description('ISO 3166-1 alpha-3 code, upper case; `XKX` is Kosovo'),
  name: Joi.string().required().description('In the language of `lang`'),
  continent: Joi.string()
    .valid(...CONTINENTS)
    .required(),
  population: Joi.number().integer().min(0).required(),
})
  .unknown(false)
  .label('Country');

export function presentCountry(stored: CountrySummary, language: Language): Country {
  const { id, names, continent, population } = stored;
  return { id, name: names[language], continent, population };
}
