import { describe, expect, test } from '@jest/globals';
import { latLngToCell } from 'h3-js';
import { type PlaceCells, toPlace } from '../../../../ingest/places/row.js';

const sound = { id: 'osm-1', name: 'Louvre', latitude: '48.8606', longitude: '2.3376' };
const full = {
  ...sound,
  subtitle: ' Paris ',
  category: 'museum',
  address: '75001 Paris',
  photos: ['https://example.com/a.jpg', ' '],
  popularity: '1e-05',
  rating: '5',
  website: 'HTTP://example.com/?q=a|b',
};

test('every field', () => {
  expect(toPlace(full)).toEqual({
    id: 'osm-1',
    land_id: latLngToCell(48.8606, 2.3376, 8),
    name: 'Louvre',
    folded: 'louvre',
    subtitle: 'Paris',
    category: 'museum',
    location: [2.3376, 48.8606],
    address: '75001 Paris',
    photos: ['https://example.com/a.jpg'],
    popularity: 0.00001,
    rating: 5,
    website: 'HTTP://example.com/?q=a|b',
  });
});

test.each([undefined, null, '', ' \t'])('a cell that is %j is unknown', (cell) => {
  const cells = Object.fromEntries(Object.keys(full).map((field) => [field, cell]));
  expect(toPlace({ ...cells, ...sound })).toMatchObject({
    ...{ subtitle: null, category: null, address: null, photos: [] },
    ...{ popularity: null, rating: null, website: null },
  });
});

test.each<PlaceCells>([
  { latitude: -90, longitude: 180, rating: 0, popularity: 1 },
  { id: 12345 },
  { id: 'x'.repeat(200) },
  { id: 'a b/ü/😀#?' },
])('%j is sound', (cells) => {
  expect(toPlace({ ...sound, ...cells })).not.toHaveProperty('faults');
});

describe('faults', () => {
  test.each<[PlaceCells, string]>([
    [{ id: '' }, 'id is missing'],
    [{ id: true }, 'id must be a string, got true'],
    [{ id: 1.5 }, 'id must be a string, got 1.5'],
    [{ id: ' a' }, 'id " a" begins or ends with a blank'],
    [{ id: 'a\u00a0' }, 'id "a\u00a0" begins or ends with a blank'],
    [{ id: 'a,b' }, 'id "a,b" contains a comma'],
    [{ id: 'a\u0007b' }, 'id "a\\u0007b" contains a control character'],
    [{ id: 'a\ud800' }, 'id "a\\ud800" is not UTF-8'],
    [{ id: 'x'.repeat(201) }, `id "${'x'.repeat(59)}… is longer than 200 characters`],
    [{ name: undefined }, 'name is missing'],
    [{ name: '  ' }, 'name is missing'],
    [{ name: 7 }, 'name must be a string, got 7'],
    [{ name: 'Caf\ufffd' }, 'name "Caf\ufffd" is not UTF-8'],
    [{ latitude: null }, 'latitude is missing'],
    [{ latitude: '190.0001' }, 'latitude "190.0001" is not a number from -90 to 90'],
    [{ latitude: '0x10' }, 'latitude "0x10" is not a number from -90 to 90'],
    [
      { latitude: '48,86' },
      'latitude "48,86" is not a number from -90 to 90 (the `decimal` of a mapping may be a comma)',
    ],
    [{ latitude: 'Infinity' }, 'latitude "Infinity" is not a number from -90 to 90'],
    [{ latitude: Number.NaN }, 'latitude null is not a number from -90 to 90'],
    [{ longitude: [2] }, 'longitude [2] is not a number from -180 to 180'],
    [{ longitude: '-180.5' }, 'longitude "-180.5" is not a number from -180 to 180'],
    [{ rating: '5.1' }, 'rating "5.1" is not a number from 0 to 5'],
    [{ popularity: -0.1 }, 'popularity -0.1 is not a number from 0 to 1'],
    [{ website: 'example.com' }, 'website "example.com" is not an http or https address'],
    [
      { website: 'javascript:alert(1)' },
      'website "javascript:alert(1)" is not an http or https address',
    ],
    [{ website: 'http://' }, 'website "http://" is not an http or https address'],
    [{ website: 'http://a b' }, 'website "http://a b" is not an http or https address'],
    [{ photos: ['http://a', 'ftp://b'] }, 'photos "ftp://b" is not an http or https address'],
    [{ photos: { a: 1 } }, 'photos {"a":1} is not a list of addresses'],
    [
      { latitude: { valueOf: 1, toString: 1 } },
      'latitude {"valueOf":1,"toString":1} is not a number from -90 to 90',
    ],
  ])('%o', (cells, fault) => {
    expect(toPlace({ ...sound, ...cells })).toEqual({ faults: [fault] });
  });

  test('all of a row at once', () => {
    const cells = { id: 'a,b', latitude: '139.7', longitude: 35.7, rating: 'good' };
    expect(toPlace(cells)).toEqual({
      faults: [
        'id "a,b" contains a comma',
        'name is missing',
        'latitude "139.7" is not a number from -90 to 90',
        'rating "good" is not a number from 0 to 5',
        'latitude and longitude swapped?',
      ],
    });
  });
});
