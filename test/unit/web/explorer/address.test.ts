import { expect, test } from '@jest/globals';
import { readAddress, writeAddress } from '../../../../web/explorer/state/address.js';
import { type Address, START } from '../../../../web/explorer/state/state.js';

const FULL: Address = {
  page: 'map',
  camera: { centre: { latitude: 46.2, longitude: 6.1432 }, zoom: 11.25 },
  point: { latitude: -33.86882, longitude: 151.20929 },
  rings: 10,
  colouring: 'biome',
  projection: 'flat',
  language: 'ja',
  showsMarkers: true,
  season: 7,
  radiusMeters: 1_500,
};

test('a link holds all of the state', () => {
  const fragment = writeAddress(FULL);
  expect(fragment).toBe(
    '#map?view=11.25/46.2/6.1432&at=-33.86882,151.20929&k=10&by=biome&projection=flat&lang=ja&markers=1&season=7&radius=1500',
  );
  expect(readAddress(fragment)).toEqual(FULL);
});

test('what is as at the start is left out', () => {
  expect(writeAddress(START)).toBe('#map');
  expect(readAddress('')).toEqual(START);
  expect(readAddress('#map')).toEqual(START);
});

test('the page of the data has a link', () => {
  const address: Address = { ...START, page: 'data', language: 'ar' };
  expect(writeAddress(address)).toBe('#data?lang=ar');
  expect(readAddress('#data')).toEqual({ ...START, page: 'data' });
});

test.each([
  'at=91,0',
  'at=0,181',
  'at=1',
  'at=1,2,3',
  'at=,',
  'at=a,b',
  'view=19/0/0',
  'view=3/0',
  'view=',
  'k=11',
  'k=1.5',
  'k=-1',
  'k=',
  'by=colour',
  'projection=cube',
  'lang=xx',
  'markers=yes',
  'season=-1',
  'radius=0',
  'radius=50001',
  'nothing=1',
  'lang=__proto__',
  'by=constructor',
  'projection=toString',
  '__proto__=1&constructor=1',
  'at=Infinity,0',
  'k=1e999',
])('%s makes no sense, and is as at the start', (query) => {
  expect(readAddress(`#map?${query}`)).toEqual(START);
});

test.each(['#__proto__', '#constructor?k=%', `#map?at=${','.repeat(100_000)}`])(
  'nor does %.20s',
  (fragment) => {
    expect(readAddress(fragment)).toEqual(START);
  },
);

test('an unknown page is the map', () => {
  expect(readAddress('#panel')).toEqual(START);
});
