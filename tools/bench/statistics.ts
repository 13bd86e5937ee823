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

/** A whole number from 0 to below `count`. */
export const below = (random: () => number, count: number): number => Math.floor(random() * count);

/** Picks one of them, each as likely. */
export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error('there is nothing to pick');
  return item;
}

/** Returns the items in an order of chance (Fisher–Yates). */
export function shuffled<Item>(random: () => number, items: readonly Item[]): Item[] {
  const order = Uint32Array.from(items.keys());
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = below(random, last + 1);
    const kept = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = kept;
  }
  return Array.from(order, (position) => items[position]).filter((item) => item !== undefined);
}

/** Picks items as often as they weigh. */
export function weighted<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
): (random: () => number) => Item {
  let total = 0;
  const sums = items.map((item) => {
    total += weightOf(item);
    return total;
  });
  if (!(total > 0)) throw new Error('there is nothing to pick');
  return (random) => {
    // The first one whose sum is above.
    const wanted = random() * total;
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    const item = items[low];
    if (item === undefined) throw new Error('there is nothing to pick');
    return item;
  };
}
