import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readMeta } from '../../../ingest/generations/provenance.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import { type Provenance, readProvenance } from '../../../indices/provenance.js';
import { rollback } from '../../../ingest/generations/promotion.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { beforeRequest } from '../../support/interceptOnce.js';
import { numbered } from './markers/world.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { PLACE_JOBS, placeFile, run } from './small.js';

let sandbox: Sandbox;
let folder: Sandbox['folder'];

/** Gives the tests of a group one sandbox: each goes on with what the one before it left live. */
function shareSandbox(prepare: () => Promise<unknown>): void {
  beforeAll(async () => {
    sandbox = createSandbox();
    ({ folder } = sandbox);
    await prepare();
  });
  afterAll(() => sandbox.remove());
}

const OWN = ['own 1', 'own 2', 'own 3'];

const liveOf = async (resource: string): Promise<string> =>
  (await sandbox.generations(resource)).live ?? 'none';
const remembered = async (resource: string): Promise<Provenance | undefined> =>
  readProvenance(await readMeta(sandbox.client, await liveOf(resource)));
const placeIds = async (): Promise<string[]> => [...(await sandbox.live('places')).keys()];

async function expectRefused(refused: Promise<unknown>, message: RegExp): Promise<void> {
  const before = await sandbox.indices();
  await expect(refused).rejects.toThrow(message);
  expect(await sandbox.indices()).toEqual(before);
}

describe('own places', () => {
  let own: ReturnType<typeof placeFile>;
  const runPlaces = (...[chosen, options]: [ResourceName[]?, RunOptions?]) =>
    run(sandbox, chosen, options, PLACE_JOBS);
  shareSandbox(async () => {
    own = placeFile(folder, 'own.csv', OWN);
    await runPlaces(['places', 'markers'], own);
  });

  test('remember their file and mapping, by name, size and hash', async () => {
    const fileOf = (path: string, name: string) => {
      const content = readFileSync(path);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name, bytes: content.length, sha256 };
    };
    expect(await remembered('places')).toMatchObject({
      sources: [
        fileOf(own.placeFile, 'own.csv'),
        { ...fileOf(own.placeMapping, 'mapping.json'), role: 'mapping' },
      ],
      counts: { rows: 3, indexed: 3, rejected: 0 },
      version: '0.1.0',
    });
    expect(await remembered('markers')).toMatchObject({
      sources: [{ generation: await liveOf('places') }],
      counts: { indexed: 3 },
    });
  });

  test('survive a run of all, and one of what is needed, which say so', async () => {
    const before = await liveOf('places');
    const left =
      /^places: left alone \(the markers follow them\): the live places were made from own\.csv, and are live since 20\S+Z\. .*--place-file and --place-mapping with the same file names \(mapping\.json\)\. .*pass --replace-source\.$/;
    for (const [chosen, options] of [
      [[], {}],
      [[], { ifNeeded: true }],
      [['places'], { ifNeeded: true }],
    ] as [ResourceName[], RunOptions][]) {
      expect(await runPlaces(chosen, options)).toContainEqual(expect.stringMatching(left));
    }
    expect(await liveOf('places')).toBe(before);
    expect([...(await sandbox.live('markers')).keys()]).toEqual(OWN);
  });

  test('are replaced by no run that names them, and nothing else is touched by it', async () => {
    await expectRefused(
      run(sandbox, ['cities', 'places']),
      /^This run would replace live data: the live places were made from own\.csv, .*20\S+Z\. No changes were made\. .*--place-file.*--replace-source\.$/,
    );
    await expectRefused(
      run(sandbox, [], placeFile(folder, 'other.csv', ['other'])),
      /To replace them with those of other\.csv by mapping\.json, pass --replace-source/,
    );
    expect(await placeIds()).toEqual(OWN);
  });

  test('that cannot be read are told of before anything is done', () =>
    expectRefused(
      run(sandbox, [], { ...own, placeFile: `${folder.path}/none/own.csv` }),
      /own\.csv cannot be read/,
    ));

  test('do not give way to a file of the same name that is read in another way', async () => {
    const other = folder.write('other.json', readFileSync(own.placeMapping, 'utf8'));
    await expectRefused(
      run(sandbox, [], { ...own, placeMapping: other }),
      /with the same file names \(mapping\.json\).*--replace-source/,
    );
  });

  test('are not deleted when they have lost their alias', async () => {
    const index = await liveOf('places');
    const name = `${sandbox.indexPrefix}-places`;
    await sandbox.client.indices.deleteAlias({ index, name });
    await expect(runPlaces([], { ifNeeded: true })).rejects.toThrow(
      `${index} is not live, but was, and holds places of own.csv. No changes were made. Give it its alias back (POST /_aliases {"actions":[{"add":{"index":"${index}","alias":"${name}"}}]})`,
    );
    await sandbox.client.indices.putAlias({ index, name });
    expect(await placeIds()).toEqual(OWN);
  });

  test('that a rollback went back from are not deleted by a run of others', async () => {
    await runPlaces(['places'], { replaceSource: true, allowShrink: true });
    await runPlaces(['places'], { ...own, allowShrink: true });
    await rollback(sandbox, 'places');
    await expectRefused(runPlaces(['places']), /went back from the places of own\.csv/);
    expect(await runPlaces(['places'], { ifNeeded: true })).toContainEqual(
      expect.stringContaining('rollback places'),
    );
    await rollback(sandbox, 'places');
    expect(await placeIds()).toEqual(OWN);
  });

  test('that went live since the run was judged are left alone', async () => {
    await runPlaces(['places'], { replaceSource: true, allowShrink: true });
    beforeRequest(sandbox.client, '/_doc/places', async () => {
      const other = createSandbox();
      const { indexPrefix } = sandbox;
      const beside = { client: other.client, indexPrefix };
      await run(beside, ['places'], { ...own, allowShrink: true });
      await other.remove();
    });
    await expect(runPlaces(['places'])).rejects.toThrow(
      /^This run would replace live data: .* from own\.csv, .* No changes were made\./,
    );
    expect(await placeIds()).toEqual(OWN);
  });

  test('give way to a new version of their file, and to others when told so', async () => {
    const added = [...OWN, 'own 4'];
    await runPlaces(['places'], placeFile(folder, 'own.csv', added));
    expect(await placeIds()).toEqual(added);
    await runPlaces(['places'], { replaceSource: true, allowShrink: true });
    expect(await placeIds()).toEqual(numbered(1, 20));

    // What is live after a rollback is what counts.
    await rollback(sandbox, 'places');
    await expectRefused(runPlaces(['places']), /made from own\.csv/);
    await rollback(sandbox, 'places');
    await runPlaces(['places'], {
      ...placeFile(folder, 'other.csv', OWN),
      allowShrink: true,
      replaceSource: true,
    });
  });
});

describe('settings of what is live', () => {
  const area = { landCountries: ['AND'] };
  shareSandbox(() =>
    run(sandbox, ['cities', 'lands'], { primaryMinimumPopulation: 50_000, ...area }),
  );

  test('are kept where none are given, and that is told', async () => {
    const said = await run(sandbox, ['cities', 'lands']);
    expect(said).toContain(
      'cities: inherited from the live data: --primary-minimum-population 50000',
    );
    expect(said).toContain('lands: inherited from the live data: --land-countries AND');
    expect(await remembered('cities')).toMatchObject({
      options: { primaryMinimumPopulation: 50_000 },
    });
    expect(await remembered('lands')).toMatchObject({
      options: area,
      sources: [
        { generation: await liveOf('cities') },
        { name: 'world-atlas/countries-10m.json', builtIn: true },
      ],
    });

    expect(await run(sandbox, ['cities', 'lands'], { ifNeeded: true })).toEqual([
      'cities: live already, with --primary-minimum-population 50000',
      'lands: live already, with --land-countries AND',
    ]);
    // Lands of some countries are somebody's choice.
    await run(sandbox, ['cities']);
    expect(await run(sandbox, ['lands'], { ifNeeded: true })).toEqual([
      'lands: left alone: they have --land-countries AND, and are out of date; `npm run ingest -- lands` makes them again',
    ]);
  });

  test('give way to given ones, which are remembered', async () => {
    const given = { primaryMinimumPopulation: 70_000, landCountries: [] };
    await run(sandbox, ['cities', 'lands'], { ...given, allowShrink: true });
    const { options } = (await remembered('lands')) ?? {};
    expect(options).toEqual({});
    expect(await remembered('cities')).toMatchObject({
      options: { primaryMinimumPopulation: 70_000 },
    });
  });
});

describe('--if-needed', () => {
  shareSandbox(() => Promise.resolve());

  test('leaves alone an index of a person, which others take the alias of when told so', async () => {
    const index = `${sandbox.indexPrefix}-places-mine`;
    const alias = `${sandbox.indexPrefix}-places`;
    await sandbox.client.indices.create({ index, aliases: { [alias]: {} } });
    expect(await run(sandbox, ['places'], { ifNeeded: true })).toEqual([
      expect.stringContaining(`places: left alone (the markers follow them): nothing says what`),
    ]);
    await expectRefused(run(sandbox, ['places']), /nothing says what .*--replace-source/);
    await run(sandbox, ['places'], { replaceSource: true });
    expect(await placeIds()).toEqual(numbered(1, 20));
  });

  test('leaves alone what cannot be read, and what is made from it', async () => {
    // The places are live already.
    await run(sandbox, ['cities', 'markers']);
    const cities = await liveOf('cities');
    const markers = await liveOf('markers');
    await sandbox.client.indices.close({ index: [cities, markers] });
    const unread = (name: string, index: string) =>
      `${name}: left alone: ${index} cannot be read. Open it (POST /${index}/_open), or see the cluster health`;
    expect(await run(sandbox, [], { ifNeeded: true })).toEqual([
      'countries: live already',
      `${unread('cities', cities)}; to replace it, \`npm run ingest -- cities --allow-shrink\``,
      'lands: left alone: they are made from the live cities, which cannot be read',
      'places: live already',
      unread('markers', markers),
    ]);
  });
});

describe('options that do not fit', () => {
  shareSandbox(() => Promise.resolve());

  test.each([
    [['cities'], { landCountries: ['FRA'] }, '--land-countries is for lands: name that too'],
    [
      ['lands'],
      { placeFile: 'a', placeMapping: 'b' },
      '--place-file is for places, --place-mapping',
    ],
    [['cities', 'places'], { currentSeason: 3 }, '--current-season is for markers'],
    [[], { placeFile: 'a' }, '--place-file and --place-mapping go together'],
  ] as const)('%j with %j are refused', async (chosen, options, message) => {
    await expectRefused(run(sandbox, [...chosen], options), new RegExp(`^${message}`));
  });
});
