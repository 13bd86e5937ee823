import Joi from 'joi';
import { pointOf } from '../../core/geo/point.js';
import type { PlaceDocument } from '../../indices/places.js';
import { latlngSchema, nullableText, objectSchema } from '../lookups/answers.js';

const share = (description: string, max: number): Joi.NumberSchema =>
  Joi.number().min(0).max(max).allow(null).required().description(description);

export const placeSchema = objectSchema('Place', {
  id: Joi.string().required().description('The same id as its marker'),
  land_id: Joi.string()
    .required()
    .description('The land that holds it: an H3 cell of resolution 8, in lower case'),
  name: Joi.string().required(),
  subtitle: nullableText('`null` if unknown'),
  category: nullableText(
    'One of the categories under `places`, or one of an operator; `null` if unknown',
  ),
  latlng: latlngSchema,
  address: nullableText('`null` if unknown'),
  photos: Joi.array()
    .items(Joi.string())
    .required()
    .description('Addresses of photos; `[]` if unknown'),
  popularity: share('From 0 to 1, where 1 is the most popular; `null` if unknown', 1),
  rating: share('From 0 to 5, where 5 is the best; `null` if unknown', 5),
  website: nullableText('Its address; `null` if unknown'),
});

/** An example for the documentation. */
export const PLACE_IN_PARIS = {
  id: 'geonames-2988507',
  land_id: '881fb46625fffff',
  name: 'Paris',
  subtitle: 'Île-de-France',
  category: 'capital',
  latlng: { latitude: 48.85341, longitude: 2.3488 },
  address: null,
  photos: [],
  popularity: 0.8559,
  rating: null,
  website: null,
};

export function presentPlace(stored: PlaceDocument) {
  const { id, land_id, name, subtitle, category, location, ...others } = stored;
  const { address, photos, popularity, rating, website } = others;
  const latlng = pointOf(location);
  return { id, land_id, name, subtitle, category, latlng, address, photos, popularity, rating, website }; // prettier-ignore
}
