import { expect, test } from '@jest/globals';
import { latLngToCell } from 'h3-js';
import { newBeginnings } from '../../../../../tools/bench/traffic/newBeginnings.js';
import { newPoints } from '../../../../../tools/bench/traffic/newPoints.js';
import { take } from '../../../../../tools/bench/traffic/repeats.js';
import { seededRandom } from '../../../../../tools/bench/statistics.js';
import { fold } from '../../../../../indices/fold.js';

const LETTERS = 'abcde';

const NAMES = Array.from({ length: 3_000 }, (_, number) => ({
  name: Array.from(number.toString(5).padStart(8, '0'), (digit) => LETTERS[Number(digit)]).join(''),
  population: 1,
  ...(number % 2 === 0 ? { names: { fr: `Saint ${number}`, ja: `東京都市${number}` } } : {}),
}));

test('no beginning is asked twice in a language, nor the beginning of another one', () => {
  const all = newBeginnings(NAMES, seededRandom(1));
  for (const language of ['en', 'fr', 'ja'] as const) {
    const tokens = all.filter((each) => each.language === language).map(({ token }) => token);
    expect(tokens.length).toBeGreaterThan(20);
    const sorted = [...tokens].sort();
    // What begins with a text stands right after it.
    for (const [position, token] of sorted.entries()) {
      expect(sorted[position + 1]?.startsWith(token)).not.toBe(true);
    }
  }
  const lengths = new Set(all.map(({ token }) => Array.from(token).length));
  expect([...lengths].sort()).toEqual([3, 4, 5, 6]);
  for (const { token } of all) expect(fold(token)).toBe(token);
});

test('beginnings come in an order of chance, the same for the same seed', () => {
  const all = newBeginnings(NAMES, seededRandom(1));
  expect(all).toEqual(newBeginnings(NAMES, seededRandom(1)));
  expect(new Set(all.slice(0, 100).map(({ language }) => language)).size).toBeGreaterThan(15);
});

const TOWNS = [
  { latitude: 48.85, longitude: 2.35 },
  { latitude: 89.9, longitude: 179.9 },
];

test('no two points share a cell', () => {
  const points = [...take(newPoints(TOWNS, seededRandom(1)), 200)];
  expect(points).toHaveLength(200);
  for (const resolution of [6, 8, 10]) {
    const cells = points.map(({ latitude, longitude }) =>
      latLngToCell(latitude, longitude, resolution),
    );
    expect(new Set(cells).size).toBe(200);
  }
  expect(points).toEqual([...take(newPoints(TOWNS, seededRandom(1)), 200)]);
});

test('they end where there are no others', () => {
  const count = [...take(newPoints(TOWNS.slice(0, 1), seededRandom(1)), 10_000)].length;
  expect(count).toBeGreaterThan(100);
  expect(count).toBeLessThan(1_000);
});
