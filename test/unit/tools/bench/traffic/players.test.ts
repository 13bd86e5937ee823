import { expect, test } from '@jest/globals';
import { players } from '../../../../../tools/bench/traffic/players.js';
import { take } from '../../../../../tools/bench/traffic/repeats.js';
import { seededRandom } from '../../../../../tools/bench/statistics.js';
import type { Point } from '../../../../../core/geo/point.js';
import { distanceMeters } from '../../../../support/distance.js';

const TOWNS = [
  { latitude: 48.85, longitude: 2.35, population: 2_000_000 },
  { latitude: -16.8, longitude: 179.99, population: 1_000_000 },
  { latitude: 78.2, longitude: 15.6, population: 500_000 },
  { latitude: 10, longitude: 10, population: 0 },
];

/** The way of each of so many players. */
function ways(count: number, steps: number, seed = 1): Point[][] {
  const points = [...take(players(TOWNS, seededRandom(seed), count), count * steps)];
  return Array.from({ length: count }, (_, player) =>
    Array.from({ length: steps }, (_, step) => {
      const point = points[step * count + player];
      if (point === undefined) throw new Error('a player is missing');
      return point;
    }),
  );
}

/** The lengths of all steps. */
const stepsOf = (all: readonly Point[][]): number[] =>
  all.flatMap((way) =>
    way.slice(1).map((point, step) => distanceMeters(way[step] ?? point, point)),
  );

test('the same seed moves the same', () => {
  expect(ways(20, 50)).toEqual(ways(20, 50));
  expect(ways(20, 50)).not.toEqual(ways(20, 50, 2));
});

test('players walk or drive, and now and then another one begins elsewhere', () => {
  const lengths = stepsOf(ways(500, 200));
  const close = (length: number, speed: number): boolean => Math.abs(length - speed) < 0.1 * speed;
  const walked = lengths.filter((length) => close(length, 1.4)).length;
  const driven = lengths.filter((length) => close(length, 14)).length;
  expect(walked / (walked + driven)).toBeCloseTo(0.7, 1);
  const begun = lengths.length - walked - driven;
  expect(begun / lengths.length).toBeGreaterThan(1 / 1_800);
  expect(begun / lengths.length).toBeLessThan(1 / 450);
});

test('they stay near towns where people live, on the globe, also over 180 degrees', () => {
  const points = ways(200, 50).flat();
  for (const point of points) {
    expect(Math.abs(point.longitude)).toBeLessThanOrEqual(180);
    const nearest = Math.min(...TOWNS.slice(0, 3).map((town) => distanceMeters(town, point)));
    expect(nearest).toBeLessThan(7_000);
  }
  expect(points.some(({ longitude }) => longitude < -179.9)).toBe(true);
  expect(points.some(({ longitude }) => longitude > 179.9)).toBe(true);
});

test('hardly any request is like another one, as it is sent', () => {
  const sent = ways(100, 200)
    .flat()
    .map(({ latitude, longitude }) => `${latitude.toFixed(6)} ${longitude.toFixed(6)}`);
  expect(new Set(sent).size).toBeGreaterThan(0.999 * sent.length);
});
