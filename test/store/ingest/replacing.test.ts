import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readNote } from '../../../ingest/generations/provenance.js';
import { liveAlias, pinnedAlias } from '../../../core/elasticsearch/names.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import type { Provenance } from '../../../indices/provenance.js';
import { discardHeld, rollbackGeneration, setPin } from '../../../ingest/generations/promotion.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { readSources } from '../../../ingest/runs/sources.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { beforeRequest } from '../../support/interceptOnce.js';
import { numbered } from './world.js';
import { createSandbox } from './sandbox.js';
import { PLACE_JOBS, placeFile, run } from './small.js';
import { untilEnd } from '../../support/each.js';

/** Each test of a group goes on with what the one before it left live. */
const sandbox = untilEnd(createSandbox());

const OWN = ['own 1', 'own 2', 'own 3'];

const liveOf = async (resource: string): Promise<string> =>
  (await sandbox.generations(resource)).live ?? 'none';
const remembered = async (resource: string): Promise<Provenance | undefined> =>
  (await readNote(sandbox.client, await liveOf(resource))).provenance;
const placeIds = async (): Promise<string[]> => [...(await sandbox.live('places')).keys()];

async function expectRefused(refused: Promise<unknown>, message: RegExp): Promise<void> {
  const before = await sandbox.indices();
  await expect(refused).rejects.toThrow(message);
  expect(await sandbox.indices()).toEqual(before);
}

describe('the places of a user', () => {
  let own: ReturnType<typeof placeFile>;
  const runPlaces = (chosen: ResourceName[] = ['places'], options: RunOptions = {}) =>
    run(sandbox, chosen, options, PLACE_JOBS);
  const replace = (options: RunOptions = {}) =>
    runPlaces(['places'], { replaceSource: true, allowShrink: true, ...options });
  beforeAll(async () => {
    own = placeFile(sandbox.folder, 'own.csv', OWN);
    await runPlaces(['places', 'markers'], own);
  });

  test('remember their file and mapping, by name, size and hash', async () => {
    const fileOf = (path: string, name: string) => {
      const content = readFileSync(path);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name, bytes: content.length, sha256 };
    };
    const mapping = { ...fileOf(own.placeMapping, 'mapping.json'), role: 'mapping' };
    expect(await remembered('places')).toMatchObject({
      sources: [fileOf(own.placeFile, 'own.csv'), mapping],
      counts: { rows: 3, indexed: 3, rejected: 0 },
      version: '0.1.0',
    });
    expect(await remembered('markers')).toMatchObject({
      sources: [{ generation: await liveOf('places') }],
      counts: { indexed: 3 },
    });
  });

  test.each<[ResourceName[], boolean]>([
    [[], false],
    [[], true],
    [['places'], true],
  ])('are left alone by a run of %j (if needed: %j)', async (chosen, ifNeeded) => {
    const before = await liveOf('places');
    expect(await runPlaces(chosen, { ifNeeded })).toContainEqual(
      expect.stringMatching(
        /^places: left alone: the live places were made from own\.csv, and are live since 20\S+Z\. .*--place-file and --place-mapping with the same file names \(mapping\.json\)\. .*pass --replace-source\.$/,
      ),
    );
    expect(await liveOf('places')).toBe(before);
    expect([...(await sandbox.live('markers')).keys()]).toEqual(OWN);
  });

  test('are not replaced by runs that name them, by other files or by another mapping', async () => {
    const { folder } = sandbox;
    const placeMapping = folder.write('other.json', readFileSync(own.placeMapping, 'utf8'));
    await expectRefused(
      run(sandbox, ['cities', 'places']),
      /^This run would replace live data: the live places were made from own\.csv, .*20\S+Z\. No changes were made\. .*--place-file.*--replace-source\.$/,
    );
    await expectRefused(
      run(sandbox, [], placeFile(folder, 'other.csv', ['other'])),
      /To replace them with the data of other\.csv by mapping\.json, pass --replace-source/,
    );
    await expectRefused(
      run(sandbox, [], { ...own, placeMapping }),
      /with the same file names \(mapping\.json\).*--replace-source/,
    );
    await expectRefused(
      run(sandbox, [], { ...own, placeFile: `${folder.path}/none/own.csv` }),
      /own\.csv cannot be read/,
    );
    expect(await placeIds()).toEqual(OWN);
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

  test('that a rollback went back to stay if they are pinned; else the next run goes on as usual', async () => {
    await replace();
    await runPlaces(['places'], { ...own, allowShrink: true });
    await setPin(sandbox, 'places', true, {});
    await rollbackGeneration(sandbox, 'places');
    const pinned = await liveOf('places');
    const left = expect.stringMatching(/^places: left alone: the live places are pinned .*unpin places/); // prettier-ignore
    expect(await runPlaces([], { allowShrink: true })).toContainEqual(left);
    const { folder } = sandbox;
    folder.write('sources.json', JSON.stringify({ places: { from: ['built-in'] } }));
    const sources = await readSources(`${folder.path}/sources.json`);
    expect(await runPlaces([], { sources, allowShrink: true })).toContainEqual(left);
    await expectRefused(runPlaces(['places']), /the live places are pinned \(.*unpin places`/);
    await expectRefused(runPlaces(['places'], { replaceSource: true }), /are pinned/);
    const [dry] = await runPlaces(['places'], { dryRun: true });
    expect(dry).toMatch(
      /^places: dry run: 20 documents[^]*\n {2}cannot be promoted as it is: .*are pinned/,
    );
    await runPlaces(['places'], { hold: true });
    await expect(promoteHeld(sandbox, 'places', { progress: silentProgress })).rejects.toThrow(/are pinned/); // prettier-ignore
    expect(await liveOf('places')).toBe(pinned);

    // A pin on the markers holds for the places, too, and is removed with theirs.
    await setPin(sandbox, 'places', false, {});
    const { client, indexPrefix } = sandbox;
    await client.indices.putAlias({ index: await liveOf('markers'), name: pinnedAlias(indexPrefix, 'markers') }); // prettier-ignore
    const leftBoth = /left alone: the live markers are pinned .*unpin places/;
    expect(await runPlaces([], { allowShrink: true })).toContainEqual(expect.stringMatching(leftBoth)); // prettier-ignore
    // A pinned generation that has lost its alias is not deleted.
    await setPin(sandbox, 'places', true, {});
    const name = liveAlias(indexPrefix, 'places');
    await client.indices.deleteAlias({ index: pinned, name });
    await expectRefused(runPlaces(['places']), /is pinned, but is not live, because it has lost its alias/); // prettier-ignore
    await client.indices.putAlias({ index: pinned, name });
    await setPin(sandbox, 'places', false, {});
    await discardHeld(sandbox, 'places', {});
    await runPlaces([]);
    expect(await placeIds()).toHaveLength(20);
    expect(await liveOf('places')).not.toBe(pinned);
    await runPlaces(['places', 'markers'], { ...own, allowShrink: true });
    expect(await placeIds()).toEqual(OWN);
  });

  test('are not replaced by a dry run and by a held generation, so these are not refused', async () => {
    const [dry] = await runPlaces(['places'], { dryRun: true, allowShrink: true });
    expect(dry).toMatch(
      /^places: dry run: 20 documents[^]*\n {2}cannot be promoted as it is: .*made from own\.csv.*--replace-source/,
    );
    const [held] = await runPlaces(['places'], { hold: true, allowShrink: true });
    expect(held).toMatch(/^places: 20 documents held [^]*\n {2}cannot be promoted as it is: /);
    const options = { progress: silentProgress, allowShrink: true };
    await expectRefused(promoteHeld(sandbox, 'places', options), /would replace live data of own\.csv; .*--replace-source/); // prettier-ignore
    expect(await placeIds()).toEqual(OWN);
    // The choice is remembered.
    await runPlaces(['places'], { hold: true, allowShrink: true, replaceSource: true });
    await promoteHeld(sandbox, 'places', options);
    expect(await placeIds()).toHaveLength(20);
    await runPlaces(['places'], { ...own, allowShrink: true });
  });

  test('that were promoted after the run was planned are left alone', async () => {
    await replace();
    beforeRequest(sandbox.client, '/_doc/places', async () => {
      const other = createSandbox();
      const beside = { client: other.client, indexPrefix: sandbox.indexPrefix };
      await run(beside, ['places'], { ...own, allowShrink: true });
      await other.remove();
    });
    await expect(runPlaces()).rejects.toThrow(
      /^This run would replace live data: .* from own\.csv, .* No changes were made\./,
    );
    expect(await placeIds()).toEqual(OWN);
  });

  test('are replaced by a new version of their file, and by others with --replace-source', async () => {
    const added = [...OWN, 'own 4'];
    await runPlaces(['places'], placeFile(sandbox.folder, 'own.csv', added));
    expect(await placeIds()).toEqual(added);
    await replace();
    expect(await placeIds()).toEqual(numbered(1, 20));
    // What is live after a rollback is what counts.
    await rollbackGeneration(sandbox, 'places');
    await expectRefused(runPlaces(), /made from own\.csv/);
    await rollbackGeneration(sandbox, 'places');
    await replace(placeFile(sandbox.folder, 'other.csv', OWN));
    await replace();
  });
});

describe('settings of the live data', () => {
  const area = { landCountries: ['AND'] };
  const both: ResourceName[] = ['cities', 'lands'];

  test('are kept by a run without them, which says so, and replaced by a run with others', async () => {
    await run(sandbox, both, { primaryMinimumPopulation: 50_000, ...area });
    const said = await run(sandbox, both);
    for (const line of ['cities: inherited from the live data: --primary-minimum-population 50000', 'lands: inherited from the live data: --land-countries AND']) expect(said).toContain(line); // prettier-ignore
    const { options } = (await remembered('cities')) ?? {};
    expect(options).toEqual({ primaryMinimumPopulation: 50_000 });
    expect(await remembered('lands')).toMatchObject({
      options: area,
      sources: [
        { generation: await liveOf('cities') },
        { name: 'borders.geojson.gz', builtIn: true },
      ],
    });
    expect(await run(sandbox, both, { ifNeeded: true })).toEqual([
      'cities: live already, with --primary-minimum-population 50000',
      'lands: live already, with --land-countries AND',
    ]);
    // Lands of some countries are a person's choice.
    await run(sandbox, ['cities']);
    expect(await run(sandbox, ['lands'], { ifNeeded: true })).toEqual([
      'lands: left alone: they have --land-countries AND, and are out of date; `npm run ingest -- lands` makes them again',
    ]);
    const given = { primaryMinimumPopulation: 70_000, landCountries: [], allowShrink: true };
    await run(sandbox, both, given);
    expect((await remembered('lands'))?.options).toEqual({});
    expect((await remembered('cities'))?.options).toEqual({ primaryMinimumPopulation: 70_000 });
  });

  test('if needed: data that cannot be read, and what is made from it, are left alone', async () => {
    const cities = await liveOf('cities');
    const markers = await liveOf('markers');
    await sandbox.client.indices.close({ index: [cities, markers] });
    const unread = (name: string, index: string) =>
      `${name}: left alone: ${index} cannot be read. Open it (POST /${index}/_open), or see the cluster health; to replace it, \`npm run ingest -- ${name} --allow-shrink\``;
    expect(await run(sandbox, [], { ifNeeded: true })).toEqual([
      'countries: left out',
      unread('cities', cities),
      'regions: left alone: they are made from the live cities, which cannot be read',
      'lands: left alone: they are made from the live cities, which cannot be read',
      'places: live already',
      unread('markers', markers),
    ]);
  });
});

test('an index of a person with the alias is left alone; --replace-source takes the alias', async () => {
  const other = createSandbox();
  const index = `${other.indexPrefix}-places-mine`;
  const alias = `${other.indexPrefix}-places`;
  await other.client.indices.create({ index, aliases: { [alias]: {} } });
  expect(await run(other, ['places'], { ifNeeded: true })).toEqual([
    expect.stringContaining('places: left alone: nothing says what'),
  ]);
  await expect(run(other, ['places'])).rejects.toThrow(/nothing says what .*--replace-source/);
  await run(other, ['places'], { replaceSource: true });
  expect([...(await other.live('places')).keys()]).toEqual(numbered(1, 20));
  await other.remove();
});

test.each([
  [['cities'], { landCountries: ['FRA'] }, '--land-countries is for lands: name that too'],
  [['lands'], { placeFile: 'a', placeMapping: 'b' }, '--place-file is for places, --place-mapping'],
  [[], { placeFile: 'a' }, '--place-file and --place-mapping go together'],
] as const)(
  'options that do not fit are wrong usage: %j with %j',
  async (chosen, options, message) => {
    await expectRefused(run(sandbox, [...chosen], options), new RegExp(`^${message}`));
  },
);
