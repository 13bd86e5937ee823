import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cellArea } from 'h3-js';
import type { LandFacts } from '../../../../core/lands/land.js';
import type { CityDocument } from '../../../../indices/cities.js';
import { isCurrent } from '../../../../ingest/generations/provenance.js';
import { builtInCities } from '../../../../ingest/cities/builtIn.js';
import { cityResource } from '../../../../ingest/cities/resource.js';
import { landResource } from '../../../../ingest/lands/resource.js';
import type { Resource } from '../../../../ingest/generations/resource.js';
import { Closest, closestByCountry, expectClosest } from '../../../support/closest.js';
import { areaSquareKm, centreOf } from '../../../support/sphere.js';
import { drawnCountry, realCountries } from '../../../support/landTerritories.js';
import { UNKNOWN_TERRAIN } from '../../../support/landGroups.js';
import { landsOf } from '../../../support/landOracle.js';
import {
  liveCities,
  readCities as readCitiesOfLands,
} from '../../../../ingest/lands/candidates.js';
import { readCities, type StoredCity, readLands } from '../../../support/stored.js';
import { heightsFrom } from '../../../../ingest/rasters/terrain.js';
import { inEachTest } from '../../../support/each.js';
import { beforeRequest } from '../../../support/interceptOnce.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import { citiesOf } from '../sources.js';

const PATIENCE_MS = 300_000;
const CHOSEN = ['AND', 'LIE'];
const countries = ['and', 'LIE'];

/** True if a place is about so near to one of the chosen countries, or nearer. */
const isNear = (longitude: number, latitude: number, degrees: number): boolean =>
  [[1.55, 42.54], [9.53, 47.14]].some(([east = NaN, north = NaN]) => Math.hypot(longitude - east, latitude - north) < degrees); // prettier-ignore

/** Far more cities than could be the closest ones of a land there. */
function citiesNearby(): Resource<CityDocument> {
  const source = builtInCities();
  const rows = [...source.rows()].filter((row) => isNear(row.longitude, row.latitude, 2));
  return cityResource({ ...source, expectedRows: rows.length, rows: () => rows });
}

describe('lands of two countries', () => {
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

  test('are all that are in these countries, and no other', () => {
    const around = realCountries([...CHOSEN, 'ESP', 'FRA', 'CHE', 'AUT']);
    const territories = around.map(({ territory }) => territory);
    const expected = landsOf(territories, CHOSEN).map(({ id, countryId }) => `${id} ${countryId}`);
    const found = [...lands.values()].map((land) => `${land.id} ${land.country_id}`);
    expect(found.sort()).toEqual(expected.sort());
    // Cells that the border runs through are given to one side or the other.
    for (const { id, border } of around.filter((each) => CHOSEN.includes(each.id))) {
      const km2 = border.coordinates.flat().reduce((sum, ring) => sum + areaSquareKm(ring), 0);
      const ofCountry = [...lands.values()].filter((land) => land.country_id === id);
      const landsKm2 = ofCountry.reduce((sum, land) => sum + cellArea(land.id, 'km2'), 0);
      expect([id, landsKm2 / km2]).toEqual([id, expect.closeTo(1, 1)]);
    }
  });

  test('need all cities in memory, and are refused before the cities are read', async () => {
    const tooFew = readCitiesOfLands(sandbox.client, await liveCities(sandbox), 1_000);
    await expect(tooFew).rejects.toThrow(
      /^Lands hold all \d+ cities in memory: at least \d+ MB, .* Set NODE_OPTIONS=--max-old-space-size=\d+\.$/,
    );
  });

  test('have their closest cities and their region, as by brute force', () => {
    // Within about 100 km of the one or the other.
    const near = cities.filter(({ location: [longitude, latitude] }) =>
      isNear(longitude, latitude, 1),
    );
    const all = new Closest(near);
    const primary = closestByCountry(near.filter((city) => city.primary));
    for (const land of lands.values()) {
      const centre = centreOf(land.id);
      expectClosest(land, all.to(centre), primary.get(land.country_id)?.to(centre));
    }
  });

  test('have their altitude and their biomes', () => {
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

  test('are current for the same countries and the same cities', async () => {
    const isLive = async (chosen: string[]) =>
      isCurrent(sandbox, await landResource(sandbox, { countries: chosen }));
    expect(await isLive(['LIE', 'AND', 'LIE'])).toBe(true);
    expect(await isLive(['LIE'])).toBe(false);
    await sandbox.ingest(citiesOf([{}]), { allowShrink: true, allowChange: true });
    expect(await isLive(countries)).toBe(false);
  });
});

describe('lands are refused', () => {
  const sandbox = inEachTest(createSandbox);

  test('without cities, if these are replaced meanwhile, and if a chosen country has none', async () => {
    await expect(landResource(sandbox)).rejects.toThrow(/`npm run ingest -- cities` first/);
    await sandbox.ingest(citiesOf([{}]));
    const resource = await landResource(sandbox, UNKNOWN_TERRAIN);
    const { live: index = '' } = await sandbox.generations('cities');
    const none = drawnCountry('LUX', [[[6, 49], [6.000_01, 49], [6, 49.000_01]]]).territory; // prettier-ignore
    const world = () => [none, ...realCountries(['LIE']).map(({ territory }) => territory)];
    const ingest = async (...chosen: string[]) =>
      sandbox.ingest(await landResource(sandbox, { ...UNKNOWN_TERRAIN, countries: chosen, world }));
    await expect(ingest('LIE', 'SMR')).rejects.toThrow('there are no lands of SMR');
    await expect(ingest('SMR')).rejects.toThrow('there are no lands');
    await sandbox.client.indices.delete({ index });
    await expect(resource.begin(sandbox)).rejects.toThrow(
      /is gone: cities were ingested again meanwhile\. Start again/,
    );
  });

  test('if the heights cannot be read, while cities are still being read', async () => {
    await sandbox.ingest(citiesOf([{}]));
    // A copy that was cut off.
    const file = sandbox.folder.write('heights.tif', Buffer.from('49492a0008000000', 'hex').toString('latin1')); // prettier-ignore
    const lands = await landResource(sandbox, { ...UNKNOWN_TERRAIN, heights: await heightsFrom(file) }); // prettier-ignore
    let answer = (): void => undefined;
    const isRefused = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isAnswered = false;
    beforeRequest(sandbox.client, '/_search', async () => {
      await isRefused;
      isAnswered = true;
    });
    await expect(sandbox.ingest(lands)).rejects.toThrow('heights.tif');
    expect(isAnswered).toBe(false);
    answer();
    expect(sandbox.notes.join()).not.toContain('trying again');
  });
});
