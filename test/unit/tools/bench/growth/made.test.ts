import { expect, test } from '@jest/globals';
import { makeCities, type RealCity } from '../../../../../tools/bench/growth/cities.js';
import { makeMarkers } from '../../../../../tools/bench/markers.js';
import { take } from '../../../../../tools/bench/traffic/repeats.js';
import { landAt } from '../../../../../core/geo/land.js';
import { distanceMeters } from '../../../../support/distance.js';

const city = (name: string, longitude: number, countryId: string): RealCity => ({
  row: {
    line: 1,
    sourceId: name,
    countryCode: countryId.slice(0, 2),
    name,
    names: { ja: `${name}市` },
    population: 1_000,
    latitude: 50,
    longitude,
    capital: false,
  },
  countryId,
});
const REAL = [city('Aachen', 6, 'DEU'), city('Brugge', 3, 'BEL'), city('Calais', 2, 'FRA')];

test('made cities begin as real ones do, near them, in the same country', () => {
  const made = [...take(makeCities(REAL), 30)];
  expect(made).toEqual([...take(makeCities(REAL), 30)]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(30);
  expect(made.slice(0, 3).map(({ name }) => name)).toEqual(['Aachen', 'Brugge', 'Calais']);
  for (const [position, document] of made.entries()) {
    const { row, countryId } = REAL[position % 3] ?? REAL[0] ?? city('', 0, '');
    expect(document.country_id).toBe(countryId);
    expect(document.name.slice(0, 3)).toBe(row.name.slice(0, 3));
    expect(document.folded.default).toBe(document.name.toLowerCase());
    const [longitude, latitude] = document.location;
    expect(distanceMeters(row, { latitude, longitude })).toBeLessThan(35_000);
  }
  expect(new Set(made.map(({ name }) => name)).size).toBeGreaterThan(5);
});

test('markers are the same in every run, and stand in their lands', () => {
  const made = [...take(makeMarkers(), 250)];
  expect(made).toEqual([...take(makeMarkers(), 250)]);
  for (const { land_id: land, location } of made) {
    expect(land).toBe(landAt({ longitude: location[0], latitude: location[1] }));
  }
});
