import { expect, test } from '@jest/globals';
import type { CityDocument } from '../../../indices/cities.js';
import type { MarkerDocument } from '../../../indices/markers.js';
import type { PlaceDocument } from '../../../indices/places.js';
import type { CityChangeOptions } from '../../../ingest/cities/changes.js';
import { compareGenerations } from '../../../ingest/generations/diff.js';
import { readNote, rememberPromotion } from '../../../ingest/generations/provenance.js';
import { rollbackGeneration } from '../../../ingest/generations/promotion.js';
import type { AddEntry } from '../../../ingest/runs/history.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { jobsOfChanges } from '../../../ingest/runs/jobs.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import { readSources } from '../../../ingest/runs/sources.js';
import { loseAnswer } from '../../faults/ingest/duringEach.js';
import { interceptBulks, interceptOnce } from '../../support/interceptOnce.js';
import { createSandbox } from './sandbox.js';
import { city, run, smallJobs, withoutRegions } from './small.js';
import { inEachTest } from '../../support/each.js';

const CANILLO = {
  ...city('2', 'Canillo', 42.567, 60_000),
  names: { ca: 'x', fr: 'Canillo-en-Andorre', ru: 'Канильо' },
  aliases: ['Kanillo'],
  regionName: 'Canillo Parish',
  regionNames: { ru: 'Приход', fr: 'Paroisse' },
  regionCodes: ['02', 'CA'],
  timeZone: 'Europe/Andorra',
};
const BASE = smallJobs(
  [
    city('1', 'Andorra la Vella', 42.507, 120_000),
    CANILLO,
    city('3', 'Ordino', 42.556, 4_000),
    ...Array.from({ length: 20 }, (_, at) => city(`${at + 10}`, `Village ${at}`, 42.5, 10)),
  ],
  Array.from({ length: 30 }, (_, at) => `p${at + 1}`),
);

const sandbox = inEachTest(createSandbox);

const line = (change: object): string => JSON.stringify(change);

async function apply(
  name: 'cities' | 'places',
  lines: readonly string[] | readonly (readonly string[])[],
  { mapping, minimumPopulation, ...options }: RunOptions & CityChangeOptions = {},
  addEntry?: AddEntry,
): Promise<string[]> {
  const contents = lines.every((each) => typeof each === 'string') ? [lines] : lines;
  const files = contents.map((each, at) =>
    sandbox.folder.write(`changes${at || ''}.txt`, [each].flat().join('\n')),
  );
  const jobs = withoutRegions(jobsOfChanges(files, { mapping, minimumPopulation }));
  const chosen = name === 'places' ? (['places', 'markers'] as const) : ([name] as const);
  return await run(sandbox, [...chosen], { ...options, replaceSource: true }, jobs, [], addEntry);
}

/** The differences of the live generation from the previous one. */
async function lastChanges(name = 'cities') {
  const { live = '', previous } = await sandbox.generations(name);
  return await compareGenerations(sandbox.client, previous, live);
}

test('cities change, come and go by their ids, and keep what a row lacks', async () => {
  await run(sandbox, ['cities'], {}, BASE);
  const { live: base = '' } = await sandbox.generations('cities');
  const lines = [
    line({ upsert: { id: 'AND_Canillo', name: 'Canillo', country: 'AND', latitude: 42.567, longitude: 1.52, population: 110_000 } }),
    line({ upsert: { id: 'c1', name: 'Ordino', country: 'AD', latitude: 42.57, longitude: 1.52, 'name:de': 'Ordino (Dorf)' } }),
    line({ upsert: { id: 'c2', name: 'Canillo', country: 'AD', latitude: 42.1, longitude: 1.52, region: 'South' } }),
    line({ delete: 'AND_Village19' }),
    line({ upsert: { id: 'c3', name: 'Arinsal', country: 'AD', latitude: 42.5, longitude: 1.4 } }),
    line({ delete: 'c3' }),
  ]; // prettier-ignore
  expect((await apply('cities', lines))[0]).toMatch(/^cities: 23 documents live in \S+ after/);

  const changes = await lastChanges();
  expect(changes).toMatchObject({
    from: base,
    counts: { new: 1, changed: 2, unchanged: 20, gone: 1 },
    fields: { population: 1, primary: 1, 'names.de': 1, location: 1 },
    examples: { new: ['AND_Canillo_South'], gone: ['AND_Village19'] },
  });
  const live = await sandbox.live<CityDocument>('cities');
  expect(live.get('AND_Canillo')).toMatchObject({ source_id: '2', population: 110_000, primary: true, region_name: 'Canillo Parish', time_zone: 'Europe/Andorra' }); // prettier-ignore
  // The same city as the one of GeoNames, and not a second one.
  expect(live.get('AND_Ordino')).toMatchObject({ source_id: '3', population: 4_000 });
  expect(live.get('AND_Canillo_South')).toMatchObject({ source_id: 'own-c2', primary: false });

  const note = await readNote(sandbox.client, changes.to);
  // A run of unchanged data is skipped, and keeps the changes.
  expect(note.stamp).toBe((await readNote(sandbox.client, base)).stamp);
  expect(note.provenance).toMatchObject({
    sources: [{ name: 'cities.pbf' }, { name: 'changes.txt', role: 'changes' }],
    options: { primaryMinimumPopulation: 100_000 },
    counts: { rows: 23, indexed: 23, rejected: 0 },
  });
  const settings = await sandbox.client.indices.getSettings({ index: `${base},${changes.to}` });
  for (const { settings: { index } = {} } of Object.values(settings)) {
    expect(index?.blocks?.write ?? null).toBeNull();
    expect(index?.refresh_interval).toBeUndefined();
  }

  // A row that was merged into a city of GeoNames has no id of its own.
  await expect(apply('cities', [line({ delete: 'c1' })])).rejects.toThrow('no city has the id "c1": use the id of the API'); // prettier-ignore
  // Nothing changes again, and a plain run does not lose the changes by accident.
  expect(await apply('cities', [line({ delete: 'AND_Village19' })])).toEqual(['cities: nothing to change; 0 cities updated, 0 new, 0 deleted; 1 city left out: not there to be deleted, or too small']); // prettier-ignore
  await expect(run(sandbox, ['cities'], {}, BASE)).rejects.toThrow(
    'the built-in data with changes of changes.txt',
  );
  await run(sandbox, ['cities'], { replaceSource: true }, BASE);
  expect((await lastChanges()).counts).toEqual({ new: 1, changed: 2, unchanged: 20, gone: 1 });
});

test('daily files of GeoNames are applied, to populated places alone', async () => {
  await run(sandbox, ['cities'], {}, BASE);
  const row = (id: string, name: string, featureClass: string, population: number): string => {
    const code = featureClass === 'P' ? 'PPL' : 'MT';
    return [id, name, name, 'Other', '42.5', '1.5', featureClass, code, 'AD', '', '07', '', '', '', `${population}`, '', '1000', 'Europe/Andorra', '2026-11-25'].join('\t'); // prettier-ignore
  };
  const lines = [
    row('3', 'Ordino Nou', 'P', 5_000),
    row('10', 'Village 0', 'T', 0),
    row('900', 'Pic', 'T', 0),
    row('901', 'Hamlet', 'P', 20),
    row('902', 'Santa Coloma', 'P', 3_000),
  ];
  const deletions = ['11\tVillage 1\tduplicate', '903\tUnknown\tduplicate'];
  // A line that was cut off, and ids alone, are not deletions.
  await expect(apply('cities', [...lines, '11\tVillage 1\tduplicate'])).rejects.toThrow('it has 3 cells, the first row has 19'); // prettier-ignore
  await expect(apply('cities', ['11'])).rejects.toThrow('it has 1 columns');
  await expect(apply('cities', ['not json'])).rejects.toThrow('the line is not JSON: ');
  await apply('cities', [lines, deletions], { minimumPopulation: 500 });
  expect(await lastChanges()).toMatchObject({
    counts: { new: 1, changed: 1, unchanged: 20, gone: 2 },
    examples: { new: ['AND_SantaColoma'], gone: expect.arrayContaining(['AND_Village0', 'AND_Village1']) }, // prettier-ignore
  });
  expect((await sandbox.live<CityDocument>('cities')).get('AND_Ordino')).toMatchObject({
    ...{ name: 'Ordino Nou', region_name: 'Andorra la Vella', population: 5_000 },
  });
});

test('changes make what the whole file would make, and the largest city of a country is primary', async () => {
  const { folder } = sandbox;
  const fields = { key: 'id', town: 'name', iso: 'country', lat: 'latitude', lon: 'longitude', people: 'population', fr: 'name:fr', part: 'region', seat: 'capital' }; // prettier-ignore
  const mapping = folder.write('m.json', JSON.stringify({ format: 'ndjson', source: 'ours', fields, where: { iso: 'AD' } })); // prettier-ignore
  const town = (key: number, people: number, more = {}) => ({ key: `${key}`, town: `Town ${key}`, iso: 'AD', lat: 42.5, lon: 1.5, people, part: 'South', ...more }); // prettier-ignore
  const whole = async (rows: object[], options: RunOptions) => {
    folder.write('towns.ndjson', rows.map(line).join('\n'));
    const from = [{ file: 'towns.ndjson', mapping: 'm.json' }];
    const sources = await readSources(folder.write('s.json', JSON.stringify({ cities: { from } })));
    await run(sandbox, ['cities'], { ...options, sources }, smallJobs());
  };
  const others = Array.from({ length: 20 }, (_, at) => town(at + 10, 10));
  const capital = town(5, 200_000, { seat: true });
  await whole([town(1, 900), town(2, 800), town(3, 700, { fr: 'Ville' }), capital, ...others], {});
  const changes = [
    { delete: '2' },
    { upsert: town(3, 750, { fr: 'La Ville', part: 'North' }) },
    { upsert: town(4, 20) },
    { upsert: town(12, 10, { iso: 'FR' }) },
    { upsert: town(99, 10, { iso: 'FR' }) },
    // A capital stays one, and another city is the largest one.
    { upsert: town(5, 500) },
  ];
  await apply('cities', changes.map(line), { mapping });
  const primary = async () => [...(await sandbox.live<CityDocument>('cities')).values()].filter((each) => each.primary).map(({ name }) => name).sort(); // prettier-ignore
  expect(await primary()).toEqual(['Town 1', 'Town 5']);
  expect((await lastChanges()).counts).toEqual({ new: 1, changed: 3, unchanged: 19, gone: 2 });
  const rest = [town(3, 750, { fr: 'La Ville', part: 'North' }), town(4, 20), { ...capital, people: 500 }, ...others.toSpliced(2, 1)]; // prettier-ignore
  await whole([town(1, 900), ...rest], {});
  expect((await lastChanges()).counts).toEqual({ new: 0, changed: 0, unchanged: 23, gone: 0 });
  await apply('cities', [line({ delete: '1' }), line({ upsert: town(5, 100, { seat: false }) })], { mapping }); // prettier-ignore
  expect(await primary()).toEqual(['Town 3']);
  // If two cities are the largest, the one that is primary stays primary.
  const equal = [town(10, 750), town(3, 750, { part: 'East' })].map((upsert) => line({ upsert }));
  await apply('cities', equal, { mapping });
  expect(await primary()).toEqual(['Town 3']);
  await apply('cities', [line({ upsert: town(10, 800) })], { mapping });
  expect(await primary()).toEqual(['Town 10']);
});

test('a dry run shows the changes, rejected lines refuse them, and held ones wait', async () => {
  await run(sandbox, ['cities'], {}, BASE);
  const before = await sandbox.indices();
  const ordino = { id: 'AND_Ordino', name: 'Ordino', country: 'AD', latitude: 42.556, longitude: 1.52, population: 5_000 }; // prettier-ignore
  const said = await apply('cities', [line({ upsert: ordino }), line({ delete: 'AND_Village3' })], { dryRun: true }); // prettier-ignore
  expect(said.join('\n').replace(/after \S+ s/, 'after')).toBe(
    [
      'cities: dry run: 22 documents after: 0 new, 1 changed, 21 unchanged, 1 gone',
      '  changed: AND_Ordino: population 4000 → 5000',
      '  gone: AND_Village3',
      '  changed fields: population 1',
    ].join('\n'),
  );
  const wrong = [
    '{"upsert": 7}',
    '{"delete": "a", "upsert": {}}',
    'a,b',
    '{',
    line({ upsert: { ...ordino, popluation: 7 } }),
    line({ upsert: { ...ordino, latitude: 91 } }),
  ];
  await expect(apply('cities', [...wrong, line({ upsert: ordino })])).rejects.toThrow(
    'only 1 of 7 rows could be indexed',
  );
  await expect(sandbox.indices()).resolves.toEqual(before);

  // A process that was killed while it copied leaves the block.
  const { live: base = '' } = await sandbox.generations('cities');
  await sandbox.client.indices.addBlock({ index: base, block: 'write' });
  await apply('cities', [line({ upsert: ordino })], { hold: true });
  const outcomes: unknown[] = [];
  await apply('cities', [''], { hold: true }, ({ outcome }) => Promise.resolve(outcomes.push(outcome)).then()); // prettier-ignore
  expect(outcomes).toEqual(['running', 'skipped']);
  expect((await sandbox.live<CityDocument>('cities')).get('AND_Ordino')?.population).toBe(4_000);
  await sandbox.client.indices.addBlock({ index: base, block: 'write' });
  await run(sandbox, ['cities'], { replaceSource: true }, BASE);
  const { live: other } = await sandbox.generations('cities');
  const progress = silentProgress;
  await expect(promoteHeld(sandbox, 'cities', { progress })).rejects.toThrow(
    `it is a copy of ${base} with changes, but ${other} is live: apply the changes again`,
  );
  await rollbackGeneration(sandbox, 'cities', { progress });
  // A promotion that is killed before the swap leaves this note.
  await rememberPromotion(sandbox.client, (await sandbox.generations('cities')).held ?? '');
  await promoteHeld(sandbox, 'cities', { progress });
  expect((await lastChanges()).counts).toEqual({ new: 0, changed: 1, unchanged: 22, gone: 0 });
});

test('places are replaced as a whole, and their markers with them', async () => {
  await run(sandbox, ['cities', 'places', 'markers'], {}, BASE);
  for (const name of ['cities', 'places'] as const) {
    const lines = Array.from({ length: 40 }, (_, at) => {
      const row = { id: `n${at}`, name: `New ${at}`, latitude: 1.52, longitude: 42.5 + at / 100 };
      return line({ upsert: name === 'cities' ? { ...row, country: 'AD' } : row });
    });
    await expect(apply(name, lines)).rejects.toThrow('latitude and longitude seem to be exchanged');
  }

  // A mapping filters the changes, and says which rejects are no fault.
  const fields = { key: 'id', title: 'name', lat: 'latitude', lon: 'longitude' };
  const declared = { format: 'ndjson', fields, where: { state: 'open' }, expected: { 'name is missing': 0.5 } }; // prettier-ignore
  const mapping = sandbox.folder.write('m.json', JSON.stringify(declared));
  const poi = (key: string, title: string, state: string) => line({ upsert: { key, title, state, lat: 48, lon: 2 } }); // prettier-ignore
  await apply('places', [poi('p1', 'New name', 'open'), poi('p2', 'Two', 'closed'), poi('x', 'X', 'closed'), poi('p3', '', 'open')], { mapping }); // prettier-ignore
  const filtered = await sandbox.live<PlaceDocument>('places');
  expect([filtered.size, filtered.get('p1')?.name, filtered.has('p2')]).toEqual([29, 'New name', false]); // prettier-ignore

  const deletes: string[] = [];
  interceptBulks(sandbox.client, '"delete"', (send, body) => {
    deletes.push(body);
    return send();
  });
  const said = await apply('places', [
    line({ upsert: { id: 'p1', name: 'Moved', latitude: 10, longitude: 20, photos: 'https://a.example/1|https://a.example/2' } }),
    line({ upsert: { id: 'new', name: 'New', latitude: 11, longitude: 20, rating: 4.5 } }),
    line({ delete: 'p4' }),
    line({ delete: 'unknown' }),
  ]); // prettier-ignore
  // A proxy may repeat it at any time, so it names no document that is written. Of the markers, too.
  expect(deletes).toEqual(Array(2).fill('{"delete":{"_id":"p4"}}\n'));
  expect(said.map((text) => text.replace(/ in .*/, ''))).toEqual([
    'places: 29 documents live',
    'markers: 29 documents live',
  ]);
  const markers = await sandbox.live<MarkerDocument>('markers');
  expect(markers.get('p1')?.location).toEqual([20, 10]);
  expect([markers.has('new'), markers.has('p4'), markers.has('p3')]).toEqual([true, false, true]);
  const live = await sandbox.live<PlaceDocument>('places');
  expect(live.get('p1')).toMatchObject({ name: 'Moved', location: [20, 10], photos: ['https://a.example/1', 'https://a.example/2'] }); // prettier-ignore
  expect([live.has('new'), live.has('p4')]).toEqual([true, false]);
});

test('changes need live data of this version; a copy that fails leaves nothing behind', async () => {
  await expect(apply('cities', [line({ delete: 'x' })])).rejects.toThrow('Nothing is live of cities. Run `npm run ingest -- cities` first.'); // prettier-ignore
  await run(sandbox, ['cities'], {}, BASE);
  const { live: index = '' } = await sandbox.generations('cities');
  const before = await sandbox.indices();
  for (const step of ['_clone', '_mapping']) {
    const isStep = new RegExp(`-cities-g\\w+/${step}`);
    interceptOnce(sandbox.client, ({ method, path }) => method === 'PUT' && isStep.test(path), loseAnswer); // prettier-ignore
    await expect(apply('cities', [line({ delete: 'AND_Village3' })])).rejects.toThrow(
      'the answer was lost',
    );
    sandbox.heal();
    expect(await sandbox.indices()).toEqual(before);
    const { [index]: found } = await sandbox.client.indices.getSettings({ index });
    expect(found?.settings?.index?.blocks?.write ?? null).toBeNull();
  }
  const { _meta: meta, properties: { capital, ...older } = {} } = (await sandbox.client.indices.getMapping({ index }))[index]?.mappings ?? {}; // prettier-ignore
  expect(capital).toBeDefined();
  const { aliases = {} } = (await sandbox.client.indices.getAlias({ index }))[index] ?? {};
  await sandbox.client.indices.delete({ index });
  await sandbox.client.indices.create({ index, aliases, mappings: { ...(meta && { _meta: meta }), properties: older } }); // prettier-ignore
  await expect(apply('cities', [line({ delete: 'x' })])).rejects.toThrow('takes no changes, because it lacks fields of this version (capital). Run `npm run ingest -- cities` first.'); // prettier-ignore
  const { provenance } = await readNote(sandbox.client, index);
  await sandbox.client.indices.putMapping({ index, _meta: { provenance: { ...provenance, version: '0.0.1' } } }); // prettier-ignore
  await expect(apply('cities', [line({ delete: 'x' })])).rejects.toThrow('was made by version 0.0.1 of the service'); // prettier-ignore
});
