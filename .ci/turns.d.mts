/** A decision on a slow suite. */
interface Turn {
  name: string;
  runs: boolean;
  why: string;
}

export const SLOW: readonly { name: string; code: readonly string[] }[];

export function turnsOf(history: {
  commits: number | undefined;
  changedSince: (back: number) => string[] | undefined;
  all: boolean;
}): Turn[];
