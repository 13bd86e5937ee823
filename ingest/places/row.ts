import Joi from 'joi';
import { landAt } from '../../core/geo/land.js';
import { fold } from '../../indices/fold.js';
import type { PlaceDocument } from '../../indices/places.js';
import type { FileRow } from '../files/mappedFile.js';
import type { MappingKind } from '../files/mapping.js';
import {
  readCells,
  readId,
  readLatitude,
  readLongitude,
  readName,
  readNothing,
  readPhotos,
  readPopularity,
  readRating,
  readText,
  readUrl,
} from '../files/cells.js';
import type { Described } from '../load/source.js';

export const PHOTOS_SEPARATOR = '|';

const READERS = {
  id: readId,
  name: readName,
  latitude: readLatitude,
  longitude: readLongitude,
  location: readNothing,
  /** Compared with where the place lies. Another text than a code is ignored. */
  country: readNothing,
  modified: readNothing,
  subtitle: readText,
  category: readText,
  address: readText,
  photos: readPhotos,
  popularity: readPopularity,
  rating: readRating,
  website: readUrl,
};

export type PlaceField = keyof typeof READERS;

export const PLACE_MAPPING = {
  readers: READERS,
  required: ['id', 'name', 'latitude', 'longitude'],
  texts: {
    /** Separates several photos in one text. */
    photosSeparator: Joi.string()
      .messages({ '*': 'must be a text that is not empty' })
      .default(PHOTOS_SEPARATOR),
  },
} as const satisfies MappingKind<PlaceField>;

/** A place as a source has it, not yet validated. Fields that the source lacks are absent. */
export type PlaceCells = Partial<Record<PlaceField, unknown>>;

export type PlaceRow = FileRow<PlaceField>;

export interface PlaceSource extends Described {
  rows(): Iterable<PlaceRow> | AsyncIterable<PlaceRow>;
  /** Returns the file of an earlier source that has the id of the place that was read last, which is sound. */
  earlierWith?(id: string): string | undefined;
}

/** Returns the stored form of a place, or all faults of its cells. */
export function toPlace(cells: PlaceCells): PlaceDocument | { faults: string[] } {
  const read = readCells(cells, PLACE_MAPPING);
  if ('faults' in read) return read;
  // Nothing is spread, because that takes a quarter of the time of a row.
  const { id, name, latitude, longitude, subtitle, category, address, photos } = read.values;
  const { popularity, rating, website } = read.values;
  return {
    id,
    name,
    subtitle,
    category,
    address,
    popularity,
    rating,
    website,
    folded: fold(name),
    land_id: landAt({ latitude, longitude }),
    location: [longitude, latitude],
    photos: photos ?? [],
  };
}
