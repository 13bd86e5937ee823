import Joi from 'joi';
import { distanceKm } from '../../geo/distance.js';
import type { Point } from '../../geo/point.js';
import type { KnownCity } from '../cities/known.js';
import { type City, citySchema } from '../cities/present.js';
import { type Country, countrySchema } from '../countries/present.js';
import { type Land, landSchema } from '../lands/present.js';

/** All that is at a point, as callers see it. */
export interface Located {
  countries: readonly Country[];
  city: City;
  /** Null for the empty city. */
  city_distance_km: number | null;
  land: Land | null;
  time_zone: string | null;
}

/** The shape of `Located`, for the API documentation. */
export const locatedSchema = Joi.object<Located>({
  countries: Joi.array()
    .items(countrySchema)
    .required()
    .description('As `/countries/findByLocation` answers'),
  city: citySchema.required().description('As `/cities/findByLocation` answers'),
  city_distance_km: Joi.number()
    .min(0)
    .allow(null)
    .required()
    .description(
      'Great-circle distance of the city in kilometres, rounded to metres; `null` for the empty city',
    ),
  land: landSchema
    .allow(null)
    .required()
    .description('As `/lands/findByLocation` answers; `null` if it is not in the data'),
  time_zone: Joi.string()
    .allow(null)
    .required()
    .description('IANA zone of the city; `null` if it is not known, and for the empty city'),
})
  .unknown(false)
  .label('Located');

export function presentLocated(
  point: Point,
  countries: readonly Country[],
  { city, timeZone }: KnownCity,
  land: Land | null,
): Located {
  const distance = city.latlng && distanceKm(point, city.latlng);
  return {
    countries,
    city,
    city_distance_km: distance && Math.round(distance * 1_000) / 1_000,
    land,
    time_zone: timeZone,
  };
}
