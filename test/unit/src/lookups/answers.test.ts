import { expect, test } from '@jest/globals';
import { atMost, byIds, listOf } from '../../../../src/lookups/answers.js';

const hitsOf = (...ids: string[]) => ids.map((id) => ({ _id: id, _source: { id } }));
const upper = ({ id }: { id: string }): string => id.toUpperCase();

test('all that was found is listed, in its order', () => {
  expect(listOf(hitsOf('b', 'a'), upper)).toEqual({ data: ['B', 'A'] });
});

test('at most so many are shown, and whether there are more', () => {
  const all = Array.from({ length: 10_001 }, () => hitsOf('a')).flat();
  expect(atMost(10_000, all.slice(1), upper)).toMatchObject({ truncated: false });
  const { data, truncated } = atMost(10_000, all, upper);
  expect([(data as unknown[]).length, truncated]).toEqual([10_000, true]);
});

test('by ids: in the order asked, and what does not exist is missing', () => {
  const found = new Map([
    ['b', { id: 'b' }],
    ['a', { id: 'a' }],
    ['y', null],
  ]);
  expect(byIds(['a', 'x', 'b', 'y'], found, upper)).toEqual({
    data: ['A', 'B'],
    missing: ['x', 'y'],
  });
});
