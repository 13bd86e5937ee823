import { maxBy } from 'es-toolkit/array';
import { fromFile, type GeoTIFF } from 'geotiff';
import { LRUCache } from 'lru-cache';
import { type Box, overlap } from '../../core/geo/box.js';
import type { Point } from '../../core/geo/point.js';
import { Grid } from '../../core/lands/grid.js';
import { openWindow } from '../../core/lands/window.js';
import type { Frame, RasterPart } from '../../indices/lands.js';
import { unreadable } from './geoTiff.js';
import type { Numbers } from './source.js';
import type { TileFile } from './tileFiles.js';

/** About as wide as a land, in degrees. Smaller cells are averaged. */
export const FINEST_DEGREES = 1 / 120;

/** A cell is the average of at most this many samples across, and as many down. */
const MOST_SAMPLES = 5;

/**
 * Returns the numbers of files in the cells of one grid that covers the globe, aligned with the grid of
 * the finest file.
 * @param summary of several in a cell: their mean, or the most frequent one
 */
export function numbersOf(files: readonly TileFile[], summary: 'mean' | 'most'): Numbers {
  const mosaic = new Mosaic(files);
  const { frame, times } = gridOf(mosaic.finest);
  const samples = Math.min(times, MOST_SAMPLES);
  // Each in the middle of a cell of the file.
  const shares = Array.from(
    { length: samples },
    (_, sample) => (Math.floor(((sample + 0.5) * times) / samples) + 0.5) / times,
  );
  const { west, north, cellWidth, cellHeight } = frame;
  // Between the middles of larger cells heights go on evenly.
  const at = (point: Point): number | undefined =>
    summary === 'mean' ? mosaic.interpolatedAt(point) : mosaic.at(point);
  return {
    frame,
    // Numbers of biomes may be any.
    doubts: () => (summary === 'mean' ? [...mosaic.impossible].map(describeImpossible) : []),
    prepare: (boxes) => mosaic.prepare(boxes),
    valueAt(column, row) {
      const found: number[] = [];
      for (const down of shares) {
        for (const right of shares) {
          const latitude = north - (row + down) * cellHeight;
          const longitude = west + (column + right) * cellWidth;
          const value = at({ latitude, longitude: longitude > 180 ? longitude - 360 : longitude });
          if (value !== undefined) found.push(value);
        }
      }
      return summary === 'mean' ? meanOf(found) : mostOf(found);
    },
  };
}

/** Continues the grid of a file around the globe, with cells that are no finer than needed. */
function gridOf(file: Frame): { frame: Frame; times: number } {
  const times = Math.max(1, Math.round(FINEST_DEGREES / Math.max(file.cellWidth, file.cellHeight)));
  const [cellWidth, cellHeight] = [times * file.cellWidth, times * file.cellHeight];
  const columns = Math.round(360 / cellWidth);
  const isWhole = Math.abs(columns * cellWidth - 360) < cellWidth / 1_000;
  const westwards = isWhole ? Math.floor((file.west + 180) / cellWidth + 1e-6) : 0;
  const northwards = Math.ceil((90 - file.north) / cellHeight - 1e-6);
  const north = file.north + northwards * cellHeight;
  return {
    frame: {
      columns: isWhole ? columns : Math.floor(360 / cellWidth),
      rows: Math.ceil((north + 90) / cellHeight - 1e-6),
      west: file.west - westwards * cellWidth,
      north,
      cellWidth,
      cellHeight,
    },
    times,
  };
}

/** In decimetres: more is not known. */
function meanOf(values: readonly number[]): number | undefined {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? undefined : Math.round((10 * sum) / values.length) / 10;
}

/** Returns the most frequent value; the first one, if several are. */
function mostOf(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return maxBy([...counts], ([, count]) => count)?.[0];
}

/** From the shore of the Dead Sea to Mount Everest, with a margin. */
const [LEAST, MOST] = [-450, 8_900];

function describeImpossible([file, value]: readonly [string, number]): string {
  return `${file} holds ${value}, and no land has this height in metres; mark cells without a height (\`gdal_translate -a_nodata ${value}\`), and let the sea have 0`;
}

const OPEN_FILES = 64;

/**
 * Returns the values of files at points. Only values in the boxes that were prepared last are in memory. If several
 * files have a value, the file with the smallest cells counts.
 */
class Mosaic {
  /** The frame of the file with the smallest cells. */
  readonly finest: Frame;
  /** Files with cells that hold no height of a land, such as -32768, -9999, or a mean with these. */
  readonly impossible = new Map<string, number>();
  /** The file with the smallest cells first. */
  readonly #files: readonly (TileFile & { boxes: readonly Box[] })[];
  readonly #open = openFiles();
  #near: readonly Grid[] = [];

  constructor(files: readonly TileFile[]) {
    this.#files = files
      .map((file) => ({ ...file, boxes: boxesOf(file.frame) }))
      .sort((one, other) => cellArea(one.frame) - cellArea(other.frame));
    const [finest] = this.#files;
    if (finest === undefined) throw new Error('a mosaic has at least one file');
    this.finest = finest.frame;
  }

  async prepare(boxes: readonly Box[]): Promise<void> {
    const near = this.#files.filter((file) =>
      file.boxes.some((own) => boxes.some((box) => overlap(own, box))),
    );
    const grids: Grid[] = [];
    // One at a time: a file that is opened may close another one.
    for (const file of near) grids.push(await this.#read(file, boxes));
    this.#near = grids;
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
    // A file may write the number with fewer digits than its cells have.
    const none = noData === undefined ? undefined : Math.fround(noData);
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
            values: Array.from(values, (value) => {
              if (Math.fround(value) === none) return null;
              // NaN stands for an unknown height.
              const isImpossible = value < LEAST || value > MOST;
              if (isImpossible && !this.impossible.has(name)) this.impossible.set(name, value);
              return value;
            }),
          };
        });
      return openWindow({ frame, parts: await Promise.all(reading) });
    } catch (error) {
      throw unreadable(name, error);
    }
  }
}

/** Opens files. A file is closed once {@link OPEN_FILES} others were needed after it. */
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
