import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Jobs } from '../../../ingest/runs/jobs.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import { compareGenerations } from '../../../ingest/generations/diff.js';
import type { Resource } from '../../../ingest/generations/resource.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { numbered } from './markers/world.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { CITIES, city, run, SMALL_JOBS, smallJobs } from './small.js';

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const dry = (chosen: ResourceName[], jobs: Jobs, options: RunOptions = {}): Promise<string[]> =>
  run(sandbox, chosen, { dryRun: true, ...options }, jobs);

const generations = async (): Promise<string[]> =>
  (await sandbox.indices()).filter((index) => /-g\d/.test(index));

test('of all where nothing is live: lands are made from the cities of the same run, and all is deleted', async () => {
  const said = await dry([], SMALL_JOBS);
  expect(said).toEqual([
    'countries: left out',
    expect.stringMatching(
      /^cities: dry run: 2 documents after \S+ s: 2 new, 0 changed, 0 unchanged, 0 gone\n {2}new: AND_\S+\n {2}new: AND_\S+$/,
    ),
    expect.stringMatching(/^lands: dry run: 1 documents after .*\n {2}new: 8439623ffffffff$/),
    expect.stringMatching(/^places: dry run: 20 documents/),
    'markers: dry run: 20 new, as there are none yet',
  ]);
  expect(await generations()).toEqual([]);
});

test('of what is live: new, changed, unchanged and gone, with examples and the fields', async () => {
  await run(sandbox);
  const before = await generations();
  const [capital, canillo] = CITIES;
  const changed = [
    { ...capital, population: 130_000, names: { fr: 'Andorre-la-Vieille' } },
    city('3', 'Ordino', 42.556, 4_000),
  ] as typeof CITIES;
  const said = await dry([], smallJobs(changed, numbered(2, 21)), { allowShrink: true });
  expect(said[1]?.split('\n')).toEqual([
    expect.stringMatching(
      /^cities: dry run: 2 documents .*: 1 new, 1 changed, 0 unchanged, 1 gone$/,
    ),
    '  new: AND_Ordino',
    '  changed: AND_AndorralaVella: names.fr none → "Andorre-la-Vieille"; population 120000 → 130000',
    `  gone: AND_${canillo?.name ?? ''}`,
    '  changed fields: names.fr 1, population 1',
  ]);
  expect(said[2]).toMatch(/ 0 new, 1 changed, 0 unchanged, 0 gone\n/);
  expect(said[2]).toMatch(/changed: 8439623ffffffff: cities /);
  expect(said[3]).toMatch(/: 1 new, 0 changed, 19 unchanged, 1 gone\n/);
  expect(said[4]?.split('\n')).toEqual([
    'markers: dry run: 1 new, 0 changed, 19 unchanged, 1 gone',
    '  new: 000021',
    '  gone: 000001',
  ]);
  expect(await generations()).toEqual(before);
});

test('of what would be refused: all is told, and what may not go live named at the end', async () => {
  await run(sandbox);
  const before = await generations();
  const said: string[] = [];
  const faulty = [...CITIES.slice(0, 1), { ...city('3', 'Nowhere', 42, 1), countryCode: 'QQ' }];
  await expect(
    run(sandbox, ['cities', 'lands'], { dryRun: true }, smallJobs(faulty), said),
  ).rejects.toThrow('This run would be refused: cities');
  expect(said[0]?.split('\n')).toEqual(
    expect.arrayContaining([
      '  rejected: 1 × "…" is not the alpha-2 code of a country: cities.pbf:3 (id 3)',
      expect.stringMatching(/^ {2}would be refused: only 1 of 2 rows could be indexed/),
      expect.stringMatching(/^ {2}would be refused: it has 1 documents, the live one 2/),
    ]),
  );
  expect(said).toHaveLength(2);
  expect(await generations()).toEqual(before);
});

test('that fails leaves nothing behind', async () => {
  const broken: Jobs = {
    ...SMALL_JOBS,
    lands: () => ({
      isCurrent: () => Promise.resolve(false),
      ingest: () => Promise.reject(new Error('no lands')),
    }),
  };
  await expect(dry([], broken)).rejects.toThrow('no lands');
  expect(await generations()).toEqual([]);
  // Nor a lock.
  await run(sandbox, ['cities']);
});

test('borders, which cannot be read back, are compared all the same', async () => {
  const bordered = (id: string, edge: number) => ({
    origin: { file: 'borders.json', line: 1, id },
    document: { id, border: { type: 'Point', coordinates: [edge, 0] } },
  });
  const resource = (edge: number): Resource => ({
    definition: {
      resource: 'things',
      settings: {},
      digested: ['border'],
      mappings: {
        _source: { excludes: ['border'] },
        properties: { id: { type: 'keyword' }, border: { type: 'object', enabled: false } },
      },
    },
    recipe: {},
    begin: () =>
      Promise.resolve({
        outcomes: [bordered('AAA', 1), bordered('BBB', edge)],
        gate: () => Promise.resolve([]),
      }),
  });
  await sandbox.ingest(resource(1));
  const { dry } = await sandbox.ingest(resource(2), { ending: 'dry' });
  expect(dry?.changes?.examples.changed).toEqual([
    {
      id: 'BBB',
      fields: [
        {
          field: 'border',
          from: expect.stringMatching(/^[0-9a-f]{12}$/),
          to: expect.stringMatching(/^[0-9a-f]{12}$/),
        },
      ],
    },
  ]);
  await sandbox.ingest(resource(2));
  const { live = '', previous } = await sandbox.generations('things');
  const { counts } = await compareGenerations(sandbox.client, previous, live);
  expect(counts).toEqual({ new: 0, changed: 1, unchanged: 1, gone: 0 });
});
