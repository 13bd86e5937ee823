import Joi from 'joi';
import { distanceKm, type Point } from '../../core/geo/point.js';
import { type City, citySchema, PARIS } from '../cities/present.js';
import { type Country, countrySchema, FRANCE } from '../countries/present.js';
import { nullableText, objectSchema } from '../lookups/answers.js';
import { type Land, LAND_IN_PARIS, landSchema } from '../lands/present.js';

export type Located = Partial<ReturnType<typeof presentLocated>>;

/** The members of an answer. Absent are those that `fields` does not name. */
export const locatedSchema = objectSchema('Location', {
  countries: Joi.array().items(countrySchema),
  city: citySchema,
  city_distance_km: Joi.number()
    .min(0)
    .allow(null)
    .description('Great-circle distance to the city in kilometres, rounded to metres'),
  land: landSchema.allow(null),
  time_zone: nullableText(
    'IANA time zone of the closest city in its country; `null` if that is farther than 500 km and the country has several zones',
  ).optional(),
}).min(1);

/** An example for the documentation. */
export const LOCATED_IN_PARIS = {
  countries: [{ ...FRANCE, name: 'France' }],
  city: PARIS,
  city_distance_km: 0.208,
  land: LAND_IN_PARIS,
  time_zone: 'Europe/Paris',
};

export function presentLocated(
  point: Point,
  countries: readonly Country[],
  city: City,
  land: Land | undefined,
  timeZone: string | null,
) {
  const distance = city.latlng && distanceKm(point, city.latlng);
  return {
    countries,
    city,
    city_distance_km: distance && Math.round(distance * 1_000) / 1_000,
    land: land ?? null,
    time_zone: timeZone,
  };
}
