import Joi from 'joi';
import { distanceKm, type Point } from '../../core/geo/point.js';
import type { KnownCity } from '../cities/routes.js';
import { citySchema } from '../cities/present.js';
import { type Country, countrySchema } from '../countries/present.js';
import { type Land, landSchema } from '../lands/present.js';

/** All that is at a point, as callers see it. */
export type Located = ReturnType<typeof presentLocated>;

/** The shape of `Located`, for the API documentation. */
export const locatedSchema = Joi.object<Located>({
  countries: Joi.array().items(countrySchema).required(),
  city: citySchema.required(),
  city_distance_km: Joi.number()
    .min(0)
    .allow(null)
    .required()
    .description('Great-circle distance of the city in kilometres, rounded to metres'),
  land: landSchema.allow(null).required(),
  time_zone: Joi.string().allow(null).required().description('IANA time zone of the city'),
})
  .unknown(false)
  .label('Located');

export function presentLocated(
  point: Point,
  countries: readonly Country[],
  { city, timeZone }: KnownCity,
  land: Land | null,
) {
  const distance = city.latlng && distanceKm(point, city.latlng);
  return {
    countries,
    city,
    city_distance_km: distance && Math.round(distance * 1_000) / 1_000,
    land,
    time_zone: timeZone,
  };
}
