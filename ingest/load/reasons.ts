import { sumBy } from 'es-toolkit/math';
import { counted } from '../../core/cli/counted.js';
import { oneLine } from '../../core/cli/printable.js';
import { percent } from '../../core/cli/share.js';
import { foldReason } from '../files/reasons.js';
import { describeOrigin, type Reject } from './outcome.js';

const MAX_KINDS = 500;
const OTHERS = 'other reasons';
const MAX_EXAMPLES = 3;

/** Rows that are rejected for one kind of reason. */
export interface ReasonCount {
  reason: string;
  count: number;
  /** The first of them, as `file:line (id …)`. */
  examples: readonly string[];
}

/** Counts rejected rows by reason, whatever values, digits and ids the reasons hold. */
export class Reasons {
  readonly #kinds = new Map<string, ReasonCount & { examples: string[] }>();
  /** The number of rejects by reason and file. */
  readonly #byFile = new Map<string, Map<string, number>>();

  add(reject: Reject): void {
    const { file } = reject;
    const folded = foldReason(oneLine(reject.reason));
    const reason = this.#kinds.has(folded) || this.#kinds.size < MAX_KINDS ? folded : OTHERS;
    const entry = this.#kinds.get(reason) ?? { reason, count: 0, examples: [] };
    entry.count += 1;
    if (entry.examples.length < MAX_EXAMPLES) entry.examples.push(describeOrigin(reject));
    this.#kinds.set(reason, entry);
    const byFile = this.#byFile.get(reason) ?? new Map<string, number>();
    this.#byFile.set(reason, byFile.set(file, (byFile.get(file) ?? 0) + 1));
  }

  /** Counts the rejects of some files that were not taken. */
  countOf(files: readonly string[]): number {
    const counts = [...this.#byFile.values()];
    return sumBy(files, (file) => sumBy(counts, (byFile) => byFile.get(file) ?? 0));
  }

  /** Counts the rejects of some files for some reasons. Each reject is counted once. */
  take(files: readonly string[], isMeant: (reason: string) => boolean): number {
    let count = 0;
    for (const [reason, byFile] of this.#byFile) {
      for (const file of isMeant(reason) ? files : []) {
        count += byFile.get(file) ?? 0;
        byFile.delete(file);
      }
    }
    return count;
  }

  /** Most rows first. */
  counts(): ReasonCount[] {
    return [...this.#kinds.values()].sort((one, other) => other.count - one.count);
  }
}

/** Describes rejects of one reason, with examples. */
export function describeReason({ reason, count, examples }: ReasonCount): string {
  const more = count > examples.length ? ', …' : '';
  return `rejected: ${count} × ${reason}: ${examples.join(', ')}${more}`;
}

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

/** Lists sources that lost all of their rows. Beside large sources, their rejects would be few. */
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
