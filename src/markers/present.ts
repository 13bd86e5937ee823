import Joi from 'joi';
import type { BuiltState } from '../../indices/builds.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { latlngSchema, objectSchema } from '../lookups/answers.js';

export const markerSchema = objectSchema('Marker', {
  id: Joi.string().required().description('The same id as its place'),
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

/**
 * Returns the JSON of a marker. An answer has hundreds of them, and text is made in half the time of objects.
 * @param build of the requested season; undefined if the marker is not built in it
 */
export function markerJson(
  { id, land_id: landId, location: [longitude, latitude] }: MarkerDocument,
  build: BuiltState | undefined,
): string {
  const built = build ? `"icon":${build.icon},"skin":${JSON.stringify(build.skin)},` : '';
  const latlng = `{"latitude":${latitude},"longitude":${longitude}}`;
  return `{"id":${JSON.stringify(id)},"land_id":"${landId}","latlng":${latlng},${built}"is_built":${build !== undefined}}`;
}
