import { Clipper, FillRule, type Paths64, type Rect64 } from 'clipper2-ts';
import { expect, test } from '@jest/globals';
import { countryShapes } from '../../../../ingest/borders/countryShapes.js';
import { toGrid } from '../../../../ingest/borders/grid.js';
import { countryCodes } from '../../../../ingest/sources/iso.js';

/** Pieces of neighbours' edges that are cut and rounded to the grid apart; 100 m². */
const MOST_UNITS = 1e8;

interface Part {
  readonly country: string;
  readonly rings: Paths64;
  readonly bounds: Rect64;
}

function partsOf(): Part[] {
  const shapeOf = countryShapes();
  return countryCodes().flatMap((code) =>
    shapeOf(code)
      .border()
      .coordinates.map((polygon) => {
        const rings = polygon.map((ring) => ring.slice(1).map(toGrid));
        return { country: code.id, rings, bounds: Clipper.getBounds(rings.flat()) };
      }),
  );
}

function sharedUnits(one: Paths64, other: Paths64): number {
  const shared = Clipper.intersect(one, other, FillRule.EvenOdd);
  return shared.reduce((sum, ring) => sum + Math.abs(Clipper.area(ring)), 0);
}

/** Looks first at what lies in the box of the other: that is quick, and at times sees too much. */
function overlapUnits(one: Part, other: Part): number {
  const inBox = sharedUnits(
    Clipper.rectClip(other.bounds, one.rings),
    Clipper.rectClip(one.bounds, other.rings),
  );
  return inBox > MOST_UNITS ? sharedUnits(one.rings, other.rings) : inBox;
}

test('no two countries overlap', () => {
  const parts = partsOf().sort((one, other) => one.bounds.left - other.bounds.left);
  const overlaps: string[] = [];
  for (const [position, one] of parts.entries())
    for (let next = position + 1; next < parts.length; next += 1) {
      const other = parts[next];
      if (other === undefined || other.bounds.left > one.bounds.right) break;
      const isApart = one.bounds.top > other.bounds.bottom || other.bounds.top > one.bounds.bottom;
      if (isApart || one.country === other.country) continue;
      const area = overlapUnits(one, other);
      if (area > MOST_UNITS) overlaps.push(`${one.country} ${other.country}: ${area} units`);
    }
  expect(overlaps).toEqual([]);
});
