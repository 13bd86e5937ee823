import Joi from 'joi';
import type { LandFacts } from '../../core/lands/land.js';

/** A land as callers see it. */
export interface Land extends LandFacts {
  /** The number of markers in it now. */
  markers_count: number;
}

const text = (description: string): Joi.StringSchema =>
  Joi.string().allow(null).required().description(description);
const distance = (description: string): Joi.NumberSchema =>
  Joi.number().min(0).allow(null).required().description(description);

/** The shape of `Land`, for the API documentation. */
export const landSchema = Joi.object<Land>({
  id: Joi.string().required().description('H3 cell of resolution 8, in lower case'),
  country_id: Joi.string().required().description('ISO 3166-1 alpha-3 code of the country'),
  region_name: text(
    'That of the closest city of the same country; `null` where there is none, or it has none',
  ),
  closest_city_id: text('The closest of all cities, not necessarily in the same country'),
  closest_city_name: text('In the language of `lang`; the default name where that is not known'),
  closest_city_distance_km: distance(
    'Great-circle distance in kilometres from the centre of the cell',
  ),
  primary_city_id: text(
    'The closest of the primary cities of the same country; `null` where it has none',
  ),
  primary_city_name: text('In the language of `lang`, likewise'),
  primary_city_distance_km: distance(
    'Great-circle distance in kilometres from the centre of the cell',
  ),
  altitude: Joi.number()
    .allow(null)
    .required()
    .description(
      'Metres above sea level at the centre of the cell, rounded; `null` where not known',
    ),
  main_biome: text('The biome with the largest share; `null` where not known'),
  biome_percents: Joi.object()
    .pattern(Joi.string(), Joi.number().min(0).max(100))
    .required()
    .description(
      'Shares of its area by the name of the biome, in percent, 100 in all (± 0.5); `{}` where not known',
    ),
  markers_count: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('How many markers stand in the land now'),
})
  .unknown(false)
  .label('Land');
