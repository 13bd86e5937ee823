import Joi from 'joi';
import type { Point } from '../../core/geo/point.js';

/** A position as callers see it, in degrees: the very members of a point. */
export const latlngSchema = Joi.object<Point>({
  latitude: Joi.number().min(-90).max(90).required(),
  longitude: Joi.number().min(-180).max(180).required(),
})
  .unknown(false)
  .required()
  .description('Degrees');

/** @param location as it is stored */
export function presentLatlng([longitude, latitude]: readonly [number, number]): Point {
  return { latitude, longitude };
}
