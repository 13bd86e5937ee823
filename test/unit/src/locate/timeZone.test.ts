import { expect, test } from '@jest/globals';
import { EMPTY_CITY, PARIS } from '../../../../src/cities/present.js';
import { timeZoneAt } from '../../../../src/locate/timeZone.js';

/** Returns a city as it is cached. */
const cityAt = (latitude: number, longitude: number, timeZone: string) => ({
  city: { ...PARIS, latlng: { latitude, longitude } },
  primary: false,
  timeZone,
});
const CEDUNA = cityAt(-32.127, 133.673, 'Australia/Adelaide');
const RAROTONGA = cityAt(-21.208, -159.775, 'Pacific/Rarotonga');
const UPERNAVIK = cityAt(72.787, -56.15, 'America/Nuuk');
const NOWHERE = { city: EMPTY_CITY, primary: false, timeZone: null };

test.each([
  ['of the closest city', -33.5, 134.5, 'AUS', CEDUNA, 'Australia/Adelaide'],
  ['of Eucla, which is closer than the city', -31.7, 128.9, 'AUS', CEDUNA, 'Australia/Eucla'],
  ['of Lord Howe Island', -31.55, 159.08, 'AUS', CEDUNA, 'Australia/Lord_Howe'],
  ['unknown, 600 km from the closest city', -27.5, 131, 'AUS', CEDUNA, null],
  ['of Pituffik', 76.53, -68.7, 'GRL', UPERNAVIK, 'America/Thule'],
  ['unknown on the ice, 410 km from Danmarkshavn', 76, -34, 'GRL', UPERNAVIK, null],
  ['of the only zone, 1,360 km away', -9, -158, 'COK', RAROTONGA, 'Pacific/Rarotonga'],
  ['unknown on Clipperton', 10.3, -109.2, 'FRA', cityAt(48.45, -4.25, 'Europe/Paris'), null],
  ['of Midway, where there is no city', 28.21, -177.37, 'UMI', NOWHERE, 'Pacific/Midway'],
  ['unknown where there is neither', 5.88, -162.08, 'UMI', NOWHERE, null],
])('the time zone is %s', (_, latitude, longitude, country, city, zone) => {
  expect(timeZoneAt({ latitude, longitude }, [country], city)).toBe(zone);
});
