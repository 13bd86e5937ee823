import { EXAMPLES } from '../../generations/diff.js';
import type { Reject } from '../outcome.js';
import { oneLine } from '../../../core/cli/printable.js';

/** Kinds of reasons that are counted apart; a source that needs more of them is not understood. */
const MOST_KINDS = 500;
const OTHERS = 'other reasons';

/** Rows refused for one kind of reason. */
export interface ReasonCount {
  reason: string;
  count: number;
  /** The first of them, as `file:line (id …)`. */
  examples: readonly string[];
}

/** Counts refused rows by reason. Values, digits and ids in them do not make another reason. */
export class Reasons {
  readonly #kinds = new Map<string, { count: number; examples: string[] }>();

  add({ file, line, id, reason }: Reject): void {
    const folded = foldReason(reason);
    const isRoom = this.#kinds.has(folded) || this.#kinds.size < MOST_KINDS;
    const kind = isRoom ? folded : OTHERS;
    const known = this.#kinds.get(kind) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < EXAMPLES)
      known.examples.push(oneLine(`${file}:${line} (id ${id})`));
    this.#kinds.set(kind, known);
  }

  /** Most rows first. */
  counts(): ReasonCount[] {
    return [...this.#kinds]
      .map(([reason, { count, examples }]) => ({ reason, count, examples }))
      .sort((one, other) => other.count - one.count);
  }
}

/** Returns a reason without what is of one row only. */
export function foldReason(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/(?<!\w)'[^']*'/g, "'…'")
    .replace(/\[\d+:\d+\]/g, '[…]')
    .replace(/(?<![\w-])-?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?/gi, '#');
}
