import { partition } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import type { MultiPolygon } from 'geojson';
import { type Box, overlap } from '../../core/geo/box.js';
import type { CountryCode } from '../reference/iso.js';
import { borderOf, circlesAround, drawnParts, extentsOf } from './border.js';
import { builtInPolygons } from './builtIn.js';
import { boxOf } from './grid.js';
import { ISLETS } from './territories.js';

/** The place of a country: rough extents, known at once, and its border, computed on demand. */
export interface CountryShape {
  /** They cover its border. */
  extents: readonly Box[];
  /**
   * Longitude before latitude in degrees, cut at ±180°, no edge longer than 2 km.
   * @throws an error that names the country if it has none
   */
  border(): MultiPolygon;
}

/** Returns the shape of every country. No two overlap: an islet of one is cut out of the others. */
export function countryShapes(): (code: CountryCode) => CountryShape {
  const polygonsOf = builtInPolygons();
  const islets = once(() =>
    ISLETS.flatMap((islet) =>
      circlesAround([islet]).map((rings) => ({ ...islet, rings, box: boxOf(rings) })),
    ),
  );
  return ({ id }) => {
    const ownIslets = ISLETS.filter(({ country }) => country === id);
    const extents = extentsOf(polygonsOf(id), ownIslets);
    return {
      extents,
      border() {
        const [own, others] = partition(islets(), ({ country }) => country === id);
        const near = others.filter(({ box }) => extents.some((extent) => overlap(extent, box)));
        return borderOf(
          [...drawnParts(polygonsOf(id)), ...own.map(({ rings }) => rings)],
          near.map(({ rings }) => rings),
        );
      },
    };
  };
}
