import { sortBy, uniqBy } from 'es-toolkit/array';
import { percent } from '../../../core/cli/share.js';
import type { CheckValue } from '../../../indices/runs.js';

/** The history and the metrics have all values of a run. */
const MAX_VALUES = 100;
/** A value is a warning from this share of its limit on. */
const NEAR = 0.5;

/** Keeps the worst value of each check and part. The nearest to its limit comes first. */
export function worstOf(values: readonly CheckValue[]): CheckValue[] {
  const sorted = sortBy([...values], [(value) => -nearness(value)]);
  return uniqBy(sorted, ({ check, of = '' }) => `${check} ${of}`).slice(0, MAX_VALUES);
}

/** Describes each value that is near its limit. What is above it is a complaint if the data is refused. */
export function describeWarnings(values: readonly CheckValue[] = [], isRefused = false): string[] {
  return values
    .filter((value) => nearness(value) > NEAR && !(isRefused && nearness(value) > 1))
    .map((each) => {
      const what = each.of === undefined ? each.check : `${each.check} ${each.of}`;
      return `  warning: ${what}: ${textOf(each.value, each)}, at most ${textOf(each.limit, each)}`;
    });
}

function textOf(value: number, { unit }: CheckValue): string {
  if (unit === 'share') return percent(value);
  const number = String(Number(value.toFixed(2)));
  return unit === 'count' ? number : `${number} ${unit}`;
}

/** Returns how near a value is to its limit: 0 is sound, 1 is at the limit. */
function nearness({ value, limit, unit }: CheckValue): number {
  // Half as much is as far from the truth as twice as much.
  if (unit === 'factor') return Math.abs(Math.log(value) / Math.log(limit));
  return value === 0 ? 0 : value / limit;
}
