import { describe, expect, test } from '@jest/globals';
import { TabbedLine } from '../../../../ingest/files/tabbedLine.js';

const MOST = 4;

/** The cells of each line, as they are told apart. */
function cellsOf(text: string): string[][] {
  const bytes = Buffer.from(text);
  const line = new TabbedLine(MOST);
  const lines: string[][] = [];
  for (let start = 0; start <= bytes.length;) {
    start = line.read(bytes, start);
    lines.push(Array.from({ length: line.count }, (_, cell) => line.textOf(cell)));
  }
  return lines;
}

function lineOf(text: string): TabbedLine {
  const line = new TabbedLine(MOST);
  line.read(Buffer.from(text), 0);
  return line;
}

describe('cells', () => {
  test.each([
    ['a\tb\tc', [['a', 'b', 'c']]],
    ['a\tb\n\tc\t\nd', [['a', 'b'], ['', 'c', ''], ['d']]],
    ['', [['']]],
    ['\n', [[''], ['']]],
    ['a\tÄ\r\nb\r', [['a', 'Ä'], ['b']]],
    ['\r\na', [[''], ['a']]],
    // A carriage return within a line is a character as others are.
    ['a\rb\tc', [['a\rb', 'c']]],
    // The last one holds whatever follows.
    ['1\t2\t3\t4\t5\t6\n7', [['1', '2', '3', '4\t5\t6'], ['7']]],
    ['1\t2\t3\t\r\n', [['1', '2', '3', ''], ['']]],
  ])('of %j', (text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
  });

  test('that are not there are empty', () => {
    const line = lineOf('a\tb\tc\td');
    line.read(Buffer.from('e'), 0);
    expect([0, 1, 2, 3, 4].map((cell) => line.textOf(cell))).toEqual(['e', '', '', '', '']);
    expect([0, 1, 2, 3, 4].map((cell) => line.isEmpty(cell))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});

test.each([
  ['0', 0],
  ['007', 7],
  ['4294967295', 4_294_967_295],
  ['999999999999999', 999_999_999_999_999],
  ['1000000000000000', Number.NaN],
  ['', Number.NaN],
  ['-1', Number.NaN],
  ['1.5', Number.NaN],
  ['1e3', Number.NaN],
  [' 1', Number.NaN],
  ['12x', Number.NaN],
])('the number of %j', (text, expected) => {
  expect(lineOf(`x\t${text}\ty`).numberOf(1)).toBe(expected);
});

test('one character', () => {
  const line = lineOf('1\t11\t2\t');
  expect([0, 1, 2, 3, 4].map((cell) => line.is(cell, 0x31))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('keys of short cells differ as the cells do, and longer ones have none', () => {
  const cells = ['', '\0', '\0a', 'a', 'b', 'aa', 'ab', 'ba', 'zh-CN', 'zh-TW', 'abcdef', 'ÿÿÿ'];
  const keys = cells.map((cell) => lineOf(`x\t${cell}`).keyOf(1));
  expect(new Set(keys).size).toBe(cells.length);
  expect(keys.every((key) => Number.isSafeInteger(key))).toBe(true);
  expect(lineOf('y\tzh-CN\tz').keyOf(1)).toBe(keys[8]);
  expect(lineOf('x\tzh-Hans').keyOf(1)).toBeUndefined();
});
