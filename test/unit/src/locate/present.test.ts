import { expect, test } from '@jest/globals';
import { EMPTY_CITY } from '../../../../src/cities/present.js';
import { presentLocated } from '../../../../src/locate/present.js';

const POINT = { latitude: 0, longitude: 0 };
const city = { ...EMPTY_CITY, id: 'AAA_A', latlng: { latitude: 0, longitude: 1 } };

test('the distance of the city is rounded to metres', () => {
  const located = presentLocated(POINT, [], { city, primary: true, timeZone: 'Etc/UTC' }, null);
  const { city_distance_km, time_zone } = located;
  // (π / 180) × 6371.0088 km
  expect([city_distance_km, time_zone]).toEqual([111.195, 'Etc/UTC']);
});

test('a city at the very point is 0 km away', () => {
  const here = { ...city, latlng: POINT };
  const { city_distance_km } = presentLocated(POINT, [], { city: here, primary: true, timeZone: null }, null); // prettier-ignore
  expect(city_distance_km).toBe(0);
});

test('the empty city has neither distance nor time zone', () => {
  expect(
    presentLocated(POINT, [], { city: EMPTY_CITY, primary: false, timeZone: null }, null),
  ).toEqual({
    countries: [],
    city: EMPTY_CITY,
    city_distance_km: null,
    land: null,
    time_zone: null,
  });
});
