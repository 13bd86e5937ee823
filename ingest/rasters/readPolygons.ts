import Flatbush from 'flatbush';
import { basename } from 'node:path';
import type { Position } from 'geojson';
import { polygonsOf, propertyText } from '../files/feature.js';
import { listed } from '../files/shown.js';
import { readFeatures } from '../files/readFeatures.js';
import { Int32List } from '../files/packed.js';
import { NumberedPolygons, type PackedPolygons, UNITS_PER_DEGREE } from './polygons.js';
import type { NamedNumbers } from './source.js';
import { FINEST_DEGREES } from './tiles.js';

const EDGES_OF_A_STRETCH = 32;
const FULL_TURN = 360 * UNITS_PER_DEGREE;
const HALF_TURN = FULL_TURN / 2;
const QUARTER_TURN = FULL_TURN / 4;

/**
 * Reads polygons and their names.
 * @param name the property, or column, that holds the name; a feature without one says nothing
 * @throws with one sentence when the file cannot be read, draws no areas or has no such names
 */
export async function readPolygons(path: string, name: string): Promise<NamedNumbers> {
  const packing = new Packing();
  const columns = new Set<string>();
  for await (const { line, properties, geometry } of readFeatures(path)) {
    for (const column of Object.keys(properties)) columns.add(column);
    const named = propertyText(properties[name]);
    if (named === '' || geometry === null) continue;
    const found = polygonsOf(geometry);
    if ('fault' in found) throw new Error(`${basename(path)}, feature ${line}: ${found.fault}.`);
    for (const polygon of found.polygons) packing.add(named, polygon);
  }
  if (packing.polygons > 0) return numbersOf(packing, path);
  const present = columns.has(name)
    ? `${name} is empty in all of its features`
    : `its features have no ${name}, but ${listed([...columns]) || 'nothing'}`;
  throw new Error(`${basename(path)} names no biome: ${present}.`);
}

/** In cells that are about as wide as a land, each of the biome in its middle. */
function numbersOf(packing: Packing, path: string): NamedNumbers {
  const polygons = new NumberedPolygons(packing.packed());
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
      polygons.prepare(boxes);
      return undefined;
    },
    valueAt: (column, row) =>
      polygons.at({ latitude: 90 - (row + 0.5) * cell, longitude: (column + 0.5) * cell - 180 }),
    names: { names: packing.names, rasterName: basename(path), tableName: basename(path) },
  };
}

const BOX = 4;

class Packing {
  readonly #positions = new Int32List();
  readonly #stretchStarts = new Int32List();
  readonly #stretchEdges = new Int32List();
  readonly #stretchPolygons = new Int32List();
  readonly #stretchBoxes = new Int32List();
  readonly #polygonStarts = new Int32List();
  readonly #polygonBoxes = new Int32List();
  readonly #polygonNames = new Int32List();
  readonly #areas: number[] = [];
  readonly #numbers = new Map<string, number>();
  readonly names = new Map<number, string>();

  get polygons(): number {
    return this.#areas.length;
  }

  add(name: string, rings: readonly Position[][]): void {
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1;
    this.#numbers.set(name, number);
    this.names.set(number, name);
    const first = this.#stretchStarts.length;
    const flat = rings.map(unwrapped);
    for (const ring of flat) this.#addRing(ring);
    this.#polygonStarts.push(first);
    this.#polygonNames.push(number);
    const boxes = this.#stretchBoxes.items.subarray(BOX * first);
    for (const [side, pick] of [Math.min, Math.min, Math.max, Math.max].entries()) {
      let bound = boxes[side] ?? 0;
      for (let at = side; at < boxes.length; at += BOX) bound = pick(bound, boxes[at] ?? bound);
      this.#polygonBoxes.push(bound);
    }
    const [outer = 0, ...holes] = flat.map((ring) => Math.abs(areaOf(ring)));
    this.#areas.push(outer - holes.reduce((sum, hole) => sum + hole, 0));
  }

  #addRing(ring: readonly number[]): void {
    const first = this.#positions.length / 2;
    for (const number of ring) this.#positions.push(number);
    const edges = ring.length / 2 - 1;
    for (let edge = 0; edge < edges; edge += EDGES_OF_A_STRETCH) {
      const count = Math.min(EDGES_OF_A_STRETCH, edges - edge);
      this.#stretchStarts.push(first + edge);
      this.#stretchEdges.push(count);
      this.#stretchPolygons.push(this.#areas.length);
      const stretch = ring.slice(2 * edge, 2 * (edge + count + 1));
      const xs = stretch.filter((_, place) => place % 2 === 0);
      const ys = stretch.filter((_, place) => place % 2 === 1);
      for (const bound of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]) {
        this.#stretchBoxes.push(bound);
      }
    }
  }

  packed(): PackedPolygons {
    this.#polygonStarts.push(this.#stretchStarts.length);
    const smallestFirst = [...this.#areas.keys()].sort(
      (one, other) => (this.#areas[one] ?? 0) - (this.#areas[other] ?? 0) || one - other,
    );
    const ranks = new Int32Array(smallestFirst.length);
    for (const [rank, polygon] of smallestFirst.entries()) ranks[polygon] = rank;
    return {
      positions: this.#positions.items,
      stretchStarts: this.#stretchStarts.items,
      stretchEdges: this.#stretchEdges.items,
      stretchPolygons: this.#stretchPolygons.items,
      stretchIndex: indexOf(this.#stretchBoxes.items),
      polygonIndex: indexOf(this.#polygonBoxes.items),
      polygonStarts: this.#polygonStarts.items,
      polygonRanks: ranks,
      polygonNames: this.#polygonNames.items,
    };
  }
}

function indexOf(boxes: Int32Array): Flatbush {
  const index = new Flatbush(boxes.length / BOX, 16, Int32Array);
  for (let at = 0; at < boxes.length; at += BOX) {
    index.add(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0);
  }
  index.finish();
  return index;
}

/**
 * A closed ring in units: x, y. Where it jumps over ±180° it goes on beyond; one around a pole is
 * closed along that. One that would be nothing then is as wide as the globe, and stays as it is.
 */
function unwrapped(ring: readonly Position[]): number[] {
  const plain: number[] = [];
  const going: number[] = [];
  let shift = 0;
  let previous: number | undefined;
  for (const [longitude = NaN, latitude = NaN] of ring) {
    const x = Math.round(longitude * UNITS_PER_DEGREE);
    const y = Math.round(latitude * UNITS_PER_DEGREE);
    const step = x - (previous ?? x);
    if (step > HALF_TURN) shift -= FULL_TURN;
    if (step < -HALF_TURN) shift += FULL_TURN;
    plain.push(x, y);
    going.push(x + shift, y);
    previous = x;
  }
  const [firstX = NaN, firstY = NaN] = going;
  const lastX = going.at(-2) ?? NaN;
  if (firstX !== lastX) {
    const pole = firstY < 0 ? -QUARTER_TURN : QUARTER_TURN;
    going.push(lastX, pole, firstX, pole, firstX, firstY);
  }
  return areaOf(going) === 0 ? plain : going;
}

/** Signed, in squares of units. */
function areaOf(ring: readonly number[]): number {
  let area = 0;
  for (let at = 0; at + 3 < ring.length; at += 2) {
    const [fromX = NaN, fromY = NaN, toX = NaN, toY = NaN] = ring.slice(at, at + 4);
    area += fromX * toY - toX * fromY;
  }
  return area / 2;
}
