import { Clipper, type Paths64, type Rect64 } from 'clipper2-ts';
import { once } from 'es-toolkit/function';
import type { MultiPolygon } from 'geojson';
import type { Box } from '../../core/geo/box.js';
import { type CountryCode, countryCodes } from '../sources/iso.js';
import { ENCLAVES, ISLETS } from './addedLand.js';
import { polygonsByCountry, readAtlas } from './atlas.js';
import { addedParts, borderOf, drawnParts, extentsOf } from './border.js';
import { toGrid } from './grid.js';
import { DRAWN_OVER_OTHERS } from './territories.js';

/** Where a country is: roughly, known at once, and exactly, computed when it is asked for. */
export interface CountryShape {
  /** They cover its border. */
  extents: readonly Box[];
  /**
   * Longitude before latitude in degrees, cut at ±180°, no edge longer than 2 km.
   * @throws an error that names the country if it has none
   */
  border(): MultiPolygon;
}

/** Land of a country that is cut out of all others. */
interface Added {
  readonly country: string;
  readonly rings: Paths64;
  readonly bounds: Rect64;
}

/** Returns the shape of every country. No two overlap: what we add to the atlas for one is cut out of the others. */
export function countryShapes(): (code: CountryCode) => CountryShape {
  const codes = countryCodes();
  const polygonsOf = polygonsByCountry(readAtlas(), codes);
  const allAdded = once(() =>
    codes.flatMap(({ id }): Added[] => {
      const polygons = polygonsOf(id);
      const parts = addedParts(polygons, ISLETS.filter(isOf(id)), ENCLAVES.filter(isOf(id)));
      if (DRAWN_OVER_OTHERS.has(id)) parts.push(...drawnParts(polygons));
      return parts.map((rings) => ({
        country: id,
        rings,
        bounds: Clipper.getBounds(rings.flat()),
      }));
    }),
  );
  return ({ id }) => {
    const enclaves = ENCLAVES.filter(isOf(id)).map(({ ring }) => [[...ring]]);
    const extents = extentsOf([...polygonsOf(id), ...enclaves], ISLETS.filter(isOf(id)));
    return {
      extents,
      border() {
        const own = allAdded().filter(isOf(id));
        const others = allAdded().filter(
          ({ country, bounds }) => country !== id && meets(bounds, extents),
        );
        return borderOf(
          polygonsOf(id),
          own.map(({ rings }) => rings),
          others.map(({ rings }) => rings),
        );
      },
    };
  };
}

function isOf(id: string): (part: { country: string }) => boolean {
  return ({ country }) => country === id;
}

function meets({ left, right, top, bottom }: Rect64, boxes: readonly Box[]): boolean {
  return boxes.some(({ west, south, east, north }) => {
    const from = toGrid([west, south]);
    const to = toGrid([east, north]);
    return right >= from.x && left <= to.x && bottom >= from.y && top <= to.y;
  });
}
