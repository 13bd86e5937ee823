import { describe, expect, test } from '@jest/globals';
import { cellOutline } from '../../../../core/geo/cell.js';
import { countriesAt, readCountriesAt } from '../../../../core/queries/borders.js';
import type { SearchBody } from '../../../../src/search/search.js';

const POINT = { latitude: 47.26, longitude: 9.6 };
const cell = cellOutline('861f8d4e7ffffff');
if (cell === undefined) throw new Error('the cell has no outline');
const { centre, radiusMeters, ring } = cell;

/** Returns the filter of a search, and its named conditions. */
function partsOf({ query }: SearchBody) {
  const { filter, should } = query?.bool ?? {};
  const named = [should].flat().map((each) => {
    const { _name: name = '', filter: condition } = each?.constant_score ?? {};
    return [name, condition] as const;
  });
  return { filter, named: Object.fromEntries(named) };
}

const within = ({ latitude: lat, longitude: lon }: typeof POINT, meters: number) => ({
  geo_distance: { border: { lat, lon }, distance: `${meters}m` },
});

describe('the search for the countries at a point', () => {
  const holds = { type: 'point', coordinates: [POINT.longitude, POINT.latitude] };
  const inside = { geo_shape: { border: { shape: holds } } };

  test('reads the countries within 7.5 km, and which of them hold the point', () => {
    expect(partsOf(countriesAt(POINT))).toEqual({ filter: [within(POINT, 7_500)], named: { inside } }); // prettier-ignore
  });

  test('proves that a cell has the same countries, although distances may be wrong by 400 m', () => {
    const margin = radiusMeters + 400;
    const shape = (relation: string) => ({
      geo_shape: { border: { shape: { type: 'polygon', coordinates: [ring] }, relation } },
    });
    expect(partsOf(countriesAt(POINT, cell))).toEqual({
      filter: [within(centre, 7_500 + margin)],
      named: {
        inside,
        nearby: within(POINT, 7_500),
        nearbyAll: within(centre, 7_500 - margin),
        holdsAll: shape('contains'),
        touches: shape('intersects'),
      },
    });
  });
});

describe('the hits of the search', () => {
  const hit = (_id: string, matched = '') => ({ _id, _source: {}, matched_queries: matched.split(' ').filter(Boolean) }); // prettier-ignore

  test('without a cell are the countries that hold the point, then the nearby ones, and prove nothing', () => {
    const hits = [hit('AUT'), hit('CHE', 'inside'), hit('LIE')];
    expect(readCountriesAt(hits, false)).toEqual({
      found: [
        { id: 'CHE', isInside: true },
        { id: 'AUT', isInside: false },
        { id: 'LIE', isInside: false },
      ],
      isProven: false,
    });
  });

  const WHOLE = 'inside nearby nearbyAll holdsAll touches';
  test.each([
    ['none', [], 0, true],
    ['one that holds all of the cell', [WHOLE], 1, true],
    ['one that is nearby everywhere', ['nearby nearbyAll'], 1, true],
    ['both', [WHOLE, 'nearby nearbyAll'], 2, true],
    ['one that holds a part of the cell with the point', ['inside nearby nearbyAll touches'], 1, false],
    ['one that holds a part of the cell without the point', ['nearby nearbyAll touches'], 1, false],
    ['one that holds the point only', ['inside nearby nearbyAll'], 1, false],
    ['one that is not nearby everywhere', ['nearby'], 1, false],
    ['one that is nearby elsewhere in the cell', ['nearbyAll'], 0, false],
    ['one that holds the cell, but is not nearby', ['inside holdsAll touches'], 0, false],
    ['one of two that proves nothing', [WHOLE, 'nearby'], 2, false],
  ] as const)('with a cell, of %s: %j', (_, matched, count, isProven) => {
    const hits = matched.map((each, at) => hit(`${at}`, each));
    const { found, isProven: is } = readCountriesAt(hits, true);
    expect([found.length, is]).toEqual([count, isProven]);
  }); // prettier-ignore
});
