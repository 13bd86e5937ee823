import Flatbush from 'flatbush';
import { fromFile, type GeoTIFF } from 'geotiff';
import { LRUCache } from 'lru-cache';
import type { Point } from '../../geo/point.js';
import type { Box } from '../geometry/box.js';
import type { Frame } from './grid.js';
import { type Block, Tile, type TileFile } from './tile.js';

/** The blocks that are kept besides those at hand: those of the next lands, mostly. */
const KEPT_BYTES = 48 * 1024 * 1024;
const OPEN_FILES = 64;

/** The cells of a tile's neighbours lie no farther from its edge; larger ones are not asked. */
const LARGEST_NEIGHBOUR_DEGREES = 0.05;

/**
 * Answers for points and boxes what files hold there, of which only the blocks of the boxes
 * prepared last are in memory, and those of some before. Where several know something, the one of
 * the smallest cells is right.
 */
export class Mosaic {
  readonly #tiles: readonly Tile[];
  readonly #boxes: Flatbush;
  /** Of every box, the tile. */
  readonly #owners: readonly number[];
  readonly #margin: number;
  #near: readonly Tile[] = [];

  /**
   * @param files at least one
   * @param keptBytes of the blocks kept
   */
  constructor(files: readonly TileFile[], keptBytes = KEPT_BYTES) {
    const finestFirst = files.toSorted((one, other) => cellArea(one.frame) - cellArea(other.frame));
    const memory = {
      blocks: new LRUCache<string, Block>({ maxSize: keptBytes }),
      open: openFiles(),
    };
    this.#tiles = finestFirst.map((file) => new Tile(file, memory));
    const cells = finestFirst.map(({ frame }) => Math.max(frame.cellWidth, frame.cellHeight));
    this.#margin = Math.min(LARGEST_NEIGHBOUR_DEGREES, Math.max(...cells));
    const boxes = finestFirst.flatMap(({ frame }, owner) =>
      boxesOf(frame).map((box) => ({ box, owner })),
    );
    this.#owners = boxes.map(({ owner }) => owner);
    this.#boxes = new Flatbush(boxes.length);
    for (const { box } of boxes) this.#boxes.add(box.west, box.south, box.east, box.north);
    this.#boxes.finish();
  }

  /** See {@link Heights.prepare}. */
  prepare(boxes: readonly Box[]): Promise<void> | undefined {
    const before = this.#near;
    this.#near = this.#tilesIn(boxes);
    for (const tile of before) if (!this.#near.includes(tile)) void tile.prepare([]);
    const reading = this.#near.map((tile) => [tile, tile.prepare(boxes)] as const);
    const missing = reading.flatMap(([, promise]) => promise ?? []);
    return missing.length > 0 ? Promise.all(missing).then(() => undefined) : undefined;
  }

  /** Returns the value of the cell that holds a point; undefined where none is known. */
  at(point: Point): number | undefined {
    for (const { grid } of this.#near) {
      const value = grid.at(point);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** As that of a grid, over the edges between tiles, too. */
  interpolatedAt(point: Point): number | undefined {
    const beyond = (middle: Point): number | undefined => this.at(middle);
    const holding = this.#near.find(({ grid }) => grid.at(point) !== undefined);
    if (holding !== undefined) return holding.grid.interpolatedAt(point, beyond);
    for (const { grid } of this.#near) {
      const mean = grid.interpolatedAt(point);
      if (mean !== undefined) return mean;
    }
    return undefined;
  }

  /** True only when the value is the same everywhere in the boxes, or nowhere known. */
  isUniform(boxes: readonly Box[]): boolean {
    const touching = this.#near.filter(({ grid }) =>
      boxes.some((box) => grid.cellsNear(box).length > 0),
    );
    // One that holds only a part of the boxes knows nothing of the rest, which is no value.
    if (!touching.every(({ grid }) => grid.isUniform(boxes))) return false;
    const [{ south: latitude, west: longitude } = { south: 0, west: 0 }] = boxes;
    const values = new Set(touching.map(({ grid }) => grid.at({ latitude, longitude })));
    return values.size <= 1;
  }

  /** The one of the smallest cells first. */
  #tilesIn(boxes: readonly Box[]): Tile[] {
    const margin = this.#margin;
    const found = boxes.flatMap(({ west, south, east, north }) => [
      ...this.#boxes.search(west - margin, south - margin, east + margin, north + margin),
      // The neighbours beyond ±180°.
      ...(west - margin < -180 ? this.#boxes.search(180 - margin, south - margin, 180, north + margin) : []), // prettier-ignore
      ...(east + margin > 180 ? this.#boxes.search(-180, south - margin, margin - 180, north + margin) : []), // prettier-ignore
    ]);
    const owners = [...new Set(found.map((box) => this.#owners[box] ?? NaN))];
    return owners.sort((one, other) => one - other).flatMap((owner) => this.#tiles[owner] ?? []);
  }
}

/** A file is closed when so many others were needed since. */
function openFiles(): (path: string) => Promise<GeoTIFF> {
  const files = new LRUCache<string, Promise<GeoTIFF>>({
    max: OPEN_FILES,
    dispose: (file) => {
      void closed(file).catch(() => undefined);
    },
  });
  return (path) => {
    const opened = files.get(path) ?? fromFile(path);
    files.set(path, opened);
    return opened;
  };
}

async function closed(file: Promise<GeoTIFF>): Promise<void> {
  await (await file).close();
}

function cellArea({ cellWidth, cellHeight }: Frame): number {
  return cellWidth * cellHeight;
}

/** Two where it reaches over ±180°. */
function boxesOf({ west, north, columns, rows, cellWidth, cellHeight }: Frame): Box[] {
  const south = north - rows * cellHeight;
  const width = columns * cellWidth;
  if (width >= 360) return [{ west: -180, south, east: 180, north }];
  const start = ((((west + 180) % 360) + 360) % 360) - 180;
  const end = start + width;
  if (end <= 180) return [{ west: start, south, east: end, north }];
  return [
    { west: start, south, east: 180, north },
    { west: -180, south, east: end - 360, north },
  ];
}
