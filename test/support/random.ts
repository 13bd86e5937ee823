/** The seed of property tests. A failure prints it. Set FUZZ_SEED for other random values. */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Random numbers from 0 to 1, the same ones on every run: a linear congruential generator. */
export function seeded(seed: number): () => number {
  let state = BigInt(seed);
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 11n) / 2 ** 53;
  };
}

/** A whole number from 0 to below `count`. */
export const below = (random: () => number, count: number): number => Math.floor(random() * count);

export function pick<Item>(random: () => number, items: readonly Item[]): Item {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error('there is nothing to pick');
  return item;
}
