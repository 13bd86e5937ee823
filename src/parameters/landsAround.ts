import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import { landAt, landDisk } from '../../core/geo/land.js';
import { documented } from './documented.js';
import { queryJoi } from './joi.js';
import { locationKeys, type LocationQuery, readPoint } from './location.js';

const MAX_RINGS = 10;

const k = documented(queryJoi.number().integer().min(0).max(MAX_RINGS).default(0), {
  meaning: 'How many rings of lands around the centre land are wanted as well',
  rule: `an integer from 0 to ${MAX_RINGS}`,
  example: 1,
});

/** The parameters of a lookup around a location, checked by `withLocation`. */
export const aroundKeys = { ...locationKeys, k };

/** The lands around a location. */
export interface LandsAround {
  readonly centreId: string;
  readonly rings: number;
}

/** Returns the lands that a lookup around a location is about. */
export function readAround({ k: rings, ...location }: ValuesOf<typeof aroundKeys>): LandsAround {
  return { centreId: centreLand(location), rings };
}

/** Returns the ids of the lands: ring by ring, the centre land first; 1 to 331, none twice. */
export function landIdsOf({ centreId, rings }: LandsAround): string[] {
  return landDisk(centreId, rings);
}

// A land is asked by its own id, without a way back through the centre of its cell.
function centreLand(location: LocationQuery): string {
  return location.land_id ?? landAt(readPoint(location));
}

/** Documents `k`, wherever it is taken. */
export const RINGS =
  'The centre land is the one asked, or the cell that holds `lat` and `lng`. `k` is the number of rings around it: 0, as when it is absent, is the centre land only; 1 is 7 lands, the centre and all that are directly adjacent; 2 is 19, with all that are adjacent to those; 10, the most, is 331. Around one of the 12 pentagons of H3 rings are shorter: 6 lands for 1, 16 for 2.';
