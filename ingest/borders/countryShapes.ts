import { Clipper, type Paths64 } from 'clipper2-ts';
import { partition } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import type { MultiPolygon } from 'geojson';
import { type Box, overlap } from '../../core/geo/box.js';
import { type CountryCode, countryCodes } from '../reference/iso.js';
import { ENCLAVES, ISLETS } from './addedLand.js';
import { polygonsByCountry, readAtlas } from './atlas.js';
import { addedParts, borderOf, drawnParts, extentsOf } from './border.js';
import { toPosition } from './grid.js';
import { DRAWN_OVER_OTHERS } from './territories.js';

/** The place of a country: rough extents, known at once, and its exact border, computed on demand. */
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
  readonly box: Box;
}

/** Returns the shape of every country. No two overlap: what we add to the atlas for one is cut out of the others. */
export function countryShapes(): (code: CountryCode) => CountryShape {
  const polygonsOf = polygonsByCountry(readAtlas());
  const allAdded = once(() =>
    countryCodes().flatMap(({ id }): Added[] => {
      const polygons = polygonsOf(id);
      const parts = addedParts(polygons, ISLETS.filter(isOf(id)), ENCLAVES.filter(isOf(id)));
      if (DRAWN_OVER_OTHERS.has(id)) parts.push(...drawnParts(polygons));
      return parts.map((rings) => ({ country: id, rings, box: boxOf(rings) }));
    }),
  );
  return ({ id }) => {
    const enclaves = ENCLAVES.filter(isOf(id)).map(({ ring }) => [[...ring]]);
    const extents = extentsOf([...polygonsOf(id), ...enclaves], ISLETS.filter(isOf(id)));
    return {
      extents,
      border() {
        const [own, others] = partition(allAdded(), isOf(id));
        const near = others.filter(({ box }) => extents.some((extent) => overlap(extent, box)));
        return borderOf(
          [...drawnParts(polygonsOf(id)), ...own.map(({ rings }) => rings)],
          near.map(({ rings }) => rings),
        );
      },
    };
  };
}

function isOf(id: string): (part: { country: string }) => boolean {
  return ({ country }) => country === id;
}

function boxOf(rings: Paths64): Box {
  const { left, right, top, bottom } = Clipper.getBounds(rings.flat());
  const [west = NaN, south = NaN] = toPosition({ x: left, y: top });
  const [east = NaN, north = NaN] = toPosition({ x: right, y: bottom });
  return { west, south, east, north };
}
