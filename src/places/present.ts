import Joi from 'joi';
import type { PlaceDocument } from '../../indices/places.js';
import type { Point } from '../../core/geo/point.js';
import { latlngSchema, presentLatlng } from '../lookups/latlng.js';

/** A place as callers see it. */
export interface Place extends Omit<PlaceDocument, 'location'> {
  /** Degrees. */
  latlng: Point;
}

const text = (description: string): Joi.StringSchema =>
  Joi.string().allow(null).required().description(description);
const share = (description: string, max: number): Joi.NumberSchema =>
  Joi.number().min(0).max(max).allow(null).required().description(description);

/** The shape of `Place`, for the API documentation. */
export const placeSchema = Joi.object<Place>({
  id: Joi.string().required().description('The same as that of its marker'),
  land_id: Joi.string()
    .required()
    .description('The land that holds it: an H3 cell of resolution 8, in lower case'),
  name: Joi.string().required(),
  subtitle: text('`null` where not known'),
  category: text(
    'One of the categories under Data, or another one of an operator; `null` where not known',
  ),
  latlng: latlngSchema,
  address: text('`null` where not known'),
  photos: Joi.array()
    .items(Joi.string())
    .required()
    .description('Addresses of photos; `[]` where none is known'),
  popularity: share('From 0 to 1, the most popular; `null` where not known', 1),
  rating: share('From 0 to 5, the best; `null` where not known', 5),
  website: text('Its address; `null` where not known'),
})
  .unknown(false)
  .label('Place');

export function presentPlace(stored: PlaceDocument): Place {
  return {
    id: stored.id,
    land_id: stored.land_id,
    name: stored.name,
    subtitle: stored.subtitle,
    category: stored.category,
    latlng: presentLatlng(stored.location),
    address: stored.address,
    photos: stored.photos,
    popularity: stored.popularity,
    rating: stored.rating,
    website: stored.website,
  };
}
