import { expect, jest, test } from '@jest/globals';
import type { LandGroupDocument } from '../../../indices/lands.js';
import type { Jobs } from '../../../ingest/runs/jobs.js';
import { countryResource } from '../../../ingest/countries/resource.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { describeReport } from '../../../ingest/generations/describeReport.js';
import { intercept, interceptOnce } from '../../support/interceptOnce.js';
import { compareGenerations, describeChanges } from '../../../ingest/generations/diff.js';
import { citiesOf, thingResource, things } from './sources.js';
import { numbered } from './world.js';
import { createSandbox } from './sandbox.js';
import { CITIES, city, leftOut, run, SMALL_JOBS, smallJobs } from './small.js';
import { inEachTest } from '../../support/each.js';

const sandbox = inEachTest(createSandbox);

const dry = (chosen: ResourceName[], jobs: Jobs, options = {}, said: string[] = []) =>
  run(sandbox, chosen, { dryRun: true, ...options }, jobs, said);

const generations = async (): Promise<string[]> =>
  (await sandbox.indices()).filter((index) => /-g\d/.test(index));

test('a dry run makes lands from its own cities, deletes all at the end, and compares with what is live', async () => {
  expect(await dry([], SMALL_JOBS)).toEqual([
    'countries: left out',
    expect.stringMatching(
      /^cities: dry run: 2 documents after \S+ s: 2 new, 0 changed, 0 unchanged, 0 gone\n {2}new: AND_\S+\n {2}new: AND_\S+$/,
    ),
    'regions: left out',
    expect.stringMatching(/^lands: dry run: 1 document after .*\n {2}new: 8439623ffffffff$/),
    expect.stringMatching(/^places: dry run: 20 documents/),
    expect.stringMatching(/^markers: dry run: 20 documents/),
  ]);
  expect(await generations()).toEqual([]);

  await run(sandbox);
  const before = await generations();
  const [capital, canillo] = CITIES;
  const changed = [
    {
      ...capital,
      population: 130_000,
      names: { fr: 'Andorre-la-Vieille' },
      aliases: ['Andorra Town', 'Vella'],
    },
    city('3', 'Ordino', 42.556, 4_000),
  ] as typeof CITIES;
  const jobs = smallJobs(changed, numbered(2, 21));
  const said = await dry([], jobs, { allowShrink: true });
  expect(said[1]?.split('\n')).toEqual([
    expect.stringMatching(
      /^cities: dry run: 2 documents .*: 1 new, 1 changed, 0 unchanged, 1 gone$/,
    ),
    '  new: AND_Ordino',
    '  changed: AND_AndorralaVella: aliases none → ["Andorra Town","Vella"]; names.fr none → "Andorre-la-Vieille"; population 120000 → 130000',
    `  gone: AND_${canillo?.name ?? ''}`,
    '  changed fields: aliases 1, names.fr 1, population 1',
  ]);
  expect(said[3]).toMatch(/ 0 new, 1 changed, 0 unchanged, 0 gone\n/);
  expect(said[3]).toMatch(/changed: 8439623ffffffff: cities /);
  expect(said[4]).toMatch(/: 1 new, 0 changed, 19 unchanged, 1 gone\n/);
  expect(said[5]?.split('\n')).toEqual([
    expect.stringMatching(
      /^markers: dry run: 20 documents .*: 1 new, 0 changed, 19 unchanged, 1 gone$/,
    ),
    '  new: 000021',
    '  gone: 000001',
  ]);

  const faulty = [...CITIES.slice(0, 1), { ...city('3', 'Nowhere', 42, 1), countryCode: 'QQ' }];
  const refused: string[] = [];
  await expect(dry(['cities', 'lands'], smallJobs(faulty), {}, refused)).rejects.toThrow(
    'This run would be refused: cities',
  );
  expect(refused[0]?.split('\n')).toEqual(
    expect.arrayContaining([
      '  rejected: 1 × "…" is not the alpha-2 code of a country: cities.pbf:3 (id 3)',
      expect.stringMatching(/^ {2}would be refused: only 1 of 2 rows could be indexed/),
      expect.stringMatching(/^ {2}would be refused: it has 1 document, the live one 2/),
    ]),
  );
  expect(refused).toHaveLength(2);
  expect(await generations()).toEqual(before);
}, 180_000);

test('a run that is promoted is compared if that is wanted, and is not lost with the comparison', async () => {
  const ingest = (...names: string[]) =>
    sandbox.ingest(citiesOf(names.map((name) => ({ name, sourceId: name }))), { isCompared: true, allowShrink: true, allowChange: true }); // prettier-ignore
  await ingest('Here', 'There');
  const report = await ingest('Here', 'Elsewhere');
  expect(report.changes).toMatchObject({ counts: { new: 1, changed: 0, unchanged: 1, gone: 1 } });
  expect(describeReport(report)[0]).toMatch(/ s: 1 new, 0 changed, 1 unchanged, 1 gone$/);
  interceptOnce(
    sandbox.client,
    ({ path }) => path.endsWith('/_pit') && sandbox.notes.at(-1) === 'comparing with what is live',
    () => Promise.reject(new Error('lost')),
  );
  const { changes, index } = await ingest('Here');
  expect([changes, sandbox.notes.at(-1)]).toEqual([undefined, 'not compared: lost']);
  expect((await sandbox.generations('cities')).live).toBe(index);
});

test('of many documents all ids are compared, and a sample of their content', async () => {
  const ingest = async (first: number, value: number) => {
    const rows = async function* () {
      for await (const row of things(33, value)) if (row.origin.line >= first) yield row;
    };
    return (await sandbox.ingest(thingResource(rows), { allowShrink: true })).index;
  };
  const before = await ingest(1, 1);
  const after = await ingest(4, 2);
  const compare = (from: string, to: string, most: number) =>
    compareGenerations(sandbox.client, from, to, { most });
  const later = await compare(before, after, 10);
  expect(later).toMatchObject({
    ...{ counts: { new: 0, changed: 10, unchanged: 0, gone: 3 }, sample: 10 },
    ...{ fields: { value: 10 }, examples: { new: [], gone: ['1', '2', '3'] } },
  });
  expect(describeChanges(later)[0]).toBe('0 new, 10 of 10 changed, 3 gone');
  const earlier = { counts: { new: 3, gone: 0 }, examples: { new: ['1', '2', '3'], gone: [] } };
  expect(await compare(after, before, 11)).toMatchObject(earlier);
  const counts = { new: 0, changed: 30, unchanged: 0, gone: 3 };
  expect((await compare(before, after, 30)).counts).toEqual(counts);
});

test('lands have the names of their cities in other languages', async () => {
  const named = {
    ...city('1', 'Andorra la Vella', 42.507, 120_000),
    names: { fr: 'Andorre-la-Vieille' },
  };
  await run(sandbox, ['cities', 'lands'], {}, smallJobs([named]));
  const index = `${sandbox.indexPrefix}-lands`;
  const { hits } = await sandbox.client.search<LandGroupDocument>({ index });
  expect(hits.hits[0]?._source?.cities).toMatchObject([{ name: named.name, names: named.names }]);
});

test('a dry run that fails leaves no generation and no lock', async () => {
  const lands = leftOut('lands', new Error('no lands'));
  await expect(dry([], { ...SMALL_JOBS, lands })).rejects.toThrow('no lands');
  expect(await generations()).toEqual([]);
  await run(sandbox, ['cities']);
});

test('borders, which answers do not read, are compared', async () => {
  const countries = (north: number) => {
    const ring = [[1.4, 42.4], [1.8, 42.4], [1.8, north], [1.4, north], [1.4, 42.4]]; // prettier-ignore
    const geometry = { type: 'Polygon', coordinates: [ring] };
    const feature = { type: 'Feature', properties: { code: 'AND' }, geometry };
    const collection = { type: 'FeatureCollection', features: [feature] };
    const borders = sandbox.folder.write('own.geojson', JSON.stringify(collection));
    return countryResource({ borders, code: 'code', missing: 'left-out' });
  };
  await sandbox.ingest(await countries(42.7));
  const changesTo = async (north: number) =>
    (await sandbox.ingest(await countries(north), { ending: 'dry' })).changes;
  expect((await changesTo(42.7))?.counts).toMatchObject({ changed: 0, unchanged: 1 });
  const moved = await changesTo(42.6);
  expect(moved?.fields).toMatchObject({ border_packed: 1 });
  const packed = expect.stringMatching(/^[\w+/]{20,}=*$/);
  const [changed] = moved?.examples.changed ?? [];
  expect(changed?.fields).toContainEqual({ field: 'border_packed', from: packed, to: packed });
});

test('no merge outlives its generation: a dry run has none, and that of a refused run ends before the deletion', async () => {
  const requests = jest.spyOn(sandbox.client.indices, 'forcemerge');
  await sandbox.ingest(citiesOf([{}]), { ending: 'dry' });
  expect(requests).not.toHaveBeenCalled();
  const probes = [{ resource: 'cities', name: 'none', expect: 'none' } as const];
  // The client of a run inherits from this one.
  let signal: AbortSignal | undefined;
  intercept(sandbox.client, (send, { path }, options) => {
    if (path.endsWith('/_forcemerge')) ({ signal } = options as { signal?: AbortSignal });
    return send();
  });
  await expect(sandbox.ingest(citiesOf([{}]), { probes })).rejects.toThrow('did not pass its gate');
  expect(signal?.aborted).toBe(true);
  expect(sandbox.notes.join()).not.toContain('Trying again');
});
