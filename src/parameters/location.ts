import type Joi from 'joi';
import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import { landCentre, parseLandId } from '../../core/geo/land.js';
import type { Point } from '../../core/geo/point.js';
import { documented } from './documented.js';
import { bodyJoi, queryJoi } from './joi.js';
import { LAND_PATTERN } from './landPattern.js';
import { optional } from './rules.js';

const latitudeOf = (joi: Joi.Root): Joi.NumberSchema =>
  documented(joi.number().min(-90).max(90), {
    meaning: 'Latitude in degrees, together with `lng`',
    rule: 'a plain decimal number from -90 to 90',
    example: 48.8566,
  });

const longitudeOf = (joi: Joi.Root): Joi.NumberSchema =>
  documented(joi.number().min(-180).max(180), {
    meaning: 'Longitude in degrees, together with `lat`',
    rule: 'a plain decimal number from -180 to 180',
    example: 2.3522,
  });

export const latitude = latitudeOf(queryJoi);
export const longitude = longitudeOf(queryJoi);

/** The id of a land, as it is stored. */
export const land = queryJoi
  .string()
  .pattern(LAND_PATTERN)
  .custom((text: string, helpers) => parseLandId(text) ?? helpers.error('any.invalid'));

const landId = documented(land, {
  meaning: 'A land, which stands for the centre of its cell; instead of `lat` and `lng`',
  rule: 'a valid H3 cell of resolution 8, in upper or lower case',
  example: '881fb46625fffff',
});

const keysOf = (joi: Joi.Root) => ({
  land_id: optional(landId),
  lat: optional(latitudeOf(joi)),
  lng: optional(longitudeOf(joi)),
});

/** The parameters of every location lookup, checked by `withLocation`. */
export const locationKeys = keysOf(queryJoi);

/** The members of a location in a JSON body. */
export const bodyLocationKeys = keysOf(bodyJoi);

/** The checked location parameters: either `land_id`, or both `lat` and `lng`. */
export type LocationQuery = ValuesOf<typeof locationKeys>;

/** Makes a schema that has `locationKeys` insist on exactly one way to say where. */
export function withLocation<Query extends LocationQuery>(
  schema: Joi.ObjectSchema<Query>,
): Joi.ObjectSchema<Query> {
  return schema
    .or('land_id', 'lat', 'lng')
    .and('lat', 'lng')
    .oxor('land_id', 'lat')
    .oxor('land_id', 'lng');
}

/** Returns the asked point; a land stands for the centre of its cell. */
export function readPoint({ land_id: id, lat, lng }: LocationQuery): Point {
  if (id !== undefined) return landCentre(id);
  if (lat === undefined || lng === undefined) throw new Error('not checked by withLocation');
  return { latitude: lat, longitude: lng };
}
