import { describe, expect, test } from '@jest/globals';
import { assignCityIds, type Identified, onePerSourceId } from '../../../../ingest/cities/ids.js';

const none = new Map<string, string>();

function city(sourceId: string, population: number, more: Partial<Identified> = {}): Identified {
  return { sourceId, countryId: 'USA', name: 'Springfield', population, ...more };
}

describe('assignCityIds', () => {
  test('joins country and name, without blanks and commas', () => {
    const cities = [city('1', 10, { name: 'St. Louis, Mo\u00a0x', regionName: 'Missouri' })];
    expect(assignCityIds(cities, none).get('1')).toBe('USA_St.LouisMox');
  });

  test('lets the most populous of one name keep it; the others add region, then source id', () => {
    const cities = [
      city('1', 10, { regionName: 'New York' }),
      city('2', 30, { regionName: 'Illinois' }),
      city('3', 20, { regionName: 'New York' }),
      city('4', 5),
      city('5', 40, { countryId: 'CAN' }),
    ];
    expect(Object.fromEntries(assignCityIds(cities, none))).toEqual({
      1: 'USA_Springfield_NewYork_1',
      2: 'USA_Springfield',
      3: 'USA_Springfield_NewYork',
      4: 'USA_Springfield_4',
      5: 'CAN_Springfield',
    });
  });

  test('does not depend on the order of the rows, also for equal populations', () => {
    const cities = [city('12', 7), city('9', 7), city('100', 7)];
    const ids = assignCityIds(cities, none);
    expect(assignCityIds(cities.reverse(), none)).toEqual(ids);
    expect(ids.get('9')).toBe('USA_Springfield');
  });

  test('keeps known ids, whatever happened to populations, names and neighbours', () => {
    const known = new Map([
      ['1', 'USA_Springfield'],
      ['2', 'USA_Springfield_Ohio'],
    ]);
    const cities = [
      city('1', 1, { name: 'New Springfield' }),
      city('2', 1_000, { regionName: 'Ohio' }),
      city('3', 9_999, { regionName: 'Texas' }),
    ];
    expect(Object.fromEntries(assignCityIds(cities, known))).toEqual({
      3: 'USA_Springfield_Texas',
    });
  });

  test('never gives away the id of a city that is missing from the source', () => {
    const known = new Map([['1', 'USA_Springfield']]);
    expect(assignCityIds([city('2', 5)], known).get('2')).toBe('USA_Springfield_2');
  });

  test('gives no id twice when the name of one city is the name and region of another', () => {
    const cities = [
      city('1', 3, { name: 'Paris' }),
      city('2', 2, { name: 'Paris', regionName: 'Texas' }),
      city('3', 1, { name: 'Paris_Texas' }),
    ];
    const ids = [...assignCityIds(cities, none).values()];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('onePerSourceId', () => {
  test.each([
    ['the most populous', city('1', 9), city('1', 8, { name: 'A' })],
    ['else the first by name', city('1', 9, { name: 'A' }), city('1', 9)],
    ['else the first by region', city('1', 9), city('1', 9, { regionName: 'Ohio' })],
  ])('picks %s, whatever the order', (_, best, other) => {
    const cities = [best, city('2', 1), other];
    expect(onePerSourceId(cities).get('1')).toBe(best);
    expect(onePerSourceId(cities.reverse()).get('1')).toBe(best);
    expect(onePerSourceId(cities).size).toBe(2);
  });
});
