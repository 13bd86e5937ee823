import { expect, test } from '@jest/globals';
import type { CityDocument } from '../../../indices/cities.js';
import type { RegionDocument } from '../../../indices/regions.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { CityRow } from '../../../ingest/cities/row.js';
import { discardHeld, rollbackGeneration, setPin } from '../../../ingest/generations/promotion.js';
import { originOf, readNote } from '../../../ingest/generations/provenance.js';
import { jobsOfChanges } from '../../../ingest/runs/jobs.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { inEachTest } from '../../support/each.js';
import { createSandbox } from './sandbox.js';
import { city, jobsWithRegions, run } from './small.js';

const sandbox = inEachTest(createSandbox);

const progress = silentProgress;
const accepting = { replaceSource: true, allowShrink: true, allowChange: true };
const regions = () => sandbox.live<RegionDocument>('regions');

const VELLA = { ...city('1', 'Andorra la Vella', 42.507, 120_000), regionName: 'Andorra la Vella' };
const CITIES: CityRow[] = [
  VELLA,
  { ...city('2', 'Santa Coloma', 42.49, 3_000), longitude: 1.49, regionName: 'Andorra la Vella' },
  { ...city('3', 'Canillo', 42.567, 600), regionName: 'Canillo', regionNames: { ru: 'Канильо' } },
  { ...city('4', 'Soldeu', 42.58, 700), regionName: 'canillo' },
  { ...city('5', 'Labasa', -16.43, 27_000), countryCode: 'FJ', longitude: 179.38, regionName: 'My Own, North' },
  { ...city('6', 'Somosomo', -16.77, 1_000), countryCode: 'FJ', longitude: -179.97, regionName: 'My Own, North' },
  city('7', 'Nowhere', 42.5, 10),
]; // prettier-ignore
const BASE = jobsWithRegions(CITIES);
const OTHER = jobsWithRegions([VELLA]);

/** The live generation of both, and the cities that the regions were made from. */
async function state() {
  const { live: cities } = await sandbox.generations('cities');
  const { live: index } = await sandbox.generations('regions');
  const note = index === undefined ? {} : await readNote(sandbox.client, index);
  return { cities, regions: index, madeFrom: originOf(note.provenance?.sources) };
}

async function expectTogether(): Promise<void> {
  const { cities, madeFrom } = await state();
  expect(madeFrom).toBe(cities);
}

test('each region of the cities has its code or name as id, its names and codes, and bounds, also across ±180°; they go live and back with them', async () => {
  await run(sandbox, ['cities'], {}, BASE);
  await expectTogether();
  expect(Object.fromEntries(await regions())).toEqual({
    AND_07: expect.objectContaining({
      ...{ id: 'AND_07', country_id: 'AND', name: 'Andorra la Vella', names: {}, aliases: [] },
      shown_names: expect.objectContaining({ fr: 'Andorre-la-Vieille', ru: 'Андорра-ла-Велья' }),
      ...{ location: [1.52, 42.507], namesake: true },
      bounds: { south: 42.49, west: 1.49, north: 42.507, east: 1.52 },
    }),
    // Its largest city states no other names.
    AND_02: expect.objectContaining({ name: 'canillo', names: {}, location: [1.52, 42.58] }),
    'FJI_MyOwnNorth': expect.objectContaining({
      ...{ name: 'My Own, North', names: {}, shown_names: {} },
      bounds: { south: -16.77, west: 179.38, north: -16.43, east: -179.97 },
    }),
  });
  expect((await regions()).get('AND_02')).not.toHaveProperty('namesake');
  const cities = await sandbox.live<CityDocument>('cities');
  const ids = ['AND_SantaColoma', 'AND_Soldeu', 'AND_Nowhere'].map((id) => cities.get(id)?.region_id);
  expect(ids).toEqual(['AND_07', 'AND_02', null]);

  // They are made live, rolled back and pinned with their cities.
  const first = await state();
  await run(sandbox, ['cities'], accepting, OTHER);
  await expectTogether();
  expect([...(await regions()).keys()]).toEqual(['AND_07']);
  const second = await state();
  await rollbackGeneration(sandbox, 'cities', { pin: true });
  expect(await state()).toEqual(first);
  expect(await sandbox.generations('regions')).toMatchObject({ previous: second.regions, pinned: first.regions }); // prettier-ignore
  await setPin(sandbox, 'cities', false, {});
  expect(await sandbox.generations('regions')).not.toHaveProperty('pinned');
  // Made anew, they replace the live ones alone.
  await run(sandbox, ['regions'], {}, BASE);
  await expectTogether();
  expect(await sandbox.generations('regions')).toMatchObject({ previous: second.regions });
  await rollbackGeneration(sandbox, 'cities');
  expect(await state()).toEqual(second);
}); // prettier-ignore

test('they are held, promoted and discarded with their cities; a dry run leaves nothing', async () => {
  await run(sandbox, ['cities'], {}, BASE);
  const first = await state();
  expect(await run(sandbox, ['cities'], { ...accepting, dryRun: true }, OTHER)).toEqual([
    expect.stringMatching(/^cities: dry run: 1 document/),
    expect.stringMatching(/^regions: dry run: 1 document/),
  ]);
  await run(sandbox, ['cities'], { ...accepting, hold: true }, OTHER);
  expect(await run(sandbox, ['regions'], { hold: true }, OTHER)).toEqual([
    expect.stringMatching(/^regions: not held: .*npm run ingest -- cities --hold/),
  ]);
  expect(await state()).toEqual(first);
  await promoteHeld(sandbox, 'cities', { ...accepting, progress });
  await expectTogether();
  expect([...(await regions()).keys()]).toEqual(['AND_07']);
  await run(sandbox, ['cities'], { ...accepting, hold: true }, BASE);
  await discardHeld(sandbox, 'cities', {});
  for (const name of ['cities', 'regions'])
    expect(await sandbox.generations(name)).not.toHaveProperty('held', expect.any(String));
});

test('changes of cities change their regions', async () => {
  await run(sandbox, ['cities'], {}, BASE);
  const change = { id: 'n1', name: 'Pas de la Casa', country: 'AD', latitude: 42.542, longitude: 1.733, region: 'Encamp', population: 3 }; // prettier-ignore
  const file = sandbox.folder.write('changes.ndjson', `${JSON.stringify({ upsert: change })}\n{"delete":"FJI_Somosomo"}`); // prettier-ignore
  const said = await run(sandbox, ['cities', 'regions'], accepting, jobsOfChanges([file], {}));
  expect(said).toHaveLength(2);
  await expectTogether();
  const changed = await regions();
  expect([...changed.keys()].sort()).toEqual(['AND_02', 'AND_03', 'AND_07', 'FJI_MyOwnNorth']);
  expect(changed.get('FJI_MyOwnNorth')?.bounds).toMatchObject({ west: 179.38, east: 179.38 });
});

test('cities of earlier versions have none: regions are made of live cities, and go with their cities at a rollback', async () => {
  const made = await BASE.cities(sandbox, {});
  await sandbox.ingest(made);
  const first = await state();
  expect(first.regions).toBeUndefined();
  await run(sandbox, ['cities'], accepting, OTHER);
  const second = await state();
  const notes: string[] = [];
  const noting = { progress: { ...progress, note: (text: string) => notes.push(text) } };
  await rollbackGeneration(sandbox, 'cities', noting);
  expect(await state()).toEqual(first);
  expect(notes).toEqual(['the previous cities have no regions, so none are live now; `npm run ingest -- regions` makes them']); // prettier-ignore
  await rollbackGeneration(sandbox, 'cities', noting);
  expect(await state()).toEqual(second);
  await rollbackGeneration(sandbox, 'cities', noting);
  await run(sandbox, ['regions'], accepting, BASE);
  await expectTogether();
  expect((await regions()).size).toBe(3);
});
