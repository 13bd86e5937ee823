import type { MultiPolygon } from 'geojson';
import type { Box } from '../geometry/box.js';
import { type CountryCode, countryCodes } from '../iso/codes.js';
import { type AtlasPolygon, polygonsByCountry, readAtlas } from './atlas.js';
import { borderOf } from './border.js';
import { extentsOf } from './extents.js';
import { ISLETS } from './islets.js';
import { packed, unpacked } from './packed.js';

/** Where a country is: roughly, known at once, and exactly, computed when it is asked for. */
export interface CountryShape {
  /** They cover its border. */
  extents: readonly Box[];
  /**
   * Longitude before latitude in degrees, cut at ±180°, no edge longer than 2 km.
   *
   * @throws Error that names the country when it has none
   */
  border(): MultiPolygon;
}

/**
 * The shape of every country.
 *
 * @throws Error, also from the returned function, that names what the atlas lacks
 */
export function countryShapes(): (code: CountryCode) => CountryShape {
  const polygonsOf = polygonsByCountry(readAtlas(), countryCodes());
  return ({ id }) => shapeOf(id, polygonsOf(id));
}

/** Apart, so that a shape that is kept does not keep the atlas, ten times as large as all shapes. */
function shapeOf(id: string, polygons: readonly AtlasPolygon[]): CountryShape {
  const islets = ISLETS.filter(({ country }) => country === id);
  const kept = packed(polygons);
  return {
    extents: extentsOf(polygons, islets),
    border() {
      const border = borderOf(unpacked(kept), islets);
      if (border.coordinates.length === 0) throw new Error(`no border for ${id}`);
      return border;
    },
  };
}
