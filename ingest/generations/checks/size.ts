import { counted } from '../../../core/cli/counted.js';
import { OPTIONAL } from '../../../indices/resources.js';
import type { Check, Compared } from './check.js';

/** A generation that lacks more than this share of the live one is taken for a broken source. */
const MAX_LOST = 0.1;

/** Refuses a generation that is much smaller than the live one. */
export const size: Check<Compared> = {
  name: 'size',
  measure({ name, live, count, allowShrink = false }) {
    // A resource that may have no rows may also lose some. Its origin was compared.
    if (live === undefined || allowShrink || OPTIONAL.has(name)) return [];
    if (live.count === undefined)
      return [{ complaint: `the live one, ${live.index}, cannot be read to compare; to replace it, use --allow-shrink` }]; // prettier-ignore
    const complaint = `it has ${counted(count, 'document')}, the live one ${live.count}; if that is right, use --allow-shrink`;
    const value = lostShare(count, live.count);
    return [{ value, limit: MAX_LOST, ...(value > MAX_LOST && { complaint }) }];
  },
};

/** True if a generation has too few documents beside the live one. */
export function hasShrunk(count: number, before: number): boolean {
  return lostShare(count, before) > MAX_LOST;
}

/** Returns the share of documents by which a generation is smaller than the one before. */
function lostShare(count: number, before: number): number {
  return Math.max(0, before - count) / (before || 1);
}
