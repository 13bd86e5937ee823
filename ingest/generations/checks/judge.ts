import { percent } from '../../../core/cli/share.js';
import type { Compared, Measure } from './check.js';
import { type Limit, type LimitName, LIMITS } from './limits.js';

/** The most examples of a complaint. */
export const EXAMPLES = 5;

interface Found {
  /** If the check has found it itself. */
  cause?: string | undefined;
  /** How many of how many. */
  counts?: string;
  examples?: readonly string[];
  /** The default limit is at least this, because few documents say too little. */
  atLeast?: number;
}

/** Compares a value with its limit. The complaint has the likely cause first, then numbers, then what to do. */
export function judge(
  { name, limits = {} }: Pick<Compared, 'name' | 'limits'>,
  of: LimitName,
  value: number,
  { cause: found, counts, examples = [], atLeast = 0 }: Found = {},
): Measure {
  const judged: Limit = LIMITS[of];
  const { unit, default: usual, description, cause = 'it differs from the live data' } = judged;
  const { [of]: limit = Math.max(usual, atLeast) } = limits;
  // No warning of what may always be.
  if (limit === atLeast && value <= limit) return { of, value: 0, limit };
  if (value <= limit) return { of, value, limit };
  const [measured, most] = [value, limit].map((each) =>
    unit === 'share' ? percent(each) : `${Number(each.toPrecision(3))} ${UNITS[unit]}`,
  ) as [string, string];
  const numbers = counts === undefined ? `${measured} (` : `${counts} (${measured}, `;
  const shown = examples.slice(0, EXAMPLES);
  const list = shown.length > 0 ? `; for example ${shown.join('; ')}` : '';
  const complaint = `${found ?? cause}. ${description}: ${numbers}at most ${most} may be)${list}. If that is right, use --allow-change, or set checks.${name}.${of} in the sources file`;
  return { of, value, limit, complaint, examples: shown };
}

const UNITS = { km: 'km', 'km²': 'km²', factor: 'times' };
