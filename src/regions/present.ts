import Joi from 'joi';
import { pointOf } from '../../core/geo/point.js';
import type { Language } from '../../indices/languages.js';
import type { RegionDocument } from '../../indices/regions.js';
import { latlngSchema, objectSchema } from '../lookups/answers.js';
import { shownNames } from '../lookups/regionNames.js';

/** A region in an answer. */
export type Region = ReturnType<typeof presentRegion>;

const degrees = (most: number): Joi.NumberSchema => Joi.number().min(-most).max(most).required();

export const regionSchema = objectSchema('Region', {
  id: Joi.string()
    .required()
    .description(
      'Country code, `_`, the code of GeoNames (`USA_CA`); the name without blanks and commas if the region is not in the built-in data',
    ),
  country_id: Joi.string().required().description('ISO 3166-1 alpha-3 code of the country'),
  name: Joi.string().required().description('In the language of `lang`, else the default name'),
  latlng: latlngSchema,
  bounds: objectSchema('Bounds', {
    south: degrees(90),
    west: degrees(180),
    north: degrees(90),
    east: degrees(180),
  })
    .required()
    .description(
      'Around the cities of a region, in degrees. `west` is greater than `east` if they lie on both sides of ±180°',
    ),
}).description('A first-level division of a country. `latlng` is where its largest city is');

export function presentRegion(stored: RegionDocument, language: Language) {
  const { id, country_id, location, bounds } = stored;
  const name = shownNames(stored)[language] ?? stored.name;
  return { id, country_id, name, latlng: pointOf(location), bounds };
}
