import { sumBy } from 'es-toolkit/math';
import { foldReason, type ReasonCount } from './rejects.js';

/** Rejects of a source that are no fault. */
export interface ExpectedRejects {
  /** As the sources file names it. */
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
  /** Those that are no fault. */
  tolerated: number;
  /** For a person. */
  text: string;
}

/** Counts the rejects that are expected. A row with several faults is expected if one of them is. */
export function countExpected(
  expected: readonly ExpectedRejects[],
  reasons: readonly ReasonCount[],
): ExpectedCount[] {
  const others = new Set(reasons);
  return expected.flatMap(({ file, files, rows, shares }) =>
    Object.entries(shares).map(([reason, share]) => {
      const faults = foldReason(reason).split('; ');
      const found = [...others].filter(
        (each) => files.includes(each.file) && faults.every((fault) => each.reason.split('; ').includes(fault)), // prettier-ignore
      );
      for (const each of found) others.delete(each);
      const count = sumBy(found, (each) => each.count);
      const text = `${count} of ${rows} rows of ${file} (${percent(count / (rows || 1))}) are rejected for "${reason}"; up to ${percent(share)} are expected`;
      return { count, tolerated: Math.min(count, Math.floor(share * rows)), text };
    }),
  );
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}
