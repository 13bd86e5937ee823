import { expect, test } from '@jest/globals';
import { TextTable, Uint32List } from '../../../../ingest/files/packed.js';

test('texts of any length and script have numbers, each once', () => {
  const table = new TextTable();
  const texts = Array.from({ length: 5_000 }, (_, at) => `${at} Île ${'東'.repeat(at % 70)}`);
  texts.push('', 'x'.repeat(70_000), `${'x'.repeat(70_000)}y`, '京'.repeat(600_000), 'after');
  expect(texts.map((text) => table.add(text))).toEqual([...texts.keys()]);
  expect(texts.map((text) => table.add(text))).toEqual([...texts.keys()]);
  expect(texts.every((text, at) => table.indexOf(text) === at && table.textOf(at) === text)).toBe(true); // prettier-ignore
  expect([table.size, table.indexOf('5000 Île ')]).toEqual([texts.length, -1]);
});

test('a list grows to where a number is set, with 0 before it', () => {
  const list = new Uint32List();
  list.set(5_000, 2 ** 32 - 1);
  expect([list.get(4_999), list.get(5_000), list.get(9_999), list.push(7)]).toEqual([0, 2 ** 32 - 1, 0, 5_001]); // prettier-ignore
  expect(list.items).toHaveLength(5_002);
});
