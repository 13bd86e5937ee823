import Joi from 'joi';
import { pointOf } from '../../core/geo/point.js';
import type { BuiltState } from '../../indices/builds.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { latlngSchema, objectSchema } from '../lookups/answers.js';

export const markerSchema = objectSchema('Marker', {
  id: Joi.string().required().description('The same as that of its place'),
  land_id: Joi.string().required().description('The H3 cell of resolution 8 that holds it'),
  latlng: latlngSchema,
  icon: Joi.number().integer().min(0).description('Only if `is_built` is true'),
  skin: Joi.string()
    .allow('')
    .description('Only if `is_built` is true; empty for the default skin'),
  is_built: Joi.boolean().required().description('Whether its last build was for `season`'),
});

/** An example for the documentation. */
export const MARKER_IN_PARIS = {
  id: 'geonames-2988507',
  land_id: '881fb46625fffff',
  latlng: { latitude: 48.85341, longitude: 2.3488 },
  is_built: false,
};

/** @param build that of the requested season; undefined if there is none */
export function presentMarker(
  { id, land_id, location }: MarkerDocument,
  build: BuiltState | undefined,
) {
  const built = build && { icon: build.icon, skin: build.skin };
  return { id, land_id, latlng: pointOf(location), ...built, is_built: build !== undefined };
}
