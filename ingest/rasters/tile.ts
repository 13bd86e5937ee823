import type { GeoTIFF, TypedArray } from 'geotiff';
import type { LRUCache } from 'lru-cache';
import type { Box } from '../geometry/box.js';
import { unreadable } from './geoTiff.js';
import { type CellValues, type Frame, Grid } from './grid.js';

/** A GeoTIFF that is read block by block, as far as can be told without reading one. */
export interface TileFile {
  readonly path: string;
  /** Tells it to a person. */
  readonly name: string;
  readonly frame: Frame;
  /** In cells; of strips the width is that of the image. */
  readonly blockWidth: number;
  readonly blockHeight: number;
}

/** Cells that are stored together, and read together. */
export interface Block {
  readonly values: TypedArray;
  readonly columns: number;
}

/** Shared by the tiles of a mosaic. */
export interface TileMemory {
  /** Blocks by the tile and their number. */
  readonly blocks: LRUCache<string, Block>;
  /** @param path of the file */
  open(path: string): Promise<GeoTIFF>;
}

/** Answers as a {@link Grid}, from those blocks of a file that were prepared. */
export class Tile implements CellValues {
  readonly grid: Grid;
  readonly #file: TileFile;
  readonly #memory: TileMemory;
  readonly #blocksAcross: number;
  #prepared = new Map<number, Block>();
  /** The last one asked, for the next one is mostly the same. */
  #last: { number: number; block: Block } | undefined;

  constructor(file: TileFile, memory: TileMemory) {
    this.#file = file;
    this.#memory = memory;
    this.#blocksAcross = Math.ceil(file.frame.columns / file.blockWidth);
    this.grid = new Grid({ ...file.frame, values: this });
  }

  /** Undefined, too, where the block is not prepared. */
  valueAt(column: number, row: number): number | undefined {
    const { blockWidth, blockHeight } = this.#file;
    const across = Math.floor(column / blockWidth);
    const down = Math.floor(row / blockHeight);
    const number = down * this.#blocksAcross + across;
    if (this.#last?.number !== number) {
      const block = this.#prepared.get(number);
      if (block === undefined) return undefined;
      this.#last = { number, block };
    }
    const { values, columns } = this.#last.block;
    return values[(row - down * blockHeight) * columns + column - across * blockWidth];
  }

  /**
   * Gets the blocks of some boxes at hand, and lets go of all others.
   * @returns undefined when none had to be read
   */
  prepare(boxes: readonly Box[]): Promise<void> | undefined {
    const before = this.#prepared;
    this.#prepared = new Map();
    this.#last = undefined;
    const missing: number[] = [];
    for (const number of this.#blocksOf(boxes)) {
      const block = before.get(number) ?? this.#memory.blocks.get(this.#keyOf(number));
      if (block === undefined) missing.push(number);
      else this.#prepared.set(number, block);
    }
    return missing.length > 0 ? this.#read(missing) : undefined;
  }

  #blocksOf(boxes: readonly Box[]): Set<number> {
    const { blockWidth, blockHeight } = this.#file;
    const numbers = new Set<number>();
    for (const { columns, rows } of boxes.flatMap((box) => this.grid.cellsNear(box))) {
      const [left, right] = columns.map((column) => Math.floor(column / blockWidth));
      const [top, bottom] = rows.map((row) => Math.floor(row / blockHeight));
      for (let down = top ?? 0; down <= (bottom ?? -1); down += 1) {
        for (let across = left ?? 0; across <= (right ?? -1); across += 1) {
          numbers.add(down * this.#blocksAcross + across);
        }
      }
    }
    return numbers;
  }

  async #read(numbers: readonly number[]): Promise<void> {
    const { path, name, frame, blockWidth, blockHeight } = this.#file;
    try {
      const image = await (await this.#memory.open(path)).getImage();
      for (const number of numbers) {
        const left = (number % this.#blocksAcross) * blockWidth;
        const top = Math.floor(number / this.#blocksAcross) * blockHeight;
        const right = Math.min(left + blockWidth, frame.columns);
        const bottom = Math.min(top + blockHeight, frame.rows);
        const window = [left, top, right, bottom];
        const values = await image.readRasters({ window, interleave: true });
        const block = { values, columns: right - left };
        this.#prepared.set(number, block);
        this.#memory.blocks.set(this.#keyOf(number), block, { size: values.byteLength });
      }
    } catch (error) {
      throw unreadable(name, error);
    }
  }

  #keyOf(number: number): string {
    return `${this.#file.path}:${number}`;
  }
}
