import type { LandOptions } from '../../ingest/lands/resource.js';

/** Sources that know nothing of any place, and take no time to be read. */
export const UNKNOWN_TERRAIN: Required<Pick<LandOptions, 'heights' | 'biomes'>> = {
  heights: { files: [], read: () => Promise.resolve({ at: () => undefined }) },
  biomes: {
    files: [],
    read: () => Promise.resolve({ at: () => undefined, isUniform: () => true }),
  },
};
