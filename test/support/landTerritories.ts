import type { Position } from 'geojson';
import { borderOf, drawnParts, extentsOf } from '../../ingest/borders/border.js';
import { countryShapes } from '../../ingest/borders/countryShapes.js';

import { countryCodes } from '../../ingest/reference/iso.js';
import { type Territory, territoryOf } from '../../ingest/lands/territories.js';
import type { BorderedCountry } from './borderOracle.js';

/** A country for the generator and, with the same border, for the oracle. */
export interface JudgedCountry extends BorderedCountry {
  territory: Territory;
}

/** Real countries by their ids. */
export function realCountries(ids: readonly string[]): JudgedCountry[] {
  const shapeOf = countryShapes();
  const codes = new Map(countryCodes().map((code) => [code.id, code]));
  return ids.map((id) => {
    const code = codes.get(id);
    if (code === undefined) throw new Error(`there is no country ${id}`);
    const shape = shapeOf(code);
    const border = shape.border();
    return { id, border, territory: territoryOf(id, { ...shape, border: () => border }) };
  });
}

/** A country of rings as an atlas would draw them: each a polygon, jumping over ±180°. */
export function drawnCountry(id: string, rings: readonly Position[][]): JudgedCountry {
  const polygons = rings.map((ring) => [[...ring, ...ring.slice(0, 1)]]);
  const border = borderOf(drawnParts(polygons));
  const extents = extentsOf(polygons, []);
  return { id, border, territory: territoryOf(id, { extents, border: () => border }) };
}
