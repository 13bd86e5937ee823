import type { Point } from '../../core/geo/point.js';
import type { Frame } from '../../indices/lands.js';
import { Mosaic } from './mosaic.js';
import type { HeightSource, Numbers } from './source.js';
import { lookInto, type TileFile, tilePaths, tileSources } from './tileFiles.js';

/** About as wide as a land, in degrees: what is finer is averaged. */
export const FINEST_DEGREES = 1 / 120;

/** So many, across and down, stand for all that a cell is the average of. */
const MOST_SAMPLES = 5;

/**
 * Heights of a GeoTIFF, or of a folder of them: WGS 84, of any size, side by side or one over the
 * other. They are read block by block where lands are made; what none covers is unknown.
 * @throws with one sentence when nothing is there
 */
export function heightsFrom(path: string): HeightSource {
  const found = tilePaths(path);
  return {
    files: tileSources(found),
    read: async () => numbersOf(await lookInto(found), 'mean'),
  };
}

/**
 * The numbers of files in the cells of one grid that covers the globe, laid on those of the finest
 * file.
 * @param summary of several in a cell: their mean, or the one that most of them are
 */
export function numbersOf(files: readonly TileFile[], summary: 'mean' | 'most'): Numbers {
  const mosaic = new Mosaic(files);
  const { finest } = mosaic;
  if (finest === undefined) throw new Error('a mosaic is of at least one file');
  const { frame, times } = gridOf(finest);
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
    prepare: (boxes) => mosaic.prepare(boxes),
    valueAt(column, row) {
      const found: number[] = [];
      for (const down of shares) {
        for (const right of shares) {
          const latitude = north - (row + down) * cellHeight;
          const value = at({ latitude, longitude: turned(west + (column + right) * cellWidth) });
          if (value !== undefined) found.push(value);
        }
      }
      return summary === 'mean' ? meanOf(found) : mostOf(found);
    },
  };
}

/** The grid that goes on with that of a file around the globe, of cells that are no finer than needed. */
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

/** From -180 to 180. */
function turned(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}

/** In decimetres: more is not known. */
function meanOf(values: readonly number[]): number | undefined {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? undefined : Math.round((10 * sum) / values.length) / 10;
}

/** The first of those that are there most often. */
function mostOf(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<readonly [number | undefined, number]>(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [undefined, 0],
  )[0];
}
