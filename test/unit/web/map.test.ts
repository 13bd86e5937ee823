import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { distanceKm as expectedKm } from '../../../core/geo/point.js';
import { PLACE_CATEGORIES } from '../../../indices/placeCategories.js';
import { countryCodes } from '../../../ingest/reference/iso.js';
import type { City, Land } from '../../../web/client/src/routes.js';
import { codeOf } from '../../../web/atlas/countryCodes.js';
import { labelsOf, largestPart } from '../../../web/atlas/labels.js';
import { oceanAt } from '../../../web/atlas/ocean.js';
import { tilesOf } from '../../../web/atlas/tiles.js';
import { type Atlas, type World, worldOf } from '../../../web/atlas/world.js';
import { landIdAt, loadCells } from '../../../web/explorer/map/cells.js';
import { hexagonOf } from '../../../web/explorer/map/features.js';
import { distanceKm, greatCircle, ringAround } from '../../../web/explorer/map/geometry.js';
import { fittingZoom } from '../../../web/explorer/map/globe.js';
import { cityFeatures, nameFeatures } from '../../../web/explorer/map/labels.js';
import { classOf, legendOf, rangeOf, shareOf } from '../../../web/explorer/model/landClass.js';
import { boxAround, unwrapLine, unwrapRing } from '../../../web/shared/rings.js';
import { KIND_NAMES, kindOf } from '../../../web/explorer/model/placeKinds.js';

type Piece = [from: Position, to: Position];

const piecesOf = (line: readonly Position[]): Piece[] =>
  line.slice(1).map((to, index): Piece => [line[index] ?? to, to]);

/** Returns the longitudes at which rings cross a latitude. */
function crossings(rings: readonly Position[][], latitude: number): number[] {
  const longitudes: number[] = [];
  for (const ring of rings)
    for (const [index, [x = 0, y = 0]] of ring.entries()) {
      const [beforeX = 0, beforeY = 0] = ring[index - 1] ?? [x, y];
      if (beforeY > latitude !== y > latitude)
        longitudes.push(beforeX + ((latitude - beforeY) / (y - beforeY)) * (x - beforeX));
    }
  return longitudes;
}

test.each([[700, 700], [390, 400], [1_600, 900]])('the globe fits into %i x %i', (width, height) => {
  const zoom = fittingZoom({ width, height }, 25, 'globe');
  const radius = (512 * 2 ** zoom) / (2 * Math.PI * Math.cos((25 * Math.PI) / 180));
  const distance = 1.5 * height;
  const seen = (radius * distance) / Math.sqrt(distance ** 2 + 2 * distance * radius);
  expect((2 * seen) / Math.min(width, height)).toBeCloseTo(0.85, 3);
}); // prettier-ignore

const longestJump = (lines: readonly Position[][]): number =>
  Math.max(...lines.flatMap(piecesOf).map(([[from = 0], [to = 0]]) => Math.abs(to - from)));

describe('countries and borders', () => {
  const atlasOf = (scale: string): Atlas =>
    JSON.parse(readFileSync(`node_modules/world-atlas/countries-${scale}.json`, 'utf8')) as Atlas;
  const coarse = atlasOf('110m');
  const world = worldOf(coarse);
  const mainlandOf = (code: string): Position[] =>
    world.countries.filter(({ properties: { id } }) => id === code).flatMap(largestPart)[0] ?? [];
  const linesOf = ({ borders }: World): Position[][] =>
    borders.flatMap(({ geometry }) => geometry.coordinates);

  test('numbers lead to the codes of the service', () => {
    for (const { id, numeric } of countryCodes())
      if (numeric !== undefined) expect(codeOf(numeric, '')).toBe(id);
    expect(codeOf(undefined, 'Kosovo')).toBe('XKX');
    expect(codeOf(undefined, 'Siachen Glacier')).toBeUndefined();
  });

  test('no border jumps over the map, and Antarctica reaches to the pole', () => {
    const outlines = world.countries
      .filter(({ properties }) => properties.id !== 'ATA')
      .flatMap(({ geometry }) => geometry.coordinates.flat());
    expect(longestJump([...linesOf(world), ...outlines])).toBeLessThan(60);
    expect(boxAround(mainlandOf('ATA'))[1]).toBe(-90);
  });

  test.each(['110m', '50m'])('the cuts of the %s atlas are not drawn as borders', (scale) => {
    const pieces = linesOf(worldOf(atlasOf(scale))).flatMap(piecesOf);
    const isCut = (ends: Piece): boolean =>
      ends.every(([longitude = 0]) => Math.abs(Math.abs(longitude) - 180) < 0.001) ||
      ends.every(([, latitude = 0]) => latitude < -89.9);
    expect(pieces.filter(isCut)).toEqual([]);
    expect(pieces.length).toBeGreaterThan(5_000);
  });

  test('every tile is there, and holds countries and borders', () => {
    const tiles = [...tilesOf({ zooms: [0, 1], isFinest: false, layers: { ...world } })];
    const names = ['0-0-0', '1-0-0', '1-0-1', '1-1-0', '1-1-1'];
    expect(tiles.map(({ name }) => name)).toEqual(names);
    for (const { content } of tiles) expect(content.length).toBeGreaterThan(1_000);
  });

  test.each(['50m', '10m'] as const)('of %s, every place is in a country or in the sea, also near ±180°', (scale) => {
    const land = worldOf(atlasOf(scale)).countries.flatMap(({ geometry }) => geometry.coordinates.flat());
    const sea = oceanAt(scale).flatMap(({ geometry }) => geometry.coordinates);
    const wrong: Position[] = [];
    let onLand = 0;
    for (let latitude = -83.1; latitude < 85; latitude += 5.3) {
      const [shores, coasts] = [crossings(land, latitude), crossings(sea, latitude)];
      // Applies the even-odd rule.
      const isIn = (crossed: readonly number[], longitude: number): boolean =>
        crossed.filter((each) => each > longitude).length % 2 === 1;
      for (let longitude = -181.9; longitude < 182; longitude += 1.3) {
        const turns = [-360, 0, 360].map((turn) => longitude + turn);
        const isLand = turns.some((each) => isIn(shores, each));
        if (isLand) onLand += 1;
        if (isLand === turns.some((each) => isIn(coasts, each))) wrong.push([longitude, latitude]);
      }
    }
    expect(wrong).toEqual([]);
    expect(onLand).toBeGreaterThan(1_000);
  }, 60_000); // prettier-ignore

  const labels = labelsOf(world.countries);

  test.each([
    ['FRA', 46.5, 2.5],
    ['NOR', 61.5, 9.5],
    ['USA', 40, -99],
    ['RUS', 62, 97],
    ['NZL', -44, 171],
  ])('the name of %s is well inside its largest part', (id, latitude, longitude) => {
    const [x = 0, y = 0] = labels.find((label) => label.id === id)?.point ?? [];
    expect(Math.abs(y - latitude)).toBeLessThan(4);
    expect(Math.abs(x - longitude)).toBeLessThan(8);
  });

  test('names of large and populous countries come first, and only of those that the service has', () => {
    const countries = [['FRA', 68e6], ['GAB', 2.5e6], ['NOR', 5.6e6]] as const; // prettier-ignore
    const names = nameFeatures(
      labels,
      countries.map(([id, population]) => ({ id, name: id, continent: 'Europe', population })),
    );
    const ranks = names.map(({ properties: { name, rank } }) => [name, rank]);
    expect(Object.fromEntries(ranks)).toEqual({ FRA: 0, NOR: 1, GAB: 2 });
  });

  test('cities are shown once, the closest one first, and capitals before others of their size', () => {
    const [a, b, c] = ['A', 'B', 'C'].map((id): City => ({
      id,
      country_id: 'FRA',
      name: id,
      region_name: null,
      population: 50_000,
      latlng: { latitude: 1, longitude: 2 },
    }));
    const drawn = cityFeatures(
      c === undefined ? [] : [c],
      [a, b, c, a].flatMap((city) => city ?? []),
      new Set(['B']),
    );
    const ranks = drawn.map(({ properties: { name, rank } }) => [name, rank]);
    expect(ranks).toEqual([['C', 0], ['A', 5], ['B', 4]]); // prettier-ignore
    expect(drawn.map(({ properties: { leads } }) => leads)).toEqual([true, false, true]);
  });
});

describe('geometry', () => {
  const at = ([longitude = 0, latitude = 0]: Position) => ({ latitude, longitude });
  const PLACES = [[6.14, 46.2], [179.99, -16.8], [-179.98, 71.2], [0, 0], [-68.3, -54.8]].map(at); // prettier-ignore

  test.each(PLACES)('distances and shortest lines from %j', (from) => {
    for (const to of [...PLACES, { latitude: -90, longitude: 0 }]) {
      const km = expectedKm(from, to);
      expect(distanceKm(from, to)).toBeCloseTo(km, 6);
      const line = greatCircle(from, to);
      const lengths = piecesOf(line).map(([start, end]) => expectedKm(at(start), at(end)));
      expect(lengths.reduce((sum, piece) => sum + piece, 0)).toBeCloseTo(km, 3);
      expect(expectedKm(at(line.at(-1) ?? []), to)).toBeCloseTo(0, 3);
      // At a pole it is on the other side at once.
      expect(longestJump([line])).toBeLessThanOrEqual(180);
    }
  });

  test.each(PLACES)('the ring around %j and the land there have no jumps', async (point) => {
    await loadCells();
    const ring = ringAround(point, 7_500);
    for (const corner of ring) expect(expectedKm(point, at(corner))).toBeCloseTo(7.5, 6);
    expect(ring.at(-1)).toEqual(ring[0]);
    const [hexagon = []] = hexagonOf(landIdAt(point), {}).geometry.coordinates;
    expect(hexagon.length).toBeGreaterThanOrEqual(7);
    expect(longestJump([ring, hexagon])).toBeLessThan(1);
  });

  test('lines go on beyond 180°, and rings around a pole are closed along it', () => {
    expect(unwrapLine([[179, 1], [-179, 2], [179, 3]])).toEqual([[179, 1], [181, 2], [179, 3]]); // prettier-ignore
    const ring = [[-90, -70], [0, -70], [90, -70], [179, -70]]; // prettier-ignore
    const closed = [[270, -70], [270, -90], [-90, -90], [-90, -70]]; // prettier-ignore
    expect(unwrapRing([...ring, [-90, -70]])).toEqual([...ring, ...closed]);
  });
});

describe('colours of lands', () => {
  const classIn = (colouring: Parameters<typeof classOf>[1], land: Partial<Land>) =>
    classOf(land as Land, colouring, (id) => id);

  test.each([
    ['altitude', [-430, 570, null, 70], [0, 1, null, 0.5]],
    ['markers', [0, 5, 20], [0, 0.25, 1]],
    ['altitude', [7, 7], [0.5, 0.5]],
    ['altitude', [null], [null]],
    ['biome', [7], [null]],
  ] as const)(
    'by %s, values of %j have the positions %j on the ramp',
    (colouring, values, expected) => {
      const lands = values.map((value) => ({ altitude: value, markers_count: value }) as Land);
      const range = rangeOf(lands, colouring);
      expect(lands.map((land) => shareOf(land, colouring, range))).toEqual(expected);
    },
  );

  test('every built-in biome, and every neighbouring country, has a colour of its own', () => {
    const biomes = readFileSync('ingest/data/biomes.tsv', 'utf8').trim().split('\n').slice(2);
    const names = [...biomes.map((line) => line.split('\t')[1] ?? ''), 'Custom biome'];
    const colours = names.map((name) => classIn('biome', { main_biome: name }).colour);
    expect(new Set(colours).size).toBe(16);
    const ids = ['FRA', 'CHE', 'DEU', 'ITA', 'BEL', 'ESP', 'LUX', 'AUT'];
    const countries = ids.map((id) => classIn('country', { country_id: id }).colour);
    expect(new Set(countries).size).toBe(ids.length);
  });

  test('the legend has each class once, in its order, the unknown last', () => {
    const biomes = ['Tundra', null, 'Mangroves', 'Boreal Forests/Taiga', 'Tundra'];
    const classes = biomes.map((name) => classIn('biome', { main_biome: name }));
    const labels = legendOf(classes).map(({ label }) => label);
    expect(labels).toEqual(['Boreal Forests/Taiga', 'Tundra', 'Mangroves', 'not known']);
  });

  test('every built-in category has an icon', () => {
    const kinds = Object.keys(PLACE_CATEGORIES).map(kindOf);
    expect(new Set(kinds).size).toBe(KIND_NAMES.length);
    expect(kindOf('airport')).toBe('airport');
    expect([kindOf('toString'), kindOf(null)]).toEqual(['marker', 'marker']);
  });
});
