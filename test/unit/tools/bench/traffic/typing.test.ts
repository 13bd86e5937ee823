import { expect, test } from '@jest/globals';
import { seededRandom } from '../../../../../tools/bench/statistics.js';
import { take } from '../../../../../tools/bench/traffic/repeats.js';
import { type NamedCity, typeName, typing } from '../../../../../tools/bench/traffic/typing.js';

const ROME = {
  name: 'Roma',
  names: { en: 'Rome', fr: 'Rome', ja: 'ローマ' },
  population: 3_000_000,
};
const VILLAGE = { name: "'Ayn Dār", population: 1_000_000 };
const DESERTED = { name: 'Xanadu', population: 0 };
const CITIES: NamedCity[] = [ROME, VILLAGE, DESERTED];

const typed = (widgets: number, count: number, cities = CITIES) => [
  ...take(typing(cities, seededRandom(1), widgets), count),
];

test('a name is typed letter by letter, characters and not halves of them', () => {
  expect([
    ...typeName(
      'São𝄞',
      () => 'x',
      () => 1,
    ),
  ]).toEqual(['S', 'Sã', 'São', 'São𝄞']);
});

test('a wrong letter is asked for, and then once more what was right', () => {
  const chances = [0.5, 0.01, 0.5];
  const random = () => chances.shift() ?? 1;
  expect([...typeName('abc', () => 'x', random)]).toEqual(['a', 'ax', 'a', 'ab', 'abc']);
  const first = [0.01];
  expect([
    ...typeName(
      'ab',
      () => 'x',
      () => first.shift() ?? 1,
    ),
  ]).toEqual(['x', 'a', 'ab']);
});

test('the right letter is no error', () => {
  const drawn = ['b', 'b', 'c'];
  const chances = [1, 0.01];
  const tokens = [
    ...typeName(
      'ab',
      () => drawn.shift() ?? '',
      () => chances.shift() ?? 1,
    ),
  ];
  expect(tokens).toEqual(['a', 'ac', 'a', 'ab']);
});

test('of a hundred letters four are wrong', () => {
  const random = seededRandom(3);
  const tokens = [...typeName('a'.repeat(99), () => 'b', random)];
  let wrong = 0;
  for (let name = 0; name < 200; name += 1) {
    wrong += [...typeName('a'.repeat(99), () => 'b', random)].filter((t) => t.endsWith('b')).length;
  }
  expect(tokens.length).toBeGreaterThanOrEqual(99);
  expect(wrong / (200 * 99)).toBeCloseTo(0.04, 2);
});

test('the same seed types the same', () => {
  expect(typed(50, 500)).toEqual(typed(50, 500));
});

test('cities are drawn by population, in languages in which they have a name', () => {
  const strokes = typed(1, 20_000);
  const languages = new Set(strokes.map(({ language }) => language));
  expect([...languages].sort()).toEqual(['en', 'fr', 'ja']);
  const share = (language: string): number =>
    strokes.filter(({ language: each }) => each === language).length / strokes.length;
  expect(share('en')).toBeGreaterThan(5 * share('fr'));
  const whole = new Set(strokes.map(({ token }) => token));
  for (const name of ['Rome', 'rome', 'ローマ', "'Ayn Dār"]) expect(whole).toContain(name);
  // It has a name in English, which comes before the default one.
  expect(whole).not.toContain('Roma');
  expect([...whole].filter((token) => /^xan/i.test(token))).toEqual([]);
});

test('what is nothing to look for is not asked for', () => {
  expect(typed(1, 2_000, [VILLAGE]).map(({ token }) => token)).not.toContain("'");
});

test('many widgets type at once', () => {
  const follows = (strokes: { token: string }[]): number =>
    strokes.filter(({ token }, position) => {
      const before = strokes[position - 1]?.token ?? '';
      return before !== '' && token.startsWith(before) && token.length === before.length + 1;
    }).length / strokes.length;
  const towns = Array.from({ length: 26 }, (_, letter) => ({
    name: String.fromCharCode(97 + letter).repeat(20),
    population: 1,
  }));
  expect(follows(typed(1, 5_000, towns))).toBeGreaterThan(0.8);
  expect(follows(typed(200, 5_000, towns))).toBeLessThan(0.1);
});
