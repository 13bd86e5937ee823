import { describe, expect, test } from '@jest/globals';
import { CityIds, type IdentityRow } from '../../../../ingest/cities/ids.js';

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

/** Returns the new ids by source id. */
function assigned(cities: readonly City[], known: Record<string, string> = {}) {
  return Object.fromEntries(idsOf(cities, new Map(Object.entries(known))).assigned());
}

describe('an id', () => {
  test('is the country and the name, without blanks and commas', () => {
    const cities = [city('1', 10, { name: 'St. Louis, Mo\u00a0x', regionName: 'Missouri' })];
    expect(assigned(cities)).toEqual({ 1: 'USA_St.LouisMox' });
  });

  test('of a shared name goes to the most populous; the others add region, then source id', () => {
    const cities = [
      city('1', 10, { regionName: 'New York' }),
      city('2', 30, { regionName: 'Illinois' }),
      city('3', 20, { regionName: 'New York' }),
      city('4', 5),
      city('5', 40, { countryId: 'CAN' }),
    ];
    expect(assigned(cities)).toEqual({
      1: 'USA_Springfield_NewYork_1',
      2: 'USA_Springfield',
      3: 'USA_Springfield_NewYork',
      4: 'USA_Springfield_4',
      5: 'CAN_Springfield',
    });
  });

  test('does not depend on the order of the rows; of equals the oldest record keeps the name', () => {
    const cities = [city('12', 7), city('9', 7), city('100', 7)];
    const ids = assigned(cities);
    expect(ids).toMatchObject({ 9: 'USA_Springfield' });
    expect(assigned(cities.reverse())).toEqual(ids);
  });

  test('that is known stays, and is not given to another city', () => {
    const known = { 1: 'USA_Springfield', 2: 'USA_Springfield_Ohio', 4: 'USA_Paris' };
    const cities = [
      city('1', 1, { name: 'New Springfield' }),
      city('2', 1_000, { regionName: 'Ohio' }),
      city('3', 9_999, { regionName: 'Texas' }),
      city('5', 5, { name: 'Paris' }),
    ];
    expect(assigned(cities, known)).toEqual({ 3: 'USA_Springfield_Texas', 5: 'USA_Paris_5' });
  });

  test('is not given twice if the name of a city is the name and region of another', () => {
    const cities = [
      city('1', 3, { name: 'Paris' }),
      city('2', 2, { name: 'Paris', regionName: 'Texas' }),
      city('3', 1, { name: 'Paris_Texas' }),
    ];
    expect(new Set(Object.values(assigned(cities))).size).toBe(3);
  });

  test('is unique among many cities that share names and regions', () => {
    const cities = Array.from({ length: 5_000 }, (_, at) =>
      city(String((at * 7_919) % 5_003), at % 13, {
        name: `Ville-${at % 700}`,
        regionName: `Région ${at % 3}`,
      }),
    );
    const ids = assigned(cities);
    expect(new Set(Object.values(ids)).size).toBe(5_000);
    expect(assigned(cities.reverse())).toEqual(ids);
    expect(Object.values(ids).filter((id) => !id.slice(4).includes('_'))).toHaveLength(700);
    expect(assigned(cities, ids)).toEqual({});
  });
});

describe('of several rows with one source id', () => {
  test.each([
    ['the most populous is the city', city('1', 9), city('1', 8, { name: 'A' })],
    ['equal ones do not depend on order', city('1', 9, { name: 'A' }), city('1', 9)],
    ['equal names do not either', city('1', 9), city('1', 9, { regionName: 'Ohio' })],
    ['that of the later source is', { ...city('1', 8), rank: 1 }, { ...city('1', 9), rank: 0 }],
  ])('%s', (_, one, other) => {
    const isChosen = (sought: City, ...rows: City[]): boolean => {
      const at = rows.indexOf(sought);
      return idsOf(rows).standingOf('1', at + 1, sought.rank) === 'chosen';
    };
    const isFirst = isChosen(one, one, other);
    expect(isChosen(other, one, other)).toBe(!isFirst);
    expect(isChosen(one, other, one)).toBe(isFirst);
    if (one.population !== other.population) expect(isFirst).toBe(true);
  });

  test.each([1, 256])('a row of source %i replaces those of others, and not its own', (rank) => {
    const rows = [city('1', 9, { name: 'A' }), { ...city('1', 9, { name: 'B' }), rank }];
    const ids = idsOf([...rows, city('1', 10, { name: 'C' }), { ...city('1', 4), rank }]);
    expect([...ids.assigned()]).toEqual([['1', 'USA_B']]);
    const standings = [0, rank, 0, rank].map((each, at) => ids.standingOf('1', at + 1, each));
    expect(standings).toEqual(['replaced', 'chosen', 'replaced', 'second']);
  });

  test('a value that the later source lacks stays', () => {
    const ids = idsOf([
      city('1', 9, { name: 'Ville', regionName: 'Nord', capital: true }),
      city('2', 10, { name: 'Ville' }),
      { sourceId: '1', countryId: 'USA', name: 'Ville', rank: 1 },
      { sourceId: '2', countryId: 'USA', name: 'Ville', population: 0, rank: 1 },
    ]);
    expect([...ids.primary(new Set(), 1)]).toEqual(['1']);
    expect(Object.fromEntries(ids.assigned())).toEqual({ 1: 'USA_Ville', 2: 'USA_Ville_2' });
  });
});

test.each([
  [100_000, ['capital', 'large', 'largest', 'small but largest']],
  [99_999, ['almost large', 'capital', 'large', 'largest', 'small but largest']],
])(
  'primary are capitals, cities of %i, and the largest of primary countries',
  (minimum, sourceIds) => {
    const of = (countryId: string, capital = false) => ({ countryId, capital });
    const ids = idsOf([
      city('capital', 5, of('FRA', true)),
      city('large', 100_000, of('FRA')),
      city('largest', 200_000, of('FRA')),
      city('almost large', 99_999, of('FRA')),
      city('small but largest', 50, of('TUV')),
      city('smaller', 40, of('TUV')),
      city('largest of a country that is not primary', 60, of('REU')),
    ]);
    expect([...ids.primary(new Set(['FRA', 'TUV']), minimum)].sort()).toEqual(sourceIds);
  },
);

test('a known city that is not in the source is not primary', () => {
  const ids = idsOf([city('empty', 0)], new Map([['gone', 'USA_Gone']]));
  expect([...ids.primary(new Set(['USA']), 1)]).toEqual(['empty']);
});

test('a later source that keeps name, region and population changes neither id nor size', () => {
  const keep = ['name', 'region', 'population'] as const;
  const first = city('1', 5_000_000, { regionName: 'Illinois', rank: 0 });
  const later = city('1', 9, { name: 'Springville', regionName: 'Ohio', rank: 1, keep });
  const other = city('2', 6_000_000, { rank: 0 });
  const ids = idsOf([first, other, later]);
  expect(ids.idOf('1')).toBe('USA_Springfield_Illinois');
  expect(ids.primary(new Set(), 1_000_000)).toEqual(new Set(['1', '2']));
  const changed = idsOf([first, other, { ...later, keep: [] }]);
  expect([changed.idOf('1'), changed.primary(new Set(), 1_000_000).size]).toEqual(['USA_Springville', 1]); // prettier-ignore
});
