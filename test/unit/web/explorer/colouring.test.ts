import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { altitudeClass } from '../../../../web/explorer/colouring/altitude.js';
import { biomeClass } from '../../../../web/explorer/colouring/biome.js';
import { countryClass } from '../../../../web/explorer/colouring/country.js';
import { legendOf } from '../../../../web/explorer/colouring/legend.js';
import { markersClass } from '../../../../web/explorer/colouring/markers.js';

test.each([
  [-430, 'below 0 m'],
  [0, '0 – 99 m'],
  [99, '0 – 99 m'],
  [100, '100 – 249 m'],
  [8_848, '4,000 m and more'],
  [null, 'not known'],
])('an altitude of %p is of the class %s', (altitude, label) => {
  expect(altitudeClass(altitude).label).toBe(label);
});

test.each([
  [0, 'none'],
  [1, '1'],
  [4, '2 – 4'],
  [5, '5 – 9'],
  [10_000, '10 and more'],
])('%i markers are of the class %s', (count, label) => {
  expect(markersClass(count).label).toBe(label);
});

test('every built-in biome has a colour of its own', () => {
  const lines = readFileSync('ingest/data/biomes.tsv', 'utf8').trim().split('\n').slice(2);
  const classes = lines.map((line) => biomeClass(line.split('\t')[1] ?? ''));
  const colours = new Set(classes.map(({ colour }) => colour));
  expect(classes).toHaveLength(15);
  expect(colours.size).toBe(15);
  expect(colours).not.toContain(biomeClass('Of an own table').colour);
});

test('neighbouring countries differ', () => {
  const colours = ['FRA', 'CHE', 'DEU', 'ITA', 'BEL', 'ESP', 'LUX', 'AUT'].map(
    (id) => countryClass(id, id).colour,
  );
  expect(new Set(colours).size).toBe(colours.length);
});

test('the legend counts each class once, in its order, the unknown last', () => {
  const classes = [500, null, 20, 30].map(altitudeClass);
  expect(legendOf(classes).map(({ label, count }) => [label, count])).toEqual([
    ['0 – 99 m', 2],
    ['500 – 999 m', 1],
    ['not known', 1],
  ]);
});
