import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { gridDisk, latLngToCell } from 'h3-js';
import { landResource } from '../../../../ingest/lands/resource.js';
import type { BorderEdge } from '../../../support/borderOracle.js';
import { LandOracle, type Owner } from '../../../support/landOracle.js';
import { realCountries } from '../../../support/landTerritories.js';
import { readLands } from '../../../support/storedLands.js';
import { UNKNOWN_TERRAIN } from '../../../support/unknownTerrain.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import { citiesOf } from '../sources.js';

const PRIMARY = [
  // Next to the sea and to each other: their disks overlap.
  { countryCode: 'MC', name: 'Monaco', latitude: 43.7333, longitude: 7.4167 },
  { countryCode: 'FR', name: 'Menton', latitude: 43.78, longitude: 7.47 },
  // The isle that ±180° runs over.
  { countryCode: 'FJ', name: 'Somosomo', latitude: -16.85, longitude: 179.99 },
];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  const primary = PRIMARY.map((city) => ({ ...city, population: 200_000 }));
  const other = { countryCode: 'FR', name: 'Lyon', latitude: 45.76, longitude: 4.84 };
  await sandbox.ingest(citiesOf([...primary, { ...other, population: 5_000 }]));
});
afterAll(() => sandbox.remove());

/** Far less of the borders than all, for those take long to walk. */
function isNear({ from }: BorderEdge): boolean {
  return PRIMARY.some(
    ({ latitude, longitude }) =>
      Math.abs(from.latitude - latitude) < 0.3 &&
      Math.abs(Math.abs(from.longitude) - longitude) < 0.3,
  );
}

/** Every cell of the disks with the countries that it may belong to: one, but for some doubts. */
function ownersOfDisks(steps: number): Map<string, Set<Owner>> {
  const oracle = new LandOracle(realCountries(['MCO', 'FRA', 'ITA', 'FJI']), isNear);
  const cells = PRIMARY.flatMap(({ latitude, longitude }) =>
    gridDisk(latLngToCell(latitude, longitude, 8), steps),
  );
  return new Map(cells.map((cell) => [cell, oracle.ownersOf(cell)]));
}

test.each([
  [0, ['FJI', 'FRA', 'MCO']],
  [5, ['FJI', 'FRA', 'ITA', 'MCO']],
])('disks of %i steps hold the lands around primary cities', async (steps, countries) => {
  const area = { stepsAroundPrimaryCities: steps };
  const resource = await landResource(sandbox, { ...UNKNOWN_TERRAIN, area });
  const owners = ownersOfDisks(steps);
  expect((await resource.begin(sandbox)).expectedRows).toBe(owners.size);

  await sandbox.ingest(resource);
  const lands = await readLands(sandbox.client, sandbox.indexPrefix);
  const faults = [...owners].filter(([cell, possible]) => !possible.has(lands.get(cell)?.country_id)); // prettier-ignore
  expect(faults).toEqual([]);
  expect([...lands.keys()].filter((cell) => !owners.has(cell))).toEqual([]);
  const found = new Set([...lands.values()].map((land) => land.country_id));
  expect([...found].sort()).toEqual(countries);
});

test('disks of 5 steps are what is made by default', async () => {
  const { recipe } = await landResource(sandbox, { area: { stepsAroundPrimaryCities: 5 } });
  expect((await landResource(sandbox)).recipe).toEqual(recipe);
});
