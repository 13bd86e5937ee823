import type { LandClass } from './landClass.js';
import { UNKNOWN_COLOUR, UNKNOWN_RANK } from './unknown.js';

/** Metres from which on a colour is used. */
const STEPS: readonly (readonly [from: number, label: string, colour: string])[] = [
  [-Infinity, 'below 0 m', '#2c7fb8'],
  [0, '0 – 99 m', '#1a9850'],
  [100, '100 – 249 m', '#66bd63'],
  [250, '250 – 499 m', '#b5d96b'],
  [500, '500 – 999 m', '#fee08b'],
  [1_000, '1,000 – 1,999 m', '#f8a35c'],
  [2_000, '2,000 – 3,999 m', '#c2603a'],
  [4_000, '4,000 m and more', '#f7f4f9'],
];

export function altitudeClass(altitudeMeters: number | null): LandClass {
  if (altitudeMeters === null)
    return { label: 'not known', colour: UNKNOWN_COLOUR, rank: UNKNOWN_RANK };
  const rank = STEPS.findLastIndex(([from]) => altitudeMeters >= from);
  const [, label, colour] = STEPS[rank] ?? [0, '', UNKNOWN_COLOUR];
  return { label, colour, rank };
}
