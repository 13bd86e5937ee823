import { expect, test } from '@jest/globals';
import { readCoordinates, readLandId } from '../../../web/shared/coordinates.js';

test.each([
  ['48.85, 2.35'], ['48.85 2.35'], ['48.85,2.35'], ['48.85; 2.35'], ['48,85 2,35'], ['48,85; 2,35'], ['(48.85, 2.35)'],
  ["48°51'N 2°21'E"], ['48°51′00″N, 2°21′00″E'], [`48° 51' 0" N 2° 21' 0" E`], ['48°51’ N, 2°21’ E'], ["48°51'0''N 2°21'0''E"],
  ['48 51 0 N 2 21 0 E'], ['48 51 2 21'], ['48 51 0 2 21 0'], ['48.85° N, 2.35° E'], ['48.85°, 2.35°'], ['48.85° 2.35°'],
  ['N 48.85 E 2.35'], ['N48.85, E2.35'], ['48.85N 2.35E'], ['2.35E, 48.85N'], ['e 2.35 n 48.85'], ["N 48° 51' E 2° 21'"],
  ['lat: 48.85, lng: 2.35'], ['latitude=48.85 longitude=2.35'], ['{lat: 48.85, lon: 2.35}'], ['+48.85, +2.35'],
  ['geo:48.85,2.35'], ['geo:48.85,2.35;u=35'], ['geo:48.85,2.35?z=12'], ['geo:0,0?q=48.85,2.35(Paris)'],
  ['https://www.google.com/maps/@48.85,2.35,12z'], ['https://www.google.com/maps?q=48.85,2.35'], ['maps.google.com/?ll=48.85,2.35&z=3'],
  ['https://www.google.com/maps/place/Paris/@48.8,2.2,11z/data=!3m1!4b1!4m6!3m5!1s0x47e66:0x40b8!8m2!3d48.85!4d2.35'],
  ['https://www.google.com/maps/search/?api=1&query=48.85%2C2.35'], ['https://www.google.com/maps/dir/?api=1&destination=48.85,2.35'],
  ['https://www.openstreetmap.org/#map=12/48.85/2.35'], ['https://www.openstreetmap.org/?mlat=48.85&mlon=2.35#map=5/40/3'],
  ['https://www.openstreetmap.org/node/17807753#map=12/48.85/2.35&layers=N'], ['https://maps.apple.com/?ll=48.85,2.35&q=Paris'],
  ['https://www.bing.com/maps?cp=48.85~2.35&lvl=11'], ['https://wego.here.com/#12/48.85/2.35'],
])('%s is Paris', (text) => {
  expect(readCoordinates(text)).toEqual({ latitude: 48.85, longitude: 2.35 });
}); // prettier-ignore

test.each([
  ['40.7128° N, 74.0060° W', 40.7128, -74.006], ['-33.8688 151.2093', -33.8688, 151.2093], ['33°52′S 151°12′E', -33.866667, 151.2],
  ['−33.5, –70.25', -33.5, -70.25], ['S 33.5 W 70.25', -33.5, -70.25], ['0, 0', 0, 0], ['-0.0000001, 180', 0, 180], ['90 -180', 90, -180],
  ['https://www.google.com/maps/@-33.8688,151.2093,12z', -33.8688, 151.2093],
])('%s is %d, %d', (text, latitude, longitude) => {
  expect(readCoordinates(text)).toEqual({ latitude, longitude });
}); // prettier-ignore

test.each([
  ...['Paris', 'Paris 48.85, 2.35', '48.85', '48', '91, 0', '0, 181', '48°61′N 2°E', '48N 2N', '48E 2E', '1 2 3', '1,2,3', 'N', ', ', ''],
  ...['69120 Heidelberg', '1010 Wien', 'SW1A 1AA', 'geo:paris', 'https://example.com/', 'https://example.com/a/b/3', '881fb46625fffff'],
])('%j is no point', (text) => {
  expect(readCoordinates(text)).toBeUndefined();
}); // prettier-ignore

test('the id of a land is a whole text, in any case', () => {
  expect(readLandId(' 881FB46625FFFFF ')).toBe('881fb46625fffff');
  for (const text of ['871fb46625fffff', '881fb46625fff', 'x 881fb46625fffff', 'paris', ''])
    expect(readLandId(text)).toBeUndefined();
});
