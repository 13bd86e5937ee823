import { describe, test } from '@jest/globals';
import { cellToLatLng, getPentagons } from 'h3-js';
import type { Position } from 'geojson';
import { expectAllAndOnly } from '../../../support/expectLands.js';
import { drawnCountry } from '../../../support/landTerritories.js';
import { destination } from '../../../support/sphere.js';

describe('lands of drawn countries', () => {
  const circle = (latitude: number, longitude: number, meters: number): Position[] => {
    const count = Math.ceil(meters / 50) + 24;
    return Array.from({ length: count }, (_, step) => {
      const bearing = (-2 * Math.PI * step) / count;
      const point = destination({ latitude, longitude }, bearing, meters);
      return [point.longitude, point.latitude];
    });
  };

  test.each(getPentagons(8).slice(0, 4))('around the pentagon %s', (pentagon) => {
    const [latitude, longitude] = cellToLatLng(pentagon);
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, longitude, 5_000)])]);
  });

  test.each([
    ['the North Pole', 89.99],
    ['the South Pole', -89.99],
  ])('around %s', (_, latitude) => {
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, 30, 8_000)])]);
  });

  test.each([-65, 0, 40, 83])('across ±180° at %i°', (latitude) => {
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, 179.97, 8_000)])]);
    expectAllAndOnly([drawnCountry('AAA', [circle(latitude, -180, 4_000)])]);
  });

  test('islets within a single cell', () => {
    const islets = Array.from({ length: 30 }, (_, place) => circle(place, 10 + place, 30));
    expectAllAndOnly([drawnCountry('AAA', islets)]);
  });

  test('one drawn within another, that one drawn within a third', () => {
    const countries = [3_000, 6_000, 9_000].map((meters, place) =>
      drawnCountry(`AA${place}`, [circle(47, 8, meters)]),
    );
    for (const chosen of countries) {
      expectAllAndOnly([chosen, ...countries.filter((other) => other !== chosen)]);
    }
  });

  test('two that meet in a line, and two that overlap', () => {
    const box = (west: number, east: number): Position[] => [[west, 10], [east, 10], [east, 10.2], [west, 10.2]]; // prettier-ignore
    for (const start of [20.1, 20.07]) {
      const west = drawnCountry('AAA', [box(20, 20.1)]);
      const east = drawnCountry('BBB', [box(start, 20.25)]);
      expectAllAndOnly([west, east]);
      expectAllAndOnly([east, west]);
    }
  });
});
