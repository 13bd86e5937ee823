import { geonamesRegions } from '../../ingest/reference/geonames.js';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { countBy } from 'es-toolkit/array';
import { latLngToCell } from 'h3-js';
import { PLACE_CATEGORIES } from '../../indices/placeCategories.js';
import type { PlaceDocument } from '../../indices/places.js';
import { builtInPlaces, popularityOf } from '../../ingest/places/builtIn.js';
import type { Reject } from '../../ingest/load/outcome.js';
import { readFileCities } from '../support/geonames.js';
import { patienceMs } from '../support/patience.js';
import { readPlaces } from '../support/placeFiles.js';

const cities = readFileCities();

let all: readonly PlaceDocument[];
/** Of GeoNames. */
let places: readonly PlaceDocument[];
let points: readonly PlaceDocument[];
let rejects: readonly Reject[];
beforeAll(async () => {
  const source = builtInPlaces();
  ({ places: all, rejects } = await readPlaces(source));
  places = all.slice(0, cities.length);
  points = all.slice(cities.length);
  expect(source.expectedRows).toBe(all.length);
}, patienceMs);

test('every built-in row is a place with an id, a land and a documented category of its own', () => {
  expect(rejects).toEqual([]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const astray = all.filter(({ land_id: land, location: [longitude, latitude] }) => land !== latLngToCell(latitude, longitude, 8)); // prettier-ignore
  expect(astray).toEqual([]);
  const categories = new Set(all.map(({ category }) => category ?? ''));
  expect([...categories].filter((each) => !Object.hasOwn(PLACE_CATEGORIES, each))).toEqual([]);
  const isOut = ({ popularity }: PlaceDocument): boolean => popularity !== null && (popularity < 0 || popularity > 1); // prettier-ignore
  expect(all.filter(isOut)).toEqual([]);
});

test('every populated place is one, where its city is', () => {
  expect(places).toHaveLength(170_009);
  const placeOf = new Map(places.map((place) => [place.id, place.location.join()]));
  const astray = cities.filter(
    ({ id, latitude, longitude }) => placeOf.get(`geonames-${id}`) !== `${longitude},${latitude}`,
  );
  expect(astray).toEqual([]);
  const counts = countBy(places, ({ category }) => category ?? '');
  expect(counts).toEqual({ capital: 256, populated_place: 169_753 });
  expect(places.find(({ id }) => id === 'geonames-2988507')).toMatchObject({
    ...{ name: 'Paris', subtitle: 'Île-de-France', category: 'capital', popularity: 0.8559 },
    ...{ address: null, rating: null, website: null, photos: [] },
  });
});

test.each([
  [0, 22_315_474, 0],
  [22_315_474, 22_315_474, 1],
  [9, 99, 0.5],
  [1, 999, 0.1003],
  [0, 0, 0],
])('the popularity of %d of %d inhabitants is %d', (population, most, popularity) => {
  expect(popularityOf(population, most)).toBe(popularity);
});

describe('points of interest', () => {
  const count = (isCounted: (point: PlaceDocument) => boolean): number =>
    points.filter(isCounted).length;

  test('all are there, the kinds that people look for among them', () => {
    expect(points).toHaveLength(164_380);
    expect(countBy(points, ({ category }) => category ?? '')).toMatchObject({
      airport: 47_942,
      train_station: 14_714,
      museum: 13_750,
      port: 3_765,
    });
  });

  test('their ids begin with their source', () => {
    expect(Object.keys(countBy(points, ({ id }) => id.split('-')[0] ?? '')).sort()).toEqual(
      'db gppd imls inrail ipeds irail ne obdb ourairports pleiades ror whs wpi'.split(' '),
    );
  });

  test('are readable: a name, no lost letters, no shouting power plants', () => {
    expect(count(({ name }) => /\ufffd|^\W*$|&\w+;/.test(name))).toBe(0);
    expect(count(({ subtitle }) => subtitle === null)).toBe(0);
    const shouting = ({ category, name }: PlaceDocument): boolean =>
      category === 'power_plant' && /[A-Z]{5}/.test(name) && name === name.toUpperCase();
    expect(count(shouting)).toBeLessThan(200);
  });

  test('of an American address lie in its state, or near it', () => {
    const regions = geonamesRegions();
    const american = [...regions].flatMap(([code, name]) => (code.startsWith('US.') ? [name] : []));
    const square = (latitude: number, longitude: number) => `${Math.floor(2 * latitude)} ${Math.floor(2 * longitude)}`; // prettier-ignore
    const states = new Set(cities.map(({ region, latitude, longitude }) => `${region ?? ''} ${square(latitude, longitude)}`)); // prettier-ignore
    const others = points.filter(({ subtitle, location: [longitude, latitude] }) => {
      const state = regions.get(`US.${/, ([A-Z]{2}), United States$/.exec(subtitle ?? '')?.[1] ?? ''}`); // prettier-ignore
      if (state === undefined) return false;
      const around = [-0.5, 0, 0.5].flatMap((up) =>
        [-0.5, 0, 0.5].map((right) => square(latitude + up, longitude + right)),
      );
      const isIn = (name: string) => around.some((at) => states.has(`${name} ${at}`));
      // In the wilderness no city tells.
      return !isIn(state) && american.some(isIn);
    });
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  test('are in the countries of the service', () => {
    const inHongKong = points.find(({ id }) => id === 'ourairports-26535');
    expect(inHongKong).toMatchObject({
      name: 'Hong Kong International Airport',
      subtitle: 'Hong Kong',
      category: 'airport',
    });
    const abroad = /^(Nuuk, Denmark|Cayenne, France|Simferopol, Russia|Dakhla, Morocco)$/;
    expect(count(({ subtitle }) => abroad.test(subtitle ?? ''))).toBe(0);
  });
});
