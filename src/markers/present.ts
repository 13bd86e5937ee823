import Joi from 'joi';
import type { MarkerDocument } from '../../indices/markers.js';
import type { Point } from '../../core/geo/point.js';
import { latlngSchema, presentLatlng } from '../lookups/latlng.js';
import { builtState } from './states.js';

/** A marker as callers see it in one season. */
export interface Marker {
  id: string;
  land_id: string;
  /** Degrees. */
  latlng: Point;
  /** Only there when it is built in that season. */
  icon?: number;
  /** Only there when it is built in that season; empty for the default one. */
  skin?: string;
  is_built: boolean;
}

/** The shape of `Marker`, for the API documentation. */
export const markerSchema = Joi.object<Marker>({
  id: Joi.string().required().description('That of its place'),
  land_id: Joi.string().required().description('The H3 cell of resolution 8 that holds it'),
  latlng: latlngSchema,
  icon: Joi.number().integer().min(0).description('Only there when `is_built` is true'),
  skin: Joi.string()
    .allow('')
    .description('Only there when `is_built` is true; empty for the default one'),
  is_built: Joi.boolean().required().description('Whether its last build was for `season`'),
})
  .unknown(false)
  .label('Marker');

export function presentMarker(stored: MarkerDocument, season: number): Marker {
  const state = builtState(stored);
  const isBuilt = state?.season === season;
  return {
    id: stored.id,
    land_id: stored.land_id,
    latlng: presentLatlng(stored.location),
    ...(isBuilt ? { icon: state.icon, skin: state.skin } : {}),
    is_built: isBuilt,
  };
}
