import Joi from 'joi';
import type { Point } from '../../core/geo/point.js';
import type { Language } from '../../indices/languages.js';
import { latlngSchema, presentLatlng } from '../lookups/answers.js';
import type { Fields, Hit } from '../search/search.js';
import { type CitySummary, translations } from './queries.js';

/** A city in an answer. */
export interface City {
  id: string;
  country_id: string;
  name: string;
  /** Null if the source has none. */
  region_name: string | null;
  population: number;
  /** In degrees; null only for the empty city. */
  latlng: Point | null;
}

/** The schema of `City` for the API documentation. */
export const citySchema = Joi.object<City>({
  id: Joi.string()
    .required()
    .description(
      'Country code, `_`, the default name without blanks and commas. If cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes.',
    ),
  country_id: Joi.string().required().description('ISO 3166-1 alpha-3 code of the country'),
  name: Joi.string()
    .allow('')
    .required()
    .description('In the language of `lang`; the default name if there is none'),
  region_name: Joi.string().allow('', null).required().description('`null` if unknown'),
  population: Joi.number().integer().min(0).required(),
  latlng: latlngSchema.allow(null).description('In degrees; `null` for the empty city'),
})
  .unknown(false)
  .label('City');

/** The answer of a location lookup that finds no city. */
export const EMPTY_CITY: City = {
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
  stored: CitySummary,
  fields: Fields | undefined,
  language: Language,
): City {
  const at = translations(language);
  return {
    id: stored.id,
    country_id: stored.country_id,
    name: firstText(fields?.[at.name]) ?? stored.name,
    region_name: firstText(fields?.[at.regionName]) ?? stored.region_name,
    population: stored.population,
    latlng: presentLatlng(stored.location),
  };
}

/** A city as it is cached: in one language, with the fields that lookups need beside the answer. */
export interface CachedCity {
  readonly city: City;
  readonly primary: boolean;
  readonly timeZone: string | null;
}

export function toCachedCity({ _source: stored, fields }: Hit<CitySummary>, language: Language) {
  const { primary, time_zone: timeZone } = stored;
  return { city: presentCity(stored, fields, language), primary, timeZone: timeZone ?? null };
}

/** Returns the kind of cached cities in a language. */
export function cityKind(language: Language): string {
  return `cities ${language}`;
}

function firstText(values: readonly unknown[] | undefined): string | undefined {
  const [value] = values ?? [];
  return typeof value === 'string' ? value : undefined;
}
