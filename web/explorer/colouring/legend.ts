import type { LandClass } from './landClass.js';

export interface LegendEntry extends LandClass {
  readonly count: number;
}

/** Returns the classes that there are, in their order, and how many lands are of each. */
export function legendOf(classes: readonly LandClass[]): LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const landClass of classes) {
    const count = (entries.get(landClass.label)?.count ?? 0) + 1;
    entries.set(landClass.label, { ...landClass, count });
  }
  return [...entries.values()].sort((one, other) => one.rank - other.rank);
}
