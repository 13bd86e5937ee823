import type { PlaceDocument } from '../../indices/places.js';
import { landAt } from '../../core/geo/land.js';
import {
  isEmpty,
  readId,
  type Reading,
  readLatitude,
  readLongitude,
  readPhotos,
  readPopularity,
  readRating,
  readText,
  readUrl,
} from '../files/readings.js';
import { areSwapped } from '../sources/coordinates.js';
import type { PlaceCells, PlaceField } from './row.js';

/** The stored form of a place, or all that is wrong with its cells. */
export function toPlace(cells: PlaceCells): PlaceDocument | { faults: string[] } {
  const faults: string[] = [];
  function take<Value>(
    field: PlaceField,
    read: (cell: unknown) => Reading<Value>,
    required = false,
  ): Value | null {
    const reading = read(cells[field]);
    if ('fault' in reading) faults.push(`${field} ${reading.fault}`);
    else if (reading.value !== null) return reading.value;
    else if (required) faults.push(`${field} is missing`);
    return null;
  }

  const id = take('id', readId, true);
  const name = take('name', readText, true);
  const latitude = take('latitude', readLatitude, true);
  const longitude = take('longitude', readLongitude, true);
  const hasBoth = !isEmpty(cells.latitude) && !isEmpty(cells.longitude);
  if (hasBoth && areSwapped(Number(cells.latitude), Number(cells.longitude))) {
    faults.push('latitude and longitude swapped?');
  }
  const optional = {
    subtitle: take('subtitle', readText),
    category: take('category', readText),
    address: take('address', readText),
    photos: take('photos', readPhotos) ?? [],
    popularity: take('popularity', readPopularity),
    rating: take('rating', readRating),
    website: take('website', readUrl),
  };
  // A required one is null only beside its fault.
  if (faults.length > 0 || id === null || name === null || latitude === null || longitude === null)
    return { faults };
  const location: PlaceDocument['location'] = [longitude, latitude];
  return { id, land_id: landAt({ latitude, longitude }), name, location, ...optional };
}
