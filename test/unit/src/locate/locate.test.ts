import { describe, expect, test } from '@jest/globals';
import { landCentre } from '../../../../core/geo/land.js';
import { ApiError } from '../../../../src/errors.js';
import { locate, location, ofBatch } from '../../../../src/locate/params.js';
import { EMPTY_CITY } from '../../../../src/cities/present.js';
import { presentLocated } from '../../../../src/locate/present.js';

describe('params', () => {
  const LAND = '881fb46625fffff';
  const read = (members: object) => location.read(members as Record<string, unknown>, new Map());

  describe('a location of a batch', () => {
    test('is a point, or a land, which stands for its centre', () => {
      expect(read({ lat: -90, lng: 180 })).toEqual({ point: { latitude: -90, longitude: 180 } });
      expect(read({ lat: 1e-9, lng: 0 })).toEqual({ point: { latitude: 1e-9, longitude: 0 } });
      const centre = { point: landCentre(LAND) };
      expect(read({ land_id: LAND })).toEqual(centre);
      expect(read({ land_id: LAND.toUpperCase() })).toEqual(centre);
    });

    test.each([
    {}, { lat: 1 }, { lng: 1 }, { lat: '1', lng: '1' }, { lat: 90.1, lng: 1 }, { lat: NaN, lng: 1 }, { lat: true, lng: 1 },
    { lat: Infinity, lng: 1 }, { lat: 1, lng: -180.1 }, { land_id: 1 }, { land_id: 'a' }, { land_id: LAND, lat: 1, lng: 1 },
    { lat: 1, lng: 1, lang: 'fr' }, { lat: [1], lng: 1 }, { lat: 1, lng: {} },
  ])('is faulty: %j', (members) => {
    expect(() => read(members)).toThrow(ApiError);
  }); // prettier-ignore
  });

  test('language and primary_only are read alike for one location and for many', () => {
    const shared = { lang: 'fr-CA', primary_only: 'TRUE' };
    const one = locate.read({ ...shared, lat: '1', lng: '2' }, new Map());
    const expected = { language: 'fr', primaryOnly: true };
    expect(one).toEqual({ ...expected, point: { latitude: 1, longitude: 2 } });
    expect(ofBatch.read(shared, new Map())).toEqual(expected);
    expect(ofBatch.read({}, new Map())).toEqual({ language: 'en', primaryOnly: false });
  });
});

describe('present', () => {
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
});
