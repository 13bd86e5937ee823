import { landAt } from '../../core/geo/land.js';
import type { PlaceDocument } from '../../indices/places.js';
import type { MappingKind } from '../files/mapping.js';
import { readCells } from '../files/readCells.js';
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
import { PLACE_FIELDS, type PlaceCells, type PlaceField } from './row.js';

const REQUIRED = ['id', 'name', 'latitude', 'longitude'] as const;

/** Mappings of files of places. */
export const PLACE_MAPPING = {
  readers: {
    id: readId,
    name: readText,
    latitude: readLatitude,
    longitude: readLongitude,
    subtitle: readText,
    category: readText,
    address: readText,
    photos: readPhotos,
    popularity: readPopularity,
    rating: readRating,
    website: readUrl,
  },
  required: REQUIRED,
  own: REQUIRED,
  texts: {
    /** Separates several photos in one text. */
    photosSeparator: {
      byDefault: '|',
      pattern: /./su,
      fault: 'must be a text that is not empty',
    },
  },
  listed: PLACE_FIELDS.join(', '),
} as const satisfies MappingKind<PlaceField>;

/** Returns the stored form of a place, or all faults of its cells. */
export function toPlace(cells: PlaceCells): PlaceDocument | { faults: string[] } {
  const read = readCells(cells, PLACE_MAPPING);
  if ('faults' in read) return read;
  const { latitude, longitude, photos, ...others } = read.values;
  return {
    ...others,
    land_id: landAt({ latitude, longitude }),
    location: [longitude, latitude],
    photos: photos ?? [],
  };
}
