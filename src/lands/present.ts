import Joi from 'joi';
import type { LandFacts } from '../../core/lands/land.js';
import { nullableText, objectSchema } from '../lookups/answers.js';

/** A land in an answer. */
export interface Land extends LandFacts {
  /** The number of markers in the land. */
  markers_count: number;
}

const distance = Joi.number()
  .min(0)
  .allow(null)
  .required()
  .description('Great-circle distance in kilometres from the centre of the cell');

export const landSchema = objectSchema('Land', {
  id: Joi.string().required().description('H3 cell of resolution 8, in lower case'),
  country_id: Joi.string().required().description('ISO 3166-1 alpha-3 code of the country'),
  region_name: nullableText(
    'The region of the closest city of the same country, in the language of `lang`; `null` if there is no such city, or it has no region',
  ),
  closest_city_id: nullableText('The closest of all cities, not necessarily in the same country'),
  closest_city_name: nullableText('In the language of `lang`, else the default name'),
  closest_city_distance_km: distance,
  primary_city_id: nullableText(
    'The closest of the primary cities of the same country; `null` if there is none',
  ),
  primary_city_name: nullableText('In the language of `lang`, else the default name'),
  primary_city_distance_km: distance,
  altitude: Joi.number()
    .allow(null)
    .required()
    .description('Metres above sea level at the centre of the cell, rounded; `null` if unknown'),
  main_biome: nullableText('The biome with the largest share; `null` if unknown'),
  biome_percents: Joi.object()
    .pattern(Joi.any(), Joi.number().min(0).max(100))
    .required()
    .description(
      "Shares of the land's area by the name of the biome, in percent, 100 in all (± 0.5); `{}` if unknown",
    ),
  markers_count: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The number of markers in the land'),
});

/** An example for the documentation. */
export const LAND_IN_PARIS = {
  id: '881fb46625fffff',
  country_id: 'FRA',
  region_name: 'Île-de-France',
  closest_city_id: 'FRA_Paris',
  closest_city_name: 'Paris',
  closest_city_distance_km: 0.212,
  primary_city_id: 'FRA_Paris',
  primary_city_name: 'Paris',
  primary_city_distance_km: 0.212,
  altitude: 49,
  main_biome: 'Temperate Broadleaf & Mixed Forests',
  biome_percents: { 'Temperate Broadleaf & Mixed Forests': 100 },
  markers_count: 2,
};
