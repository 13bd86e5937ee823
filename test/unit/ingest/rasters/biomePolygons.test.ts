import { expect, test } from '@jest/globals';
import { biomesFrom } from '../../../../ingest/rasters/terrain.js';
import type { NamedNumbers } from '../../../../ingest/rasters/source.js';
import { surroundings } from '../../../support/geoTiffs.js';
import { testFolder } from '../../../support/folder.js';
import { seeded } from '../../../support/random.js';

const random = seeded(31);

const folder = testFolder();

type Ring = [number, number][];

/** A star around a place, in degrees that may go on beyond 180. */
function star(longitude: number, latitude: number, size: number, corners: number): Ring {
  const ring = Array.from({ length: corners }, (_, corner): [number, number] => {
    const reach = size * (0.4 + 0.6 * random());
    const angle = (2 * Math.PI * corner) / corners;
    return [longitude + reach * Math.cos(angle), latitude + reach * Math.sin(angle)];
  });
  return [...ring, ...ring.slice(0, 1)];
}

function write(name: string, features: readonly { biome?: unknown; rings: Ring[] }[]): string {
  const collection = {
    type: 'FeatureCollection',
    features: features.map(({ biome, rings }) => ({
      type: 'Feature',
      properties: { BIOME: biome },
      geometry: { type: 'Polygon', coordinates: rings },
    })),
  };
  return folder.write(name, JSON.stringify(collection));
}

const open = async (path: string, name = 'BIOME'): Promise<NamedNumbers> =>
  (await biomesFrom({ polygons: path, name })).read();

/** In cells of 1/120°: that in whose middle? The naive one is asked there, too. */
const middle = (degrees: number): number => (Math.floor(degrees * 120) + 0.5) / 120;

async function biomeAt(
  biomes: NamedNumbers,
  latitude: number,
  longitude: number,
  centre = { latitude, longitude },
): Promise<string | undefined> {
  const number = (await surroundings(biomes, centre)).at({ latitude, longitude });
  return number === undefined ? undefined : biomes.nameOf(number);
}

function holds(rings: readonly Ring[], longitude: number, latitude: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [index, [toX, toY]] of ring.slice(1).entries()) {
      const [fromX, fromY] = ring[index] ?? [NaN, NaN];
      if (fromY > latitude === toY > latitude) continue;
      if (fromX + ((latitude - fromY) / (toY - fromY)) * (toX - fromX) > longitude) inside = !inside; // prettier-ignore
    }
  }
  return inside;
}

const areaOf = (ring: Ring): number =>
  Math.abs(
    ring.slice(1).reduce((sum, [x, y], index) => {
      const [fromX, fromY] = ring[index] ?? [NaN, NaN];
      return sum + (fromX * y - x * fromY) / 2;
    }, 0),
  );

test('of stars with holes, one over the other, some over ±180°, the smallest that holds a point counts', async () => {
  const stars = Array.from({ length: 60 }, (_, place) => {
    const [longitude, latitude] = [170 + 20 * random(), 40 + 10 * random()];
    const size = 0.3 + 3 * random();
    const rings = [star(longitude, latitude, size, 3 + Math.floor(200 * random()))];
    if (place % 3 === 0) rings.push(star(longitude, latitude, size / 3, 12).reverse());
    const area = areaOf(rings[0] ?? []) - (rings[1] ? areaOf(rings[1]) : 0);
    return { biome: `Biome ${place % 7}`, rings, area };
  });
  // A file has no longitudes beyond 180.
  const drawn = stars.map(({ biome, rings }) => ({
    biome,
    rings: rings.map((ring) => ring.map(([x, y]): [number, number] => [x > 180 ? x - 360 : x, y])),
  }));
  const smallestFirst = stars.toSorted((one, other) => one.area - other.area);
  const naive = (latitude: number, longitude: number): string | undefined =>
    smallestFirst.find(({ rings }) => holds(rings, longitude < 0 ? longitude + 360 : longitude, latitude))?.biome; // prettier-ignore

  const biomes = await open(write('stars.geojson', drawn));
  const found = new Set<string | undefined>();
  for (let count = 0; count < 800; count += 1) {
    const degrees = 167 + 26 * random();
    const [latitude, longitude] = [37 + 16 * random(), degrees > 180 ? degrees - 360 : degrees].map(middle) as [number, number]; // prettier-ignore
    const beside = () => 0.08 * random() - 0.04;
    const centre = {
      latitude: latitude + beside(),
      longitude: longitude + (Math.abs(longitude) < 179 ? beside() : 0),
    };
    const name = await biomeAt(biomes, latitude, longitude, centre);
    expect([latitude, longitude, name]).toEqual([latitude, longitude, naive(latitude, longitude)]); // prettier-ignore
    found.add(name);
  }
  expect(found.size).toBe(8);
});

test('polygons may go around the globe: a cap at a pole, closed along it or not, and a belt', async () => {
  const cap: Ring = Array.from({ length: 37 }, (_, at) => [at * 10 - 180, -70 + (at % 2)]);
  const closed: Ring = [[-180, 75], [0, 70], [180, 75], [180, 90], [-180, 90], [-180, 75]]; // prettier-ignore
  const belt: Ring = [[-180, 5], [-180, -5], [180, -5], [180, 5], [-180, 5]]; // prettier-ignore
  const biomes = await open(
    write('caps.json', [
      { biome: 'Ice', rings: [cap] },
      { biome: 'Tundra', rings: [closed] },
      { biome: 'Rainforest', rings: [belt] },
    ]),
  );
  const expected = { '-88': 'Ice', '-60': undefined, '80': 'Tundra', '1': 'Rainforest' };
  for (const longitude of [-180, -179.9, -90, 0, 33, 179.9, 180])
    for (const [latitude, biome] of Object.entries(expected)) {
      const found = await biomeAt(biomes, Number(latitude), longitude);
      expect([latitude, longitude, found]).toEqual([latitude, longitude, biome]);
    }
  expect(await biomeAt(biomes, -90, 0)).toBe('Ice');
  expect(await biomeAt(biomes, 90, 0)).toBe('Tundra');
});

test('a file without such names, or not on the globe, is rejected by its name', async () => {
  const square: Ring = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]; // prettier-ignore
  const tundra = { biome: 'Tundra', rings: [square] };
  await expect(open(write('named.json', [tundra]), 'BIOME_NAME')).rejects.toThrow('named.json names no biome: its features have no BIOME_NAME, but BIOME.'); // prettier-ignore
  const empty = [' ', null].map((biome) => ({ ...tundra, biome }));
  await expect(open(write('empty.json', empty))).rejects.toThrow(/BIOME is empty in all of its features/); // prettier-ignore
  const metres = { ...tundra, rings: [square.map(([x, y]): [number, number] => [x, 5_000 + y])] };
  await expect(open(write('metres.json', [tundra, metres]))).rejects.toThrow(/^metres\.json, feature 2: a position is not on the globe/); // prettier-ignore
});
