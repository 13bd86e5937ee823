import type { Point } from '../../../core/geo/point.js';
import { below, pick } from '../statistics.js';

/** Gives the items again and again, each as often as the others. */
export function* again<Item>(items: readonly Item[]): Generator<Item> {
  while (true) yield* items;
}

/** Gives any of the items, without end. */
export function* drawn<Item>(items: readonly Item[], random: () => number): Generator<Item> {
  while (true) yield pick(random, items);
}

/** Gives the next so many items, and leaves the others to who asks next. */
export function* take<Item>(items: Iterator<Item, unknown>, count: number): Generator<Item> {
  for (let taken = 0; taken < count; taken += 1) {
    const next = items.next();
    if (next.done) return;
    yield next.value;
  }
}

/** An item, and which one it is, from 0. */
export interface Numbered<Item> {
  item: Item;
  number: number;
}

/** Numbers the items. */
export function* numbered<Item>(items: Iterable<Item>): Generator<Numbered<Item>> {
  let number = 0;
  for (const item of items) {
    yield { item, number };
    number += 1;
  }
}

/** Within about 100 m of a point: in its cell, or in the next one, where it is kept after a while. */
const SPREAD_DEGREES = 0.001;

/** Gives points close to the given ones, none twice but by rare chance. */
export function* closeTo(points: readonly Point[], random: () => number): Generator<Point> {
  const aside = (): number => (random() * 2 - 1) * SPREAD_DEGREES;
  for (const { latitude, longitude } of again(points)) {
    yield { latitude: latitude + aside(), longitude: longitude + aside() };
  }
}

const REGIONS = 26 * 26;
const A = 'a'.charCodeAt(0);

/**
 * Gives queries that mean the same for each token and are never written alike: `lang` is a tag of
 * English with one region or another, as browsers give them, and the parameters stand in any order.
 */
export function* rewritten(
  tokens: readonly string[],
  limit: number,
  random: () => number,
): Generator<string> {
  const first = below(random, REGIONS);
  for (const order of ORDERS) {
    for (let step = 0; step < REGIONS; step += 1) {
      const region = (first + step) % REGIONS;
      const lang = `en-${String.fromCharCode(A + Math.floor(region / 26), A + (region % 26))}`;
      for (const token of tokens) {
        const parts = [`token=${encodeURIComponent(token)}`, `lang=${lang}`, `limit=${limit}`];
        yield order.map((part) => parts[part]).join('&');
      }
    }
  }
}

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;
