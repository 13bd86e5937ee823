import { describe, expect, test } from '@jest/globals';
import { findByIds, findByLocation } from '../../../../src/places/params.js';
import { faultsOf, read } from '../parameters/readings.js';
import { type PlaceDocument, places } from '../../../../indices/places.js';
import { placeSchema, presentPlace } from '../../../../src/places/present.js';
import { landIdsOf } from '../../../../src/parameters/location.js';
import * as queries from '../../../../src/places/queries.js';

describe('params', () => {
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
});

describe('present', () => {
  const stored: PlaceDocument = {
    // In another order than the specification's.
    website: 'https://louvre.fr',
    rating: 4.7,
    popularity: 0.99,
    photos: ['https://photos.example/1', 'https://photos.example/2'],
    address: '99 rue de Rivoli',
    location: [2.3376, 48.8606],
    category: 'museum',
    subtitle: 'Museum',
    name: 'Louvre',
    land_id: '881fb46625fffff',
    id: 'louvre',
  };

  const UNKNOWN: PlaceDocument = {
    ...stored,
    subtitle: null,
    category: null,
    address: null,
    photos: [],
    popularity: null,
    rating: null,
    website: null,
  };

  test('a place has the fields of the specification, in its order, and no more', () => {
    expect(JSON.stringify(presentPlace({ ...stored, more: 1 } as PlaceDocument))).toBe(
      '{"id":"louvre","land_id":"881fb46625fffff","name":"Louvre","subtitle":"Museum","category":"museum","latlng":{"latitude":48.8606,"longitude":2.3376},"address":"99 rue de Rivoli","photos":["https://photos.example/1","https://photos.example/2"],"popularity":0.99,"rating":4.7,"website":"https://louvre.fr"}',
    );
  });

  test('what is not known is null, and [] for the photos', () => {
    const { location, ...rest } = UNKNOWN;
    const [longitude, latitude] = location;
    expect(presentPlace(UNKNOWN)).toEqual({ ...rest, latlng: { latitude, longitude } });
  });

  test('the documented shape takes both, and nothing else', () => {
    const place = presentPlace(stored);
    expect(placeSchema.validate(place).error).toBeUndefined();
    expect(placeSchema.validate(presentPlace(UNKNOWN)).error).toBeUndefined();
    const { photos, ...without } = place;
    for (const other of [without, { ...place, more: photos }, { ...place, rating: 5.1 }]) {
      expect(placeSchema.validate(other).error).toBeDefined();
    }
  });
});

describe('queries', () => {
  test('findByIds asks for all ids at once', () => {
    expect(queries.findByIds({ ids: ['a', 'B'] })).toEqual({
      query: { bool: { filter: [{ ids: { values: ['a', 'B'] } }] } },
      size: 2,
    });
  });

  describe('findByLocation', () => {
    const around = { centreId: '881fb46625fffff', rings: 1 };
    const inLands = { terms: { land_id: landIdsOf(around) } };

    test('asks for one more than is answered, the most popular first', () => {
      expect(queries.findByLocation({ ...around, categories: undefined })).toEqual({
        query: { bool: { filter: [inLands] } },
        sort: [{ popularity: { order: 'desc', missing: '_last' } }, { id: 'asc' }],
        size: 10_001,
      });
      expect(places.settings.max_result_window).toBe(queries.MAX_PLACES + 1);
    });

    test('asks for the categories that are wanted, by a field that is indexed', () => {
      const categories = ['airport', 'port'];
      expect(queries.findByLocation({ ...around, categories }).query).toEqual({
        bool: { filter: [inLands, { terms: { category: categories } }] },
      });
      expect(places.mappings.properties?.category).not.toHaveProperty('index');
    });
  });
});
