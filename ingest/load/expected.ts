import { counted } from '../../core/cli/counted.js';
import { percent } from '../../core/cli/share.js';
import type { Reasons } from './rejects.js';
import { foldReason } from '../files/reasons.js';

/** Rejects of a source that are not a fault. */
export interface ExpectedRejects {
  /** The path in the sources file. */
  file: string;
  /** Its parts. */
  files: readonly string[];
  /** The rows that were read. */
  rows: number;
  /** Reasons, each with the share of the rows that may be rejected for it. */
  shares: Readonly<Record<string, number>>;
}

/** The rejects of one expected reason. */
export interface ExpectedCount {
  count: number;
  /** The number that is not a fault. */
  tolerated: number;
  /** Shown to a person. */
  text: string;
}

/** Lists sources of which no row was taken. Beside large ones, their rejects would be few. */
export function lostSources(sources: readonly ExpectedRejects[], reasons: Reasons): string[] {
  return sources
    .filter(({ files, rows }) => rows > 0 && reasons.countOf(files) >= rows)
    .map(({ file, rows }) => `all ${rows} rows of ${file} were rejected`);
}

/** Counts the rejects that are expected. A row with several faults is expected if one of them is. */
export function countExpected(
  expected: readonly ExpectedRejects[],
  reasons: Reasons,
): ExpectedCount[] {
  return expected.flatMap(({ file, files, rows, shares }) =>
    Object.entries(shares).map(([reason, share]) => {
      const faults = foldReason(reason).split('; ');
      const count = reasons.take(files, (each) => {
        const found = each.split('; ');
        return faults.every((fault) => found.includes(fault));
      });
      const text = `${count} of ${counted(rows, 'row')} of ${file} (${percent(count / (rows || 1))}) are rejected for "${reason}"; up to ${percent(share)} are expected`;
      return { count, tolerated: Math.min(count, Math.floor(share * rows + 1e-9)), text };
    }),
  );
}
