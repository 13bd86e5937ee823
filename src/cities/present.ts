import Joi from 'joi';
import type { Language } from '../../indices/languages.js';
import type { Point } from '../../core/geo/point.js';
import { latlngSchema, presentLatlng } from '../lookups/latlng.js';
import { type CitySummary, translations } from './queries.js';
import type { Fields } from '../search/search.js';

/** A city as callers see it. */
export interface City {
  id: string;
  country_id: string;
  name: string;
  /** Null where the source knows none. */
  region_name: string | null;
  population: number;
  /** Degrees; null only for the empty city. */
  latlng: Point | null;
}

/** The shape of `City`, for the API documentation. */
export const citySchema = Joi.object<City>({
  id: Joi.string()
    .required()
    .description(
      'Country code, `_`, the default name without blanks and commas; where cities of a country share a name, the less populous ones add `_<region>`, then `_<source id>`. It never changes.',
    ),
  country_id: Joi.string().required().description('ISO 3166-1 alpha-3 code of the country'),
  name: Joi.string()
    .allow('')
    .required()
    .description('In the language of `lang`; the default name where that is not known'),
  region_name: Joi.string().allow('', null).required().description('`null` where not known'),
  population: Joi.number().integer().min(0).required(),
  latlng: latlngSchema.allow(null).description('Degrees; `null` for the empty city'),
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

export function presentCity(
  stored: CitySummary,
  fields: Fields | undefined,
  language: Language,
): City {
  const at = translations(language);
  return {
    id: stored.id,
    country_id: stored.country_id,
    name: textOf(fields?.[at.name]) ?? stored.name,
    region_name: textOf(fields?.[at.regionName]) ?? stored.region_name,
    population: stored.population,
    latlng: presentLatlng(stored.location),
  };
}

function textOf(values: readonly unknown[] | undefined): string | undefined {
  const [value] = values ?? [];
  return typeof value === 'string' ? value : undefined;
}
