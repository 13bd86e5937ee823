import { foldReason } from './rejects.js';

/** Rejects of a source that are not a fault. */
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

/** Rows of one file that were rejected for one reason. */
export interface FileReasonCount {
  file: string;
  reason: string;
  count: number;
}

/** The rejects of one expected reason. */
export interface ExpectedCount extends FileReasonCount {
  rows: number;
  share: number;
  /** Those that are no fault. */
  tolerated: number;
}

/** Counts the rejects that are expected. A row with several faults is expected if one of them is. */
export function countExpected(
  expected: readonly ExpectedRejects[],
  counts: readonly FileReasonCount[],
): ExpectedCount[] {
  const others = new Set(counts);
  return expected.flatMap(({ file, files, rows, shares }) =>
    Object.entries(shares).map(([reason, share]) => {
      const wanted = faultsOf(foldReason(reason));
      const found = [...others].filter(
        (each) =>
          files.includes(each.file) &&
          wanted.every((fault) => faultsOf(each.reason).includes(fault)),
      );
      for (const each of found) others.delete(each);
      const count = found.reduce((sum, each) => sum + each.count, 0);
      const tolerated = Math.min(count, Math.floor(share * rows));
      return { file, reason, count, rows, share, tolerated };
    }),
  );
}

function faultsOf(reason: string): string[] {
  return reason.split('; ');
}

export function describeExpected({ file, reason, count, rows, share }: ExpectedCount): string {
  const found = rows === 0 ? 0 : count / rows;
  return `${count} of ${rows} rows of ${file} (${percent(found)}) are rejected for "${reason}"; up to ${percent(share)} are expected`;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}
