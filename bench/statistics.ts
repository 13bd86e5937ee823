/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Linear interpolation between the two closest ranks. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(rank)];
  const above = sorted[Math.ceil(rank)];
  if (below === undefined || above === undefined)
    throw new Error('no values to take a percentile of');
  return below + (above - below) * (rank - Math.floor(rank));
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
