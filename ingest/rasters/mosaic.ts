import { fromFile, type GeoTIFF } from 'geotiff';
import { LRUCache } from 'lru-cache';
import { Grid } from '../../core/lands/grid.js';
import { openWindow } from '../../core/lands/window.js';
import { type Box, overlap } from '../../core/geo/box.js';
import type { Point } from '../../core/geo/point.js';
import type { Frame, RasterPart } from '../../indices/lands.js';
import { unreadable } from './geoTiff.js';
import type { TileFile } from './tileFiles.js';

const OPEN_FILES = 64;

/**
 * Answers for points what files hold there, of which only what lies in the boxes prepared last is in
 * memory. Where several know something, the one of the smallest cells is right.
 */
export class Mosaic {
  /** The one of the smallest cells first. */
  readonly #files: readonly (TileFile & { boxes: readonly Box[] })[];
  readonly #open = openFiles();
  #near: readonly Grid[] = [];

  constructor(files: readonly TileFile[]) {
    this.#files = files
      .map((file) => ({ ...file, boxes: boxesOf(file.frame) }))
      .sort((one, other) => cellArea(one.frame) - cellArea(other.frame));
  }

  /** Where the one of the smallest cells lies; undefined: there are none. */
  get finest(): Frame | undefined {
    return this.#files[0]?.frame;
  }

  /** See {@link Numbers.prepare}. */
  async prepare(boxes: readonly Box[]): Promise<void> {
    const near = this.#files.filter((file) =>
      file.boxes.some((own) => boxes.some((box) => overlap(own, box))),
    );
    this.#near = await Promise.all(near.map((file) => this.#read(file, boxes)));
  }

  /** Returns the value of the cell that holds a point; undefined where none is known. */
  at(point: Point): number | undefined {
    for (const grid of this.#near) {
      const value = grid.at(point);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Interpolates as a grid does, also over edges of tiles; undefined if the point's cell is unknown. */
  interpolatedAt(point: Point): number | undefined {
    const holding = this.#near.find((grid) => grid.at(point) !== undefined);
    return holding?.interpolatedAt(point, (middle) => this.at(middle));
  }

  async #read({ path, name, frame, noData }: TileFile, boxes: readonly Box[]): Promise<Grid> {
    const whole = new Grid(frame, () => undefined);
    try {
      const image = await (await this.#open(path)).getImage();
      const reading = boxes
        .flatMap((box) => whole.cellsNear(box))
        .map(async ({ columns: [left, right], rows: [top, bottom] }): Promise<RasterPart> => {
          const window = [left, top, right + 1, bottom + 1];
          const values = await image.readRasters({ window, interleave: true });
          return {
            column: left,
            row: top,
            columns: right - left + 1,
            rows: bottom - top + 1,
            values: Array.from(values, (value) => (value === noData ? null : value)),
          };
        });
      return openWindow({ frame, parts: await Promise.all(reading) });
    } catch (error) {
      throw unreadable(name, error);
    }
  }
}

/** A file is closed when so many others were needed since. */
function openFiles(): (path: string) => Promise<GeoTIFF> {
  const files = new LRUCache<string, Promise<GeoTIFF>>({
    max: OPEN_FILES,
    dispose: (file) => {
      void file.then(async (opened) => opened.close()).catch(() => undefined);
    },
  });
  return (path) => {
    const opened = files.get(path) ?? fromFile(path);
    files.set(path, opened);
    return opened;
  };
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
