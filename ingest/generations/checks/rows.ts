import { counted } from '../../../core/cli/counted.js';
import { type Check, found, type Loaded, type Measure } from './check.js';

/** Refuses a generation in which not all documents are that were written. */
export const written: Check<Loaded> = {
  name: 'written',
  measure({ index, count, report, kept }) {
    const all = report.indexed + kept;
    const lost =
      count < all
        ? ' (a node may be lost with the only copy: see the cluster health, and run again)'
        : '';
    return compareWritten(index, count, all, lost);
  },
};

/** Compares the documents of a generation with those that were written. */
export function compareWritten(holder: string, count: number, all: number, hint = ''): Measure[] {
  const complaint = `${holder} holds ${counted(count, 'document')}, though ${all} were written${hint}`;
  const value = Math.abs(all - count);
  return [{ value, limit: 0, unit: 'count', ...(value > 0 && { complaint }) }];
}

/** Refuses what the resource itself finds missing. */
export const complete: Check<Loaded> = {
  name: 'complete',
  measure: async ({ run, index }) => found(await run.gate(index)),
};

/** Refuses rows that lie where they should not, and other implausible values. */
export const plausibility: Check<Loaded> = {
  name: 'plausibility',
  measure({ run, name, isTrusted = false }) {
    const doubts = isTrusted ? [] : (run.doubts?.() ?? []);
    const remedy = `If the data is right, set checks.${name}.plausibility to false in the sources file`;
    return found(doubts.map((doubt) => `${doubt}. ${remedy}`));
  },
};
