import { expect, test } from '@jest/globals';
import { BUILT_IN_PLACES } from '../../../../ingest/generations/checks/changed.js';
import { builtInPlaces } from '../../../../ingest/places/builtIn.js';

test('the built-in places, and no others, are found by their ids', async () => {
  const pattern = new RegExp(`^(${BUILT_IN_PLACES.regexp.id})$`);
  const others: string[] = [];
  for await (const row of builtInPlaces().rows())
    if (!('cells' in row && pattern.test(String(row.cells.id)))) others.push(JSON.stringify(row));
  expect(others).toEqual([]);
  expect(pattern.test('own-1')).toBe(false);
});
