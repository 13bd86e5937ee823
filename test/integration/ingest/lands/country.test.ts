import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cellArea } from 'h3-js';
import type { LandFacts } from '../../../../core/lands/land.js';
import type { CityDocument } from '../../../../indices/cities.js';
import { isCurrent } from '../../../../ingest/generations/provenance.js';
import { builtInCities } from '../../../../ingest/cities/builtIn.js';
import { cityResource } from '../../../../ingest/cities/resource.js';
import { landResource } from '../../../../ingest/lands/resource.js';
import { builtInBiomes, builtInHeights } from '../../../../ingest/rasters/terrain.js';
import type { Resource } from '../../../../ingest/generations/resource.js';
import { landCentre } from '../../../../core/geo/land.js';
import { distanceMeters, areaSquareKm } from '../../../support/sphere.js';
import { realCountries } from '../../../support/landTerritories.js';
import { landsOf } from '../../../support/landOracle.js';
import { readCities, type StoredCity, readLands } from '../../../support/stored.js';
import { createSandbox, type Sandbox } from '../sandbox.js';

const PATIENCE_MS = 300_000;
const CHOSEN = ['AND', 'LIE'];
const countries = ['and', 'LIE'];

/** Tells whether a place is about so near to one of the chosen countries, or nearer. */
const isNear = (longitude: number, latitude: number, degrees: number): boolean =>
  [[1.55, 42.54], [9.53, 47.14]].some(([east = NaN, north = NaN]) => Math.hypot(longitude - east, latitude - north) < degrees); // prettier-ignore

/** Far more cities than could be the closest ones of a land there. */
function citiesNearby(): Resource<CityDocument> {
  const source = builtInCities();
  const rows = [...source.rows()].filter((row) => isNear(row.longitude, row.latitude, 4));
  return cityResource({ ...source, expectedRows: rows.length, rows: () => rows });
}

let sandbox: Sandbox;
let cities: StoredCity[];
let lands: Map<string, LandFacts>;

beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.ingest(citiesNearby());
  cities = await readCities(sandbox.client, sandbox.indexPrefix);
  await sandbox.ingest(await landResource(sandbox, { countries }));
  lands = await readLands(sandbox.client, sandbox.indexPrefix);
}, PATIENCE_MS);
afterAll(() => sandbox.remove());

test('every land of the chosen countries is in, and no other', () => {
  const countries = realCountries([...CHOSEN, 'ESP', 'FRA', 'CHE', 'AUT']);
  const territories = countries.map(({ territory }) => territory);
  const expected = landsOf(territories, CHOSEN).map(({ id, countryId }) => `${id} ${countryId}`); // prettier-ignore
  const found = [...lands.values()].map((land) => `${land.id} ${land.country_id}`);
  expect(found.sort()).toEqual(expected.sort());
  // Cells that the border runs through are given to one side or the other.
  for (const { id, border } of countries.filter(({ id }) => CHOSEN.includes(id))) {
    const km2 = border.coordinates.flat().reduce((sum, ring) => sum + areaSquareKm(ring), 0);
    expect([id, squareKmOf(id) / km2]).toEqual([id, expect.closeTo(1, 1)]);
  }
});

function squareKmOf(countryId: string): number {
  return [...lands.values()]
    .filter((land) => land.country_id === countryId)
    .reduce((sum, { id }) => sum + cellArea(id, 'km2'), 0);
}

/** The closest of some cities, by looking at all. */
function closestOf(
  land: LandFacts,
  among: readonly StoredCity[],
): { city?: StoredCity; meters: number } {
  const centre = landCentre(land.id);
  let found: { city?: StoredCity; meters: number } = { meters: Infinity };
  for (const city of among) {
    const [longitude, latitude] = city.location;
    const meters = distanceMeters(centre, { latitude, longitude });
    if (meters < found.meters) found = { city, meters };
  }
  return found;
}

test('every land has its closest cities and its region, as by brute force', () => {
  // Within about 100 km of the one or the other.
  const near = cities.filter(({ location: [longitude, latitude] }) =>
    isNear(longitude, latitude, 1),
  );
  for (const land of lands.values()) {
    const own = near.filter((city) => city.country_id === land.country_id);
    const all = closestOf(land, near);
    const primary = closestOf(land, own.filter((city) => city.primary)); // prettier-ignore
    expect(land).toMatchObject({
      closest_city_id: all.city?.id,
      primary_city_id: primary.city?.id,
    });
    expect(Math.abs((land.closest_city_distance_km ?? NaN) * 1_000 - all.meters)).toBeLessThan(0.6);
    expect(Math.abs((land.primary_city_distance_km ?? NaN) * 1_000 - primary.meters)).toBeLessThan(0.6); // prettier-ignore
  }
});

test('every land has its altitude and its biomes', () => {
  const found = [...lands.values()];
  // Andorra la Vella; the plain of the Rhine.
  const heights = found.map((land) => land.altitude ?? NaN).sort((one, other) => one - other);
  expect(heights[0]).toBeGreaterThan(420);
  expect(heights.at(-1)).toBeGreaterThan(2_300);
  expect(heights.at(-1)).toBeLessThan(2_942);
  for (const { main_biome: main, biome_percents: shares } of found) {
    expect(main === null ? undefined : shares[main]).toBeGreaterThanOrEqual(50);
  }
  expect([...new Set(found.map((land) => land.main_biome))].sort()).toEqual([
    'Temperate Broadleaf & Mixed Forests',
    'Temperate Conifer Forests',
  ]);
});

describe('what is live', () => {
  const isLive = async (options: Parameters<typeof landResource>[1]): Promise<boolean> => {
    return isCurrent(sandbox, await landResource(sandbox, options));
  };

  test('is current for the same countries, however they are written', async () => {
    expect(await isLive({ countries })).toBe(true);
    expect(await isLive({ countries: ['LIE', 'AND', 'LIE'] })).toBe(true);
  });

  test('is not for other countries, or all', async () => {
    expect(await isLive({ countries: ['LIE'] })).toBe(false);
    expect(await isLive({})).toBe(false);
  });

  test('is not for other heights or biomes', async () => {
    const biomes = builtInBiomes();
    const [raster, ...rest] = biomes.files;
    if (raster === undefined) throw new Error('there is a raster');
    expect(await isLive({ countries, biomes })).toBe(true);
    const files = [{ ...raster, sha256: 'another' }, ...rest];
    expect(await isLive({ countries, biomes: { ...biomes, files } })).toBe(false);
    expect(await isLive({ countries, heights: { ...builtInHeights(), files: [raster] } })).toBe(
      false,
    );
  });

  test('is not for other cities', async () => {
    await sandbox.ingest(citiesNearby());
    expect(await isLive({ countries })).toBe(false);
    await sandbox.ingest(await landResource(sandbox, { countries }));
    expect(await readLands(sandbox.client, sandbox.indexPrefix)).toEqual(lands);
  });
});
