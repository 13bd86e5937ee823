import type { MappingKind } from '../files/mapping.js';
import {
  readId,
  readLatitude,
  readLongitude,
  readPhotos,
  readPopularity,
  readRating,
  readText,
  readUrl,
} from '../files/readings.js';
import { PLACE_FIELDS, type PlaceField, REQUIRED_FIELDS } from './row.js';

/** Mappings of files of places. */
export const PLACE_MAPPING: MappingKind<PlaceField> = {
  readers: {
    id: readId,
    name: readText,
    subtitle: readText,
    category: readText,
    latitude: readLatitude,
    longitude: readLongitude,
    address: readText,
    photos: readPhotos,
    popularity: readPopularity,
    rating: readRating,
    website: readUrl,
  },
  required: REQUIRED_FIELDS,
  own: REQUIRED_FIELDS,
  texts: {
    /** Between the addresses in a text of several photos. */
    photosSeparator: {
      byDefault: '|',
      pattern: /./su,
      fault: 'must be a text that is not empty',
    },
  },
  listed: PLACE_FIELDS.join(', '),
};
