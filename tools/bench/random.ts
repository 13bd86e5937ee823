/** Random numbers that are the same in every run, and generators. */
import { sortedLastIndex } from 'es-toolkit/compat';

export type Random = () => number;

/** Returns numbers from 0 to 1 (mulberry32, public domain). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** Returns a function that picks items in proportion to their population. */
export function populationPick<Item extends { population: number }>(
  random: Random,
  items: readonly Item[],
): () => Item {
  let total = 0;
  const sums = items.map(({ population }) => {
    total += population;
    return total;
  });
  return () => items[sortedLastIndex(sums, random() * total)] ?? pick(random, items);
}

/** Yields the items over and over. */
export function* cycle<Item>(items: readonly Item[]): Generator<Item> {
  while (true) yield* items;
}

export function* generate<Item>(make: () => Item): Generator<Item> {
  while (true) yield make();
}

/** Yields the next `count` items and leaves the rest in the iterator. */
export function* take<Item>(items: Iterator<Item, unknown>, count: number): Generator<Item> {
  for (let taken = 0; taken < count; taken += 1) {
    const next = items.next();
    if (next.done) return;
    yield next.value;
  }
}

export function* map<Item, Result>(
  items: Iterable<Item>,
  transform: (item: Item, position: number) => Result,
): Generator<Result> {
  let position = 0;
  for (const item of items) yield transform(item, position++);
}
