import { openHeights } from './shared.js';
import type { Heights, RasterSource } from './source.js';
import { lookInto, tilePaths, tileSources } from './tileFiles.js';

/**
 * Heights of a GeoTIFF, or of a folder of them: WGS 84, of any size, side by side or one over the
 * other. They are read block by block where lands are made; what none covers is unknown.
 * @throws with one sentence when nothing is there
 */
export function heightsFrom(path: string): RasterSource<Heights> {
  const found = tilePaths(path);
  const share = async () => ({ tiles: await lookInto(found) });
  return {
    files: tileSources(found),
    share,
    read: async () => openHeights(await share()),
  };
}
