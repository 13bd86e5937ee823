import { expect, test } from '@jest/globals';
import { polygonsByCountry, readAtlas } from '../../../../ingest/borders/atlas.js';
import { DETACHED_PARTS, UNCODED_FEATURES } from '../../../../ingest/borders/territories.js';
import { countryCodes } from '../../../../ingest/sources/iso.js';

const codes = countryCodes();
const { geometries } = readAtlas().objects.countries;
const keys = geometries.map(({ id, properties }) => String(id ?? properties?.name));

test('every choice is of a feature that the atlas has, and of a country', () => {
  const ids = codes.map(({ id }) => id);
  for (const { country } of [...UNCODED_FEATURES.values(), ...DETACHED_PARTS])
    expect(ids).toContain(country);
  const chosen = [...UNCODED_FEATURES.keys(), ...DETACHED_PARTS.map(({ feature }) => feature)];
  expect(keys).toEqual(expect.arrayContaining(chosen));
});

test('every polygon belongs to one country, and every country has one', () => {
  const polygonsOf = polygonsByCountry(readAtlas(), codes);
  const counts = codes.map(({ id }) => polygonsOf(id).length);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  const drawn = geometries.map((each) => (each.type === 'Polygon' ? 1 : each.arcs.length));
  const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other);
  // Morocco, one polygon, is cut into two countries.
  expect(sum(counts)).toBe(sum(drawn) + 1);
});
