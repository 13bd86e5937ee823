import type { LandOptions } from '../../ingest/lands/resource.js';
import { everywhere } from './landGroups.js';

const nothing = { frame: everywhere(0).frame, valueAt: () => undefined };

/** Sources that know nothing of any place, and take no time to be read. */
export const UNKNOWN_TERRAIN: Required<Pick<LandOptions, 'heights' | 'biomes'>> = {
  heights: { files: [], read: () => Promise.resolve(nothing) },
  biomes: {
    files: [],
    read: () =>
      Promise.resolve({ ...nothing, names: { names: new Map(), rasterName: '', tableName: '' } }),
  },
};
