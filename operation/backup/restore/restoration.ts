import type { Context } from '../../../ingest/generations/resource.js';
import type { Progress } from '../../../core/cli/progress.js';

/** A restoration under way. */
export interface Restoration {
  context: Context;
  progress: Progress;
  signal: AbortSignal;
  /** Nothing is written. */
  isDry: boolean;
}

/** What becomes of the entries of one kind; those that are live already come first, always. */
export interface Restored {
  /** Of the backup. */
  found: number;
  /** Written, or to be written by a dry run. */
  restored: number;
  /** Live as they are in the backup. */
  same: number;
  /** Live otherwise, and left so. */
  left: number;
}

export const nothingRestored = (): Restored => ({ found: 0, restored: 0, same: 0, left: 0 });
