import { counted } from '../../../core/cli/counted.js';
import type { Check, Compared } from './check.js';

/** A generation smaller than this share of the live one is taken for a broken source. */
const MINIMUM_SHARE_OF_LIVE = 0.9;

/** Refuses a generation that is much smaller than the live one. */
export const size: Check<Compared> = {
  name: 'size',
  measure({ live, count, allowShrink = false }) {
    if (live === undefined || allowShrink) return [];
    if (live.count === undefined)
      return [{ complaint: `the live one, ${live.index}, cannot be read to compare; to replace it, use --allow-shrink` }]; // prettier-ignore
    const complaint = `it has ${counted(count, 'document')}, the live one ${live.count}; if that is right, use --allow-shrink`;
    const limit = live.count * MINIMUM_SHARE_OF_LIVE;
    return [{ value: count, limit, ...(hasShrunk(count, live.count) && { complaint }) }];
  },
};

/** True if a generation has too few documents beside the live one. */
export function hasShrunk(count: number, before: number): boolean {
  return count < before * MINIMUM_SHARE_OF_LIVE;
}
