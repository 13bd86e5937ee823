import { describe, expect, test } from '@jest/globals';
import { findByIds, findByLocation } from '../../../../src/places/params.js';
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

describe('categories', () => {
  const AT = 'land_id=881fb46625fffff';
  const wanted = (list: string): unknown =>
    read(findByLocation, `${AT}&categories=${list}`).categories;

  test('as they are written, blanks around them trimmed, each once', () => {
    expect(wanted('airport')).toEqual(['airport']);
    expect(wanted('b,%20A+b%20,b,%C3%A9,B')).toEqual(['b', 'A b', 'é', 'B']);
  });

  test('absent: all places', () => {
    expect(read(findByLocation, `${AT}&k=2`)).toEqual({
      centreId: '881fb46625fffff',
      rings: 2,
      categories: undefined,
    });
  });

  test('at most 500', () => {
    const list = Array.from({ length: 501 }, (_, index) => `category-${index}`);
    expect(wanted(list.slice(1).join())).toHaveLength(500);
    const faults = faultsOf(findByLocation, `${AT}&categories=${list.join()}`);
    expect(faults.categories).toContain('at most 500');
  });

  test.each(['', ',', 'a,', ',a', 'a,,b', 'a,%20,b'])('an empty element: %j', (list) => {
    const faults = faultsOf(findByLocation, `${AT}&categories=${list}`);
    expect(Object.keys(faults)).toEqual(['categories']);
  });
});
