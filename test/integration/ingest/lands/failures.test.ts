import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { landResource } from '../../../../ingest/lands/resource.js';
import { drawnCountry, realCountries } from '../../../support/landTerritories.js';
import { UNKNOWN_TERRAIN } from '../../../support/landGroups.js';
import { startIngest } from '../childProcess.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import { citiesOf } from '../sources.js';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

describe('before anything is written, an error says', () => {
  test('to ingest cities first', async () => {
    await expect(landResource(sandbox)).rejects.toThrow(/`npm run ingest -- cities` first/);
  });

  test('that the cities vanished meanwhile', async () => {
    await sandbox.ingest(citiesOf([{}]));
    const resource = await landResource(sandbox, UNKNOWN_TERRAIN);
    await sandbox.ingest(citiesOf([{}]));
    await sandbox.ingest(citiesOf([{}]));
    await expect(resource.begin(sandbox)).rejects.toThrow(
      /is gone: cities were ingested again meanwhile\. Start again/,
    );
  });
});

test('the gate rejects lands that lack a chosen country, and no lands at all', async () => {
  const none = drawnCountry('LUX', [[[6, 49], [6.000_01, 49], [6, 49.000_01]]]).territory; // prettier-ignore
  const world = () => [none, ...realCountries(['LIE']).map(({ territory }) => territory)];
  await sandbox.ingest(citiesOf([{}]));
  const ingest = async (...countries: string[]) =>
    sandbox.ingest(await landResource(sandbox, { ...UNKNOWN_TERRAIN, countries, world }));
  await expect(ingest('LIE', 'SMR')).rejects.toThrow('there are no lands of SMR');
  await expect(ingest('SMR')).rejects.toThrow('there are no lands');
});

/** More than one page of cities, so that they are still being read when the file turns out broken. */
const CITIES = 30_000;

test('heights that cannot be read end the run at once, with the reason last', async () => {
  const own = createSandbox();
  const { folder } = own;
  const rows = Array.from(
    { length: CITIES },
    (_, index) => `${index},Town ${index},FRA,46.1,2.1,1`,
  );
  folder.write('cities.csv', ['id,name,country,lat,lng,population', ...rows].join('\n'));
  const fields = { id: 'id', name: 'name', country: 'country', lat: 'latitude', lng: 'longitude', population: 'population' }; // prettier-ignore
  folder.write('mapping.json', JSON.stringify({ format: 'csv', fields }));
  // As a copy that was cut off.
  folder.write('heights.tif', Buffer.from('49492a0008000000', 'hex').toString('latin1'));
  const file = folder.write(
    'sources.json',
    JSON.stringify({
      cities: { from: [{ file: 'cities.csv', mapping: 'mapping.json' }] },
      lands: { heights: 'heights.tif' },
    }),
  );
  const run = async (...args: string[]) =>
    startIngest([...args, '--sources', file], { INDEX_PREFIX: own.indexPrefix }).ended;
  expect(await run('cities')).toMatchObject({ code: 0 });
  const { code, stderr } = await run('lands');
  expect(code).toBe(1);
  expect(stderr).not.toContain('trying again');
  expect(stderr.trimEnd().split('\n').at(-1)).toContain('heights.tif');
  await own.remove();
}, 60_000);
