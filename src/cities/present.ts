import Joi from 'joi';
import { pointOf } from '../../core/geo/point.js';
import type { Language } from '../../indices/languages.js';
import { latlngSchema, objectSchema } from '../lookups/answers.js';
import type { Hit } from '../search/search.js';
import { type CitySummary, translations } from './queries.js';

/** A city in an answer. */
export type City = FoundCity | typeof EMPTY_CITY;
export type FoundCity = ReturnType<typeof presentCity>;

export const citySchema = objectSchema('City', {
  id: Joi.string()
    .required()
    .description(
      'Country code, `_`, the default name without blanks and commas. If cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes.',
    ),
  country_id: Joi.string().required().description('ISO 3166-1 alpha-3 code of the country'),
  name: Joi.string()
    .allow('')
    .required()
    .description('In the language of `lang`, else the default name'),
  region_name: Joi.string()
    .allow('', null)
    .required()
    .description('In the language of `lang`, else the default name; `null` if unknown'),
  population: Joi.number().integer().min(0).required(),
  latlng: latlngSchema.allow(null).description('In degrees; `null` for the empty city'),
});

/** The answer of a location lookup that finds no city. */
export const EMPTY_CITY = {
  id: 'NO_CITY',
  country_id: 'NO_COUNTRY',
  name: '',
  region_name: '',
  population: 0,
  latlng: null,
};

/** An example for the documentation. */
export const PARIS = {
  id: 'FRA_Paris',
  country_id: 'FRA',
  name: 'Paris',
  region_name: 'Île-de-France',
  population: 2138551,
  latlng: { latitude: 48.85341, longitude: 2.3488 },
};

export function presentCity(
  { _source: stored, fields = {} }: Hit<CitySummary>,
  language: Language,
) {
  const at = translations(language);
  const [name = stored.name] = (fields[at.name] ?? []) as string[];
  const [region_name = stored.region_name] = (fields[at.regionName] ?? []) as string[];
  const { id, country_id, population, location } = stored;
  return { id, country_id, name, region_name, population, latlng: pointOf(location) };
}

/** A city as it is cached: in one language, with the fields that lookups need beside the answer. */
export interface CachedCity {
  readonly city: City;
  readonly primary: boolean;
  readonly timeZone: string | null;
}

/** A city that was found, as it is cached. */
export interface CachedFoundCity extends CachedCity {
  readonly city: FoundCity;
}

export function toCachedCity(hit: Hit<CitySummary>, language: Language): CachedFoundCity {
  const { primary, time_zone: timeZone } = hit._source;
  return { city: presentCity(hit, language), primary, timeZone: timeZone ?? null };
}

/** Returns the kind of cached cities in a language. */
export function cityKind(language: Language): string {
  return `cities ${language}`;
}
