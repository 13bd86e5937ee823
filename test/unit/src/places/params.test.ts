import { expect, test } from '@jest/globals';
import { findByIds } from '../../../../src/places/params.js';
import { faultsOf, read } from '../parameters/readings.js';

test('place_ids: as they are written, in the order asked, each once', () => {
  const { ids } = read(findByIds, 'place_ids=b,%20A+b%20,b,%C3%A9,B');
  expect(ids).toEqual(['b', 'A b', 'é', 'B']);
});

test('at most 500', () => {
  const list = Array.from({ length: 501 }, (_, index) => `place-${index}`);
  expect(read(findByIds, `place_ids=${list.slice(1).join()}`).ids).toHaveLength(500);
  expect(faultsOf(findByIds, `place_ids=${list.join()}`)).toHaveProperty('place_ids');
});

test.each(['', ',', 'a,', ',a', 'a,,b', 'a,%20,b'])('an empty element: %j', (ids) => {
  expect(faultsOf(findByIds, `place_ids=${ids}`)).toHaveProperty('place_ids');
});

test('is required', () => {
  expect(faultsOf(findByIds, '').place_ids).toContain('is required');
});
