import { Clipper } from 'clipper2-ts';
import type { Position } from 'geojson';
import { HALF_TURN, toGrid, unwrap } from '../borders/grid.js';
import { nameOf } from '../files/address.js';
import { polygonsOf, propertyText } from '../files/feature.js';
import { readFeatures } from '../files/readFeatures.js';
import { listed } from '../files/shown.js';
import { type NumberedPolygon, NumberedPolygons, UNITS_PER_DEGREE } from './polygons.js';
import type { NamedNumbers } from './source.js';
import { FINEST_DEGREES } from './tiles.js';

const GRID_UNITS_PER_UNIT = HALF_TURN / 180 / UNITS_PER_DEGREE;

/**
 * Reads polygons and their names.
 * @param name the property, or column, that holds the name; a feature without one is skipped
 * @throws with one sentence when the file cannot be read, draws no areas, or lacks the property of the names
 */
export async function readPolygons(path: string, name: string): Promise<NamedNumbers> {
  const polygons: NumberedPolygon[] = [];
  /** The number of each name, from 1. */
  const numbers = new Map<string, number>();
  const columns = new Set<string>();
  for await (const { line, properties, geometry } of readFeatures(path)) {
    for (const column of Object.keys(properties)) columns.add(column);
    const named = propertyText(properties[name]);
    if (named === '' || geometry === null) continue;
    const found = polygonsOf(geometry);
    if ('fault' in found) throw new Error(`${nameOf(path)}, feature ${line}: ${found.fault}.`);
    const number = numbers.get(named) ?? numbers.size + 1;
    numbers.set(named, number);
    for (const polygon of found.polygons) polygons.push(numbered(number, polygon));
  }
  if (polygons.length > 0) return numbersOf(polygons, [...numbers.keys()]);
  const present = columns.has(name)
    ? `${name} is empty in all of its features`
    : `its features have no ${name}, but ${listed([...columns]) || 'nothing'}`;
  throw new Error(`${nameOf(path)} names no biome: ${present}.`);
}

/** Returns a grid of cells about as wide as a land, each with the biome in its middle. */
function numbersOf(polygons: readonly NumberedPolygon[], names: readonly string[]): NamedNumbers {
  const index = new NumberedPolygons(polygons);
  const cell = FINEST_DEGREES;
  return {
    frame: {
      columns: 360 / cell,
      rows: 180 / cell,
      west: -180,
      north: 90,
      cellWidth: cell,
      cellHeight: cell,
    },
    prepare(boxes) {
      index.prepare(boxes);
      return undefined;
    },
    valueAt: (column, row) =>
      index.at({ latitude: 90 - (row + 0.5) * cell, longitude: (column + 0.5) * cell - 180 }),
    nameOf: (number) => names[number - 1] ?? '',
  };
}

function numbered(number: number, rings: readonly Position[][]): NumberedPolygon {
  const paths = rings.map((ring) => {
    const unwrapped = unwrap(ring);
    // One that is as wide as the globe would be nothing.
    return Clipper.area(unwrapped) === 0 ? ring.map(toGrid) : unwrapped;
  });
  const [outer = 0, ...holes] = paths.map((path) => Math.abs(Clipper.area(path)));
  return {
    number,
    area: outer - holes.reduce((sum, hole) => sum + hole, 0),
    rings: paths.map((path) => {
      const [first] = path;
      const isClosed = first?.x === path.at(-1)?.x && first?.y === path.at(-1)?.y;
      const closed = isClosed || first === undefined ? path : [...path, first];
      return Int32Array.from(
        closed.flatMap(({ x, y }) => [x, y]),
        (units) => Math.round(units / GRID_UNITS_PER_UNIT),
      );
    }),
  };
}
