import { describe, expect, test } from '@jest/globals';
import { CityIds, type IdentityRow } from '../../../../ingest/cities/ids.js';
import { primaryCities, type Sized } from '../../../../ingest/cities/primary.js';

interface City extends IdentityRow {
  countryId: string;
}

function city(sourceId: string, population: number, more: Partial<City> = {}): City {
  return { sourceId, countryId: 'USA', name: 'Springfield', population, capital: false, ...more };
}

function idsOf(cities: readonly City[], known: ReadonlyMap<string, string> = new Map()): CityIds {
  const ids = new CityIds();
  for (const [sourceId, id] of known) ids.remember(sourceId, id);
  for (const [at, each] of cities.entries()) ids.add(each, each.countryId, at + 1);
  ids.assign();
  return ids;
}

/** The ids of the cities that had none. */
function assignCityIds(cities: readonly City[], known = new Map<string, string>()) {
  return new Map(idsOf(cities, known).assigned());
}

describe('ids', () => {
  test('joins country and name, without blanks and commas', () => {
    const cities = [city('1', 10, { name: 'St. Louis, Mo\u00a0x', regionName: 'Missouri' })];
    expect(assignCityIds(cities).get('1')).toBe('USA_St.LouisMox');
  });

  test('lets the most populous of one name keep it; the others add region, then source id', () => {
    const cities = [
      city('1', 10, { regionName: 'New York' }),
      city('2', 30, { regionName: 'Illinois' }),
      city('3', 20, { regionName: 'New York' }),
      city('4', 5),
      city('5', 40, { countryId: 'CAN' }),
    ];
    expect(Object.fromEntries(assignCityIds(cities))).toEqual({
      1: 'USA_Springfield_NewYork_1',
      2: 'USA_Springfield',
      3: 'USA_Springfield_NewYork',
      4: 'USA_Springfield_4',
      5: 'CAN_Springfield',
    });
  });

  test('does not depend on the order of the rows, also for equal populations', () => {
    const cities = [city('12', 7), city('9', 7), city('100', 7)];
    const ids = assignCityIds(cities);
    expect(assignCityIds(cities.reverse())).toEqual(ids);
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
    const ids = [...assignCityIds(cities).values()];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('of several rows of one source id one is the city', () => {
  /** The number of the chosen one among the given. */
  const chosenOf = (cities: readonly City[]): number => {
    const ids = idsOf(cities);
    const standings = cities.map(({ sourceId, rank }, at) =>
      ids.standingOf(sourceId, at + 1, rank),
    );
    expect(standings.filter((standing) => standing === 'chosen')).toHaveLength(2);
    return standings.indexOf('chosen');
  };

  test.each([
    ['the most populous', city('1', 9), city('1', 8, { name: 'A' })],
    ['of equals the same', city('1', 9, { name: 'A' }), city('1', 9)],
    ['of a name the same', city('1', 9), city('1', 9, { regionName: 'Ohio' })],
    ['that of the later source', { ...city('1', 8), rank: 1 }, { ...city('1', 9), rank: 0 }],
  ])('%s, whatever the order', (_, one, other) => {
    const isFirst = chosenOf([one, other, city('2', 1)]) === 0;
    expect(chosenOf([other, one, city('2', 1)]) === 1).toBe(isFirst);
    if (one.population !== other.population) expect(isFirst).toBe(true);
  });

  test('its name is that which the id is made of, and a row left out for it is told apart', () => {
    const rows = [city('1', 9, { name: 'A' }), { ...city('1', 9, { name: 'B' }), rank: 1 }];
    const ids = idsOf([...rows, city('1', 10, { name: 'C' })]);
    expect([...ids.assigned()]).toEqual([['1', 'USA_B']]);
    expect([1, 2, 3].map((ordinal) => ids.standingOf('1', ordinal))).toEqual([
      'replaced',
      'chosen',
      'replaced',
    ]);
    expect(ids.standingOf('1', 3, 1)).toBe('second');
  });
});

test('as a Map would have it, for many cities that share names and regions', () => {
  const cities = Array.from({ length: 5_000 }, (_, at) =>
    city(String((at * 7_919) % 5_003), at % 13, {
      name: `Ville-${at % 700}`,
      regionName: `Région ${at % 3}`,
    }),
  );
  const ids = assignCityIds(cities);
  expect(new Set(ids.values()).size).toBe(5_000);
  expect(new Map([...assignCityIds(cities.reverse())].sort())).toEqual(new Map([...ids].sort()));
  expect([...ids.values()].filter((id) => !id.slice(4).includes('_'))).toHaveLength(700);
  const again = idsOf(cities, ids);
  expect([...again.assigned()]).toEqual([]);
  for (const [sourceId, id] of ids) expect(again.idOf(sourceId)).toBe(id);
});

test('of more than 256 sources the latest tells of a city', () => {
  const ids = new CityIds();
  const rank = 256;
  ids.add(city('1', 10, { rank: 1 }), 'USA', 1);
  ids.add(city('1', 5, { rank }), 'USA', 2);
  ids.add(city('1', 4, { rank }), 'USA', 3);
  expect(ids.standingOf('1', 1, 1)).toBe('replaced');
  expect(ids.standingOf('1', 2, rank)).toBe('chosen');
  expect(ids.standingOf('1', 3, rank)).toBe('second');
});

test('what a later source does not say of a city stays as an earlier one says it', () => {
  const ids = idsOf([
    city('1', 9, { name: 'Ville', regionName: 'Nord', capital: true }),
    city('2', 10, { name: 'Ville' }),
    { sourceId: '1', countryId: 'USA', name: 'Ville', rank: 1 },
    { sourceId: '2', countryId: 'USA', name: 'Ville', population: 0, capital: true, rank: 1 },
  ]);
  expect([...ids.sized()]).toMatchObject([
    { sourceId: '1', population: 9, capital: true },
    { sourceId: '2', population: 0, capital: true },
  ]);
  expect([...ids.assigned()]).toEqual([
    ['1', 'USA_Ville'],
    ['2', 'USA_Ville_2'],
  ]);
});

describe('primary cities', () => {
  const cities: Sized[] = [
    { sourceId: 'capital', countryId: 'FRA', population: 5, capital: true },
    { sourceId: 'large', countryId: 'FRA', population: 100_000, capital: false },
    { sourceId: 'largest', countryId: 'FRA', population: 200_000, capital: false },
    { sourceId: 'almost large', countryId: 'FRA', population: 99_999, capital: false },
    { sourceId: 'small but largest', countryId: 'TUV', population: 50, capital: false },
    { sourceId: 'smaller', countryId: 'TUV', population: 40, capital: false },
    {
      sourceId: 'largest of a country not primary',
      countryId: 'REU',
      population: 60,
      capital: false,
    },
  ];

  test('are capitals, large cities, and the largest city of every primary country', () => {
    expect([...primaryCities(cities, new Set(['FRA', 'TUV']), 100_000)].sort()).toEqual([
      'capital',
      'large',
      'largest',
      'small but largest',
    ]);
  });

  test('depend on a size that is a setting', () => {
    const primary = primaryCities(cities, new Set(['FRA']), 99_999);
    expect(primary.has('almost large')).toBe(true);
    expect(primary.has('small but largest')).toBe(false);
  });
});
