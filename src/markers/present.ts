import Joi from 'joi';
import { pointOf } from '../../core/geo/point.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { latlngSchema, objectSchema } from '../lookups/answers.js';
import { builtState } from './queries.js';

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

/** Returns a marker as it is seen from one season. */
export function presentMarker(stored: MarkerDocument, season: number) {
  const { id, land_id, location } = stored;
  const state = builtState(stored);
  const isBuilt = state?.season === season;
  const built = isBuilt ? { icon: state.icon, skin: state.skin } : {};
  return { id, land_id, latlng: pointOf(location), ...built, is_built: isBuilt };
}
