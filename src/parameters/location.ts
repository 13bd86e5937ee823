import type Joi from 'joi';
import { landCentre } from '../../geo/land.js';
import type { Point } from '../../geo/point.js';

/** The checked location parameters: either `land_id`, or both `lat` and `lng`. */
export interface LocationQuery {
  land_id?: string;
  lat?: number;
  lng?: number;
}

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

/** The asked point; a land stands for the centre of its cell. */
export function readPoint({ land_id: landId, lat, lng }: LocationQuery): Point {
  if (landId !== undefined) return landCentre(landId);
  if (lat === undefined || lng === undefined) throw new Error('not checked by withLocation');
  return { latitude: lat, longitude: lng };
}
