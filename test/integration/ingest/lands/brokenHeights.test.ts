import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startIngest } from '../childProcess.js';
import { createSandbox, type Sandbox } from '../sandbox.js';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = createSandbox();
});
afterAll(() => sandbox.remove());

/** More than one page of cities is read while the file turns out to be broken. */
const CITIES = 30_000;

test('heights that cannot be read end the run at once, with the reason last', async () => {
  const { folder } = sandbox;
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
    startIngest([...args, '--sources', file], { INDEX_PREFIX: sandbox.indexPrefix }).ended;
  expect(await run('cities')).toMatchObject({ code: 0 });
  const { code, stderr } = await run('lands');
  expect(code).toBe(1);
  expect(stderr).not.toContain('trying again');
  expect(stderr.trimEnd().split('\n').at(-1)).toContain('heights.tif');
}, 60_000);
