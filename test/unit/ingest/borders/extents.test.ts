import { expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { countryShapes } from '../../../../ingest/borders/countryShapes.js';
import { countryCodes } from '../../../../ingest/sources/iso.js';
import type { Box } from '../../../../core/geo/box.js';

const shapeOf = countryShapes();
const codes = countryCodes();

/** Whose borders take most of the time; the Antarctic and Russia are none of them. */
const LARGE = new Set(['AUS', 'BRA', 'CAN', 'CHL', 'CHN', 'GRL', 'IDN', 'NOR', 'PHL', 'USA']);

const holds =
  ([longitude = NaN, latitude = NaN]: Position) =>
  ({ west, south, east, north }: Box): boolean =>
    longitude >= west && longitude <= east && latitude >= south && latitude <= north;

test('the extents of countries cover the edges of their borders', () => {
  const outside = new Set<string>();
  for (const code of codes.filter(({ id }) => !LARGE.has(id))) {
    const shape = shapeOf(code);
    const { extents } = shape;
    for (const ring of shape.border().coordinates.flat()) {
      let covering: readonly Box[] = extents;
      for (const position of ring) {
        const next = covering.filter(holds(position));
        // Parts of several polygons may have become one, whose edges are those of one of them.
        covering = next.length > 0 ? next : extents.filter(holds(position));
        if (covering.length === 0) outside.add(code.id);
      }
    }
  }
  expect([...outside]).toEqual([]);
});

test('the extents of a country tell it from others', () => {
  const france = codes.find(({ id }) => id === 'FRA');
  const extents = france ? shapeOf(france).extents : [];
  const holding = (...position: Position): unknown[] => extents.filter(holds(position));
  expect(holding(2.35, 48.86)).toHaveLength(1);
  expect(holding(9.1, 42.2)).toHaveLength(1);
  expect(holding(13.4, 52.5)).toHaveLength(0);
  expect(holding(-52.3, 4.9)).toHaveLength(0);
});
