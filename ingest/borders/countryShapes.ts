import { Clipper, type Paths64, type Rect64 } from 'clipper2-ts';
import { once } from 'es-toolkit/function';
import type { MultiPolygon } from 'geojson';
import type { Box } from '../../core/geo/box.js';
import { type CountryCode, countryCodes } from '../sources/iso.js';
import { type AtlasPolygon, polygonsByCountry, readAtlas } from './atlas.js';
import { addedParts, borderOf, drawnParts } from './border.js';
import { ENCLAVES, ISLETS } from './addedLand.js';
import { extentsOf, packed, unpacked } from './extents.js';
import { toGrid } from './grid.js';
import { DRAWN_OVER_OTHERS } from './territories.js';

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
 * The shape of every country. No two overlap: what we add to the atlas for one is cut out of the others.
 *
 * @throws Error, also from the returned function, that names what the atlas lacks
 */
export function countryShapes(): (code: CountryCode) => CountryShape {
  const codes = countryCodes();
  const polygonsOf = polygonsByCountry(readAtlas(), codes);
  const added = once(() => codes.flatMap(({ id }) => addedOf(id, polygonsOf(id))));
  return ({ id }) => shapeOf(id, polygonsOf(id), added());
}

/** Land of a country that is cut out of all others. */
interface Added {
  readonly country: string;
  readonly rings: Paths64;
  readonly bounds: Rect64;
}

function addedOf(id: string, polygons: readonly AtlasPolygon[]): Added[] {
  const isOwn = ({ country }: { country: string }): boolean => country === id;
  const parts = addedParts(polygons, ISLETS.filter(isOwn), ENCLAVES.filter(isOwn));
  if (DRAWN_OVER_OTHERS.has(id)) parts.push(...drawnParts(polygons));
  return parts.map((rings) => ({ country: id, rings, bounds: Clipper.getBounds(rings.flat()) }));
}

/** Apart, so that a shape that is kept does not keep the atlas, ten times as large as all shapes. */
function shapeOf(
  id: string,
  polygons: readonly AtlasPolygon[],
  added: readonly Added[],
): CountryShape {
  const kept = packed(polygons);
  const islets = ISLETS.filter(({ country }) => country === id);
  const enclaves = ENCLAVES.filter(({ country }) => country === id);
  const extents = extentsOf([...polygons, ...enclaves.map(({ ring }) => [[...ring]])], islets);
  return {
    extents,
    border() {
      const own = added.filter(({ country }) => country === id);
      const cut = added.filter(({ country, bounds }) => country !== id && meets(bounds, extents));
      const border = borderOf(
        unpacked(kept),
        own.map(({ rings }) => rings),
        cut.map(({ rings }) => rings),
      );
      if (border.coordinates.length === 0) throw new Error(`no border for ${id}`);
      return border;
    },
  };
}

function meets({ left, right, top, bottom }: Rect64, boxes: readonly Box[]): boolean {
  return boxes.some(({ west, south, east, north }) => {
    const from = toGrid([west, south]);
    const to = toGrid([east, north]);
    return right >= from.x && left <= to.x && bottom >= from.y && top <= to.y;
  });
}
