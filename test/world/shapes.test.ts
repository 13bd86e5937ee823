import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Clipper, FillRule, type Paths64, type Rect64 } from 'clipper2-ts';
import type { MultiPolygon, Position } from 'geojson';
import { expect, test } from '@jest/globals';
import type { Box } from '../../core/geo/box.js';
import { countryShapes } from '../../ingest/borders/countryShapes.js';
import { toGrid } from '../../ingest/borders/grid.js';
import { CHOICES } from '../../ingest/borders/territories.js';
import { countryCodes } from '../../ingest/reference/iso.js';
import { BorderOracle } from '../support/borderOracle.js';
import { PROJECT } from '../support/docs.js';

const codes = countryCodes();
const shapeOf = countryShapes();
const shapes = codes.map((code) => {
  const shape = shapeOf(code);
  return { id: code.id, extents: shape.extents, border: shape.border() };
});

test('every choice is drawn as chosen, in that country alone', () => {
  const oracle = new BorderOracle(shapes);
  const drawn = CHOICES.map(({ what, country, at: [longitude = NaN, latitude = NaN] }) => {
    const judged = [...oracle.judge({ latitude, longitude })];
    const holding = judged.filter(([, { inside }]) => inside).map(([id]) => id);
    // Reefs are smaller than their coordinates are good.
    const near = judged
      .filter(([, { distanceMeters }]) => distanceMeters < 5_000)
      .map(([id]) => id);
    return { what, country, ids: (holding.length > 0 ? holding : near).join(' ') };
  });
  expect(drawn.filter(({ country, ids }) => ids !== country)).toEqual([]);
});

const holds =
  ([longitude = NaN, latitude = NaN]: Position) =>
  ({ west, south, east, north }: Box): boolean =>
    longitude >= west && longitude <= east && latitude >= south && latitude <= north;

/** True if a border lies in boxes, each edge in one of them. */
function cover(extents: readonly Box[], { coordinates }: MultiPolygon): boolean {
  return coordinates.flat().every((ring) => {
    let covering: readonly Box[] = extents;
    return ring.every((position) => {
      const next = covering.filter(holds(position));
      // Parts of several polygons may have become one, whose edges are those of one of them.
      covering = next.length > 0 ? next : extents.filter(holds(position));
      return covering.length > 0;
    });
  });
}

test('the extents of countries cover the edges of their borders, and distinguish countries', () => {
  const outside = shapes.filter(({ extents, border }) => !cover(extents, border));
  expect(outside.map(({ id }) => id)).toEqual([]);
  const france = shapes.find(({ id }) => id === 'FRA');
  const counts = [[2.35, 48.86], [9.1, 42.2], [13.4, 52.5], [-52.3, 4.9]].map((position) => france?.extents.filter(holds(position)).length); // prettier-ignore
  expect(counts).toEqual([1, 1, 0, 0]);
});

/** Pieces of neighbours' edges that are cut and rounded to the grid apart; 100 m². */
const MOST_UNITS = 1e8;

interface Part {
  readonly id: string;
  readonly rings: Paths64;
  readonly bounds: Rect64;
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
  const parts = shapes.flatMap(({ id, border }) =>
    border.coordinates.map((polygon): Part => {
      const rings = polygon.map((ring) => ring.slice(1).map(toGrid));
      return { id, rings, bounds: Clipper.getBounds(rings.flat()) };
    }),
  );
  parts.sort((one, other) => one.bounds.left - other.bounds.left);
  const overlaps: string[] = [];
  for (const [position, one] of parts.entries()) {
    for (const other of parts.slice(position + 1)) {
      if (other.bounds.left > one.bounds.right) break;
      const isApart = one.bounds.top > other.bounds.bottom || other.bounds.top > one.bounds.bottom;
      if (isApart || one.id === other.id) continue;
      if (overlapUnits(one, other) > MOST_UNITS) overlaps.push(`${one.id} ${other.id}`);
    }
  }
  expect(overlaps).toEqual([]);
});

test('the owners of lands are those of the built-in borders. If not, run `npm run owners`', () => {
  const script = join(PROJECT, 'tools/scripts/owners.mjs');
  const { stderr, status } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});
