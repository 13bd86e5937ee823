import type { MultiPolygon } from 'geojson';
import { type CountryCode, countryCodes } from '../iso/codes.js';
import { polygonsByCountry, readAtlas } from './atlas.js';
import { borderOf } from './border.js';
import { ISLETS } from './islets.js';

/**
 * The border of every country: longitude before latitude in degrees, cut at ±180°, no edge longer
 * than 2 km.
 *
 * @returns a function from a country's code to its border, which is computed when it is asked for
 * @throws Error, also from the returned function, that names what the atlas lacks
 */
export function countryBorders(): (code: CountryCode) => MultiPolygon {
  const polygonsOf = polygonsByCountry(readAtlas(), countryCodes());
  return ({ id }) => {
    const border = borderOf(polygonsOf(id), ISLETS.filter(({ country }) => country === id)); // prettier-ignore
    if (border.coordinates.length === 0) throw new Error(`no border for ${id}`);
    return border;
  };
}
