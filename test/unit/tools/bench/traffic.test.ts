import { expect, test } from '@jest/globals';
import { distanceKm, type Point } from '../../../../core/geo/point.js';
import { fold } from '../../../../indices/fold.js';
import { geonamesRecords } from '../../../../ingest/reference/geonames.js';
import { seededRandom, take } from '../../../../tools/bench/random.js';
import { knownWords, newWords, scattered } from '../../../../tools/bench/traffic.js';

const cities = geonamesRecords().slice(0, 2_000);
const names = cities.map(({ name }) => fold(name));
const isKnown = (word: string): boolean => names.some((name) => name.startsWith(word));
const COUNT = 500;

test.each([
  ['new', newWords, /^.{3,8}$/],
  ['known', knownWords, /^.{1,12}$/],
])('%s words come once, and are the same in every run', (_, words, expected) => {
  const drawn = () => [...take(words(cities, seededRandom(1)), COUNT)].map(({ token }) => token);
  const tokens = drawn();
  expect(drawn()).toEqual(tokens);
  expect(new Set(tokens).size).toBe(COUNT);
  for (const token of tokens) expect(token).toMatch(expected);
});

test('known words are found, most new words are not', () => {
  const share = (words: typeof newWords): number =>
    [...take(words(cities, seededRandom(2)), COUNT)].filter(({ token }) => isKnown(token)).length / COUNT; // prettier-ignore
  expect(share(knownWords)).toBe(1);
  expect(share(newWords)).toBeLessThan(0.5);
});

test('words end when all are used up', () => {
  expect([...knownWords(cities.slice(0, 1), seededRandom(3))]).toHaveLength(
    new Set(Array.from({ length: 8 }, (_, more) => names[0]?.slice(0, 5 + more))).size,
  );
});

test('scattered points are close to a city, and none comes twice', () => {
  const points = [...take(scattered(cities.slice(0, 20), 5_000, seededRandom(4)), COUNT)];
  const toNearest = (point: Point): number =>
    Math.min(...cities.slice(0, 20).map((city) => distanceKm(point, city)));
  for (const point of points) expect(toNearest(point)).toBeLessThan(8);
  expect(new Set(points.map((point) => JSON.stringify(point))).size).toBe(COUNT);
});
