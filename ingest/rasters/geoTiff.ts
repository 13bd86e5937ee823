import { basename } from 'node:path';
import { fromFile, type GeoTIFFImage } from 'geotiff';
import type { Frame } from '../../indices/lands.js';
import { foreignCrs } from '../files/crs.js';
import { unreadable as unreadableFile } from '../files/openFile.js';

/** The numbers of GeoTIFF 1.1: a geographic model, Greenwich, degrees, and positions that are middles. */
const GEOGRAPHIC = 2;
const GREENWICH = 8901;
const DEGREE = 9102;
const PIXEL_IS_POINT = 2;

/** The most bytes of a block: its cells are stored together, and so read together. */
const MOST_BLOCK_BYTES = 256 * 1024 * 1024;

const ADVICE = 'Make one with `gdalwarp -t_srs EPSG:4326`.';

/**
 * Opens a GeoTIFF of one band, and closes it when the work with it is done.
 * @param name of the file, for messages
 * @throws with one sentence when it cannot be read, or is not a north-up grid of WGS 84 degrees
 */
export async function withGeoTiff<Result>(
  path: string,
  work: (image: GeoTIFFImage) => Promise<Result>,
  name = basename(path),
): Promise<Result> {
  let fault: string | undefined;
  try {
    const file = await fromFile(path);
    try {
      const image = await file.getImage();
      fault = faultOf(image);
      if (fault === undefined) return await work(image);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw unreadable(name, error);
  }
  throw new Error(`${name} ${fault}`);
}

/** Returns an error with the file's name and what to do. */
export function unreadable(name: string, error: unknown): Error {
  // The library also throws texts.
  const {
    message,
    name: kind,
    syscall,
  } = (error instanceof Error ? error : new Error(String(error))) as NodeJS.ErrnoException;
  if (syscall !== undefined) return unreadableFile(name, error);
  const isCut = kind === 'RangeError' || /^(?:it should have|buffer error)/.test(message);
  const advice = isCut ? 'It is cut off: get it again.' : 'Convert it with `gdal_translate`.';
  return new Error(`${name} cannot be read as a GeoTIFF (${message}). ${advice}`, { cause: error });
}

function faultOf(image: GeoTIFFImage): string | undefined {
  const keys: Partial<Record<string, unknown>> = image.getGeoKeys() ?? {};
  const { GeogPrimeMeridianGeoKey: meridian = GREENWICH, GeogAngularUnitsGeoKey: unit = DEGREE } =
    keys;
  const crs = `EPSG:${String(keys.GeographicTypeGeoKey)}`;
  const areDegrees = keys.GTModelTypeGeoKey === GEOGRAPHIC && unit === DEGREE;
  if (!areDegrees || meridian !== GREENWICH || foreignCrs(crs) !== undefined) {
    return `is not in degrees of WGS 84. ${ADVICE}`;
  }
  const bands = image.getSamplesPerPixel();
  if (bands !== 1) return `has ${bands} bands, not one. Take one with \`gdal_translate -b 1\`.`;
  const blockBytes = blockBytesOf(image);
  if (!(blockBytes > 0)) return 'has no cells. Get it again.';
  if (blockBytes > MOST_BLOCK_BYTES) {
    const megabytes = Math.round(blockBytes / 1024 / 1024);
    return `is stored in blocks of ${megabytes} MB, and a block is read whole. Store it in small blocks with \`gdal_translate -co TILED=YES\`.`;
  }
  if (!isNorthUp(image)) return `is not a grid with the north up and the west left. ${ADVICE}`;
  return undefined;
}

function blockBytesOf(image: GeoTIFFImage): number {
  const width = Math.min(image.getTileWidth(), image.getWidth());
  const height = Math.min(image.getTileHeight(), image.getHeight());
  return width * height * image.getBytesPerPixel();
}

/** Also false where nothing says where the image lies. */
function isNorthUp({ fileDirectory }: GeoTIFFImage): boolean {
  const scale = fileDirectory.getValue('ModelPixelScale');
  const tie = fileDirectory.getValue('ModelTiepoint');
  if (scale !== undefined) {
    const [width = NaN, height = NaN] = scale;
    const [column, row] = tie ?? [];
    return width > 0 && height > 0 && tie?.length === 6 && column === 0 && row === 0;
  }
  const [width = NaN, turn, , , tilt, height = NaN] =
    fileDirectory.getValue('ModelTransformation') ?? [];
  return width > 0 && height < 0 && turn === 0 && tilt === 0;
}

export function frameOf(image: GeoTIFFImage): Frame {
  const [west = NaN, north = NaN] = image.getOrigin();
  const [cellWidth = NaN, height = NaN] = image.getResolution();
  const cellHeight = Math.abs(height);
  // The origin then is the middle of the first cell.
  const middle = image.getGeoKeys()?.GTRasterTypeGeoKey === PIXEL_IS_POINT ? 0.5 : 0;
  return {
    columns: image.getWidth(),
    rows: image.getHeight(),
    west: west - middle * cellWidth,
    north: north + middle * cellHeight,
    cellWidth,
    cellHeight,
  };
}

/** Returns the number of cells without a value. NaN always means that there is no value. */
export function noDataOf(image: GeoTIFFImage): number | undefined {
  return image.getGDALNoData() ?? undefined;
}
