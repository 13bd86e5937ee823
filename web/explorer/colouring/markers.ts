import type { LandClass } from './landClass.js';

const STEPS: readonly (readonly [from: number, label: string, colour: string])[] = [
  [0, 'none', '#d9d9e3'],
  [1, '1', '#fdd0a2'],
  [2, '2 – 4', '#fd8d3c'],
  [5, '5 – 9', '#d94801'],
  [10, '10 and more', '#7f2704'],
];

export function markersClass(count: number): LandClass {
  const rank = STEPS.findLastIndex(([from]) => count >= from);
  const [, label = '', colour = ''] = STEPS[rank] ?? [];
  return { label, colour, rank };
}
