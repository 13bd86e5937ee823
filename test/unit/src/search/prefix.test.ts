import { expect, test } from '@jest/globals';
import { searchablePrefix } from '../../../../src/search/prefix.js';

test('a token is folded', () => {
  expect(searchablePrefix('  São-P')).toBe('sao p');
  expect(searchablePrefix('x'.repeat(100))).toHaveLength(100);
});

test('nothing begins with what is empty, or longer than any name', () => {
  expect(searchablePrefix('-')).toBeUndefined();
  expect(searchablePrefix('\ufdfa'.repeat(100))).toBeUndefined();
});
