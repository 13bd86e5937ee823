import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const LANDS = 200_000;
const MEGABYTES = 128;

/** Makes the first documents of Russia, which has 22 million lands, and keeps none of them. */
const PROGRAM = `
  const [folder] = process.argv.slice(1);
  const { territories } = await import(folder + 'world.js');
  const { Situations } = await import(folder + 'situations.js');
  const { landsOfCountries } = await import(folder + 'groups.js');
  const { ClosestCities } = await import(folder + 'facts.js');
  const { outcomesOf } = await import(folder + 'outcomes.js');
  const { Terrain } = await import(folder + 'terrain.js');
  const { builtInBiomes, builtInHeights } = await import(folder + '../rasters/builtIn.js');
  const city = { name: 'Moscow', regionName: null, countryId: 'RUS', primary: true };
  const facts = new ClosestCities([{ ...city, id: 'RUS_Moscow', latitude: 55.75, longitude: 37.62 }]);
  const groups = landsOfCountries(new Situations(territories()), new Set(['RUS']));
  const terrain = new Terrain(await builtInHeights().read(), await builtInBiomes().read());
  const ids = [];
  let count = 0;
  for (const { document } of outcomesOf(groups, facts, terrain)) {
    count += 1;
    if (count % 20_000 === 0) ids.push(document.id);
    if (count === ${LANDS}) break;
  }
  console.log(JSON.stringify({ count, ids }));
`;

test(`${LANDS} lands of Russia are made within a heap of ${MEGABYTES} MB, the others not yet`, async () => {
  const folder = new URL('../../../../dist/ingest/lands/', import.meta.url).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${MEGABYTES}`, '--input-type=module', '--eval', PROGRAM, folder],
    { env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const { count, ids } = JSON.parse(stdout) as { count: number; ids: string[] };
  expect(count).toBe(LANDS);
  expect(ids).toEqual([...new Set(ids)].sort());
});
