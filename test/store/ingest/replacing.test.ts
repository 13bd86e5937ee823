import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { readNote } from '../../../ingest/generations/provenance.js';
import { liveAlias, pinnedAlias } from '../../../core/elasticsearch/names.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import type { Provenance } from '../../../indices/provenance.js';
import { discardHeld, rollbackGeneration, setPin } from '../../../ingest/generations/promotion.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { beforeRequest } from '../../support/interceptOnce.js';
import { numbered } from './world.js';
import { createSandbox } from './sandbox.js';
import { PLACE_JOBS, placeFile, run } from './small.js';
import { inEachTest } from '../../support/each.js';

const sandbox = inEachTest(createSandbox);

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
  const runPlaces = (chosen: ResourceName[] = ['places'], options: RunOptions = {}) =>
    run(sandbox, chosen, { allowShrink: true, ...options }, PLACE_JOBS);
  const runOwn = async (ids = OWN, options: RunOptions = {}) => {
    const own = placeFile(sandbox.folder, 'own.csv', ids);
    await runPlaces(['places', 'markers'], { ...own, ...options });
    return own;
  };
  const progress = silentProgress;

  test('are remembered by name, size and hash of their file, and not replaced by surprise', async () => {
    const own = await runOwn();
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
    const live = await liveOf('places');
    expect(await remembered('markers')).toMatchObject({
      sources: [{ generation: live }],
      counts: { indexed: 3 },
    });

    expect(await runPlaces([])).toContainEqual(
      expect.stringMatching(/^places: left alone: the live places were made from own\.csv, /),
    );
    await expectRefused(
      run(sandbox, ['cities', 'places']),
      /^This run would replace live data: the live places were made from own\.csv, /,
    );
    await expectRefused(
      run(sandbox, [], { ...own, placeFile: `${sandbox.folder.path}/none/own.csv` }),
      /own\.csv cannot be read/,
    );
    expect(await liveOf('places')).toBe(live);

    // They are not deleted when they have lost their alias.
    const name = liveAlias(sandbox.indexPrefix, 'places');
    await sandbox.client.indices.deleteAlias({ index: live, name });
    await expect(runPlaces([], { ifNeeded: true })).rejects.toThrow(
      `${live} is not live, but was, and holds places of own.csv. No changes were made. Give it its alias back (POST /_aliases {"actions":[{"add":{"index":"${live}","alias":"${name}"}}]})`,
    );
    await sandbox.client.indices.putAlias({ index: live, name });
    expect(await placeIds()).toEqual(OWN);
    expect([...(await sandbox.live('markers')).keys()]).toEqual(OWN);
  });

  test('are not replaced by a dry run and by a held generation, so these are not refused', async () => {
    const own = await runOwn();
    const [dry] = await runPlaces(['places'], { dryRun: true });
    expect(dry).toMatch(
      /^places: dry run: 20 documents[^]*\n {2}cannot be promoted as it is: .*made from own\.csv.*--replace-source/,
    );
    const [held] = await runPlaces(['places'], { hold: true });
    expect(held).toMatch(/^places: 20 documents held [^]*\n {2}cannot be promoted as it is: /);
    const options = { progress, allowShrink: true };
    await expectRefused(promoteHeld(sandbox, 'places', options), /would replace live data of own\.csv; .*--replace-source/); // prettier-ignore
    expect(await placeIds()).toEqual(OWN);
    // The choice is remembered.
    await runPlaces(['places'], { hold: true, replaceSource: true });
    await promoteHeld(sandbox, 'places', options);
    expect(await placeIds()).toHaveLength(20);

    // Those that were promoted after a run was planned are left alone.
    beforeRequest(sandbox.client, '/_doc/places', async () => {
      const other = createSandbox();
      const beside = { client: other.client, indexPrefix: sandbox.indexPrefix };
      await run(beside, ['places'], { ...own, allowShrink: true }, PLACE_JOBS);
      await other.remove();
    });
    await expect(runPlaces()).rejects.toThrow(
      /^This run would replace live data: .* from own\.csv, .* No changes were made\./,
    );
    expect(await placeIds()).toEqual(OWN);
  });

  test('are replaced by a new version of their file, and by others with --replace-source, unless they are pinned', async () => {
    const added = [...OWN, 'own 4'];
    await runOwn(added);
    await runPlaces(['places'], { replaceSource: true });
    expect(await placeIds()).toEqual(numbered(1, 20));
    await setPin(sandbox, 'places', true, {});
    // The pin stays, and what is live now is what counts.
    await rollbackGeneration(sandbox, 'places');
    const pinned = await liveOf('places');
    await expectRefused(runPlaces(['places'], { replaceSource: true }), /the live places are pinned \(.*unpin places`/); // prettier-ignore
    await runPlaces(['places'], { hold: true });
    await expect(promoteHeld(sandbox, 'places', { progress })).rejects.toThrow(/are pinned/);
    expect(await liveOf('places')).toBe(pinned);
    // A pinned generation that has lost its alias is not deleted.
    const name = liveAlias(sandbox.indexPrefix, 'places');
    await sandbox.client.indices.deleteAlias({ index: pinned, name });
    await expectRefused(runPlaces(['places']), /is pinned, but is not live, because it has lost its alias/); // prettier-ignore
    await sandbox.client.indices.putAlias({ index: pinned, name });

    // A pin on the markers holds for the places, too, and is removed with theirs.
    await setPin(sandbox, 'places', false, {});
    const { client, indexPrefix } = sandbox;
    await client.indices.putAlias({ index: await liveOf('markers'), name: pinnedAlias(indexPrefix, 'markers') }); // prettier-ignore
    const left = /left alone: the live markers are pinned .*unpin places/;
    expect(await runPlaces([])).toContainEqual(expect.stringMatching(left));
    await setPin(sandbox, 'places', false, {});
    await discardHeld(sandbox, 'places', {});
    await expectRefused(runPlaces(), /made from own\.csv/);
    await runOwn();
    expect(await placeIds()).toEqual(OWN);
    expect(await liveOf('places')).not.toBe(pinned);
  });
});

test('settings of the live data are kept by a run without them, which says so, and replaced by a run with others', async () => {
  const area = { landCountries: ['AND'] };
  const both: ResourceName[] = ['cities', 'lands'];
  await run(sandbox, both, { primaryMinimumPopulation: 50_000, ...area });
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
  expect(await run(sandbox, ['cities'])).toContain(
    'cities: inherited from the live data: --primary-minimum-population 50000',
  );
  expect((await remembered('cities'))?.options).toEqual({ primaryMinimumPopulation: 50_000 });
  // Lands of some countries are a person's choice.
  expect(await run(sandbox, ['lands'], { ifNeeded: true })).toEqual([
    'lands: left alone: they have --land-countries AND, and are out of date; `npm run ingest -- lands` makes them again',
  ]);
  expect(await run(sandbox, ['lands'])).toContain(
    'lands: inherited from the live data: --land-countries AND',
  );
  const given = { primaryMinimumPopulation: 70_000, landCountries: [], allowShrink: true };
  await run(sandbox, both, given);
  expect((await remembered('lands'))?.options).toEqual({});
  expect((await remembered('cities'))?.options).toEqual({ primaryMinimumPopulation: 70_000 });

  // If needed, data that cannot be read, and what is made from it, are left alone.
  await run(sandbox, ['places']);
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

test('an index of a person with the alias is left alone; --replace-source takes the alias', async () => {
  const alias = liveAlias(sandbox.indexPrefix, 'places');
  const index = `${alias}-mine`;
  await sandbox.client.indices.create({ index, aliases: { [alias]: {} } });
  expect(await run(sandbox, ['places'], { ifNeeded: true })).toEqual([
    expect.stringContaining('places: left alone: nothing says what'),
  ]);
  await expect(run(sandbox, ['places'])).rejects.toThrow(/nothing says what .*--replace-source/);
  await run(sandbox, ['places'], { replaceSource: true });
  expect([...(await sandbox.live('places')).keys()]).toEqual(numbered(1, 20));
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
