import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TransportRequestParams } from '@elastic/elasticsearch';
import { describe, expect, test } from '@jest/globals';
import { without } from 'es-toolkit/array';
import { silentProgress } from '../../../core/cli/progress.js';
import type { CityDocument } from '../../../indices/cities.js';
import type { PlaceDocument } from '../../../indices/places.js';
import { countryResource } from '../../../ingest/countries/resource.js';
import { acquireLocks } from '../../../ingest/generations/lock.js';
import { recorder } from '../../../ingest/runs/history.js';
import { removePrefix } from '../../../ingest/runs/removePrefix.js';
import { readSources } from '../../../ingest/runs/sources.js';
import { geonamesRow } from '../../support/geonames.js';
import { beforeRequest, interceptOnce } from '../../support/interceptOnce.js';
import { createSandbox } from './sandbox.js';
import { CITIES, PLACE_JOBS, run, smallJobs } from './small.js';
import { inEachTest } from '../../support/each.js';

const sandbox = inEachTest(createSandbox);

const read = (sources: object) =>
  readSources(sandbox.folder.write('sources.json', JSON.stringify(sources)));

describe('stations of which 18 % have no coordinates', () => {
  const rows = Array.from({ length: 100 }, (_, at) =>
    [at, `Gare ${at}`, ...(at < 18 ? ['', ''] : [48, 2]), at < 90 ? 'FR' : 'IT', 't'].join(';'),
  );
  const stations = (share: string, ...more: string[]) => {
    sandbox.folder.write('stations.csv', `id;name;latitude;longitude;country;is_suggestable\n${[...rows, ...more].join('\n')}`); // prettier-ignore
    const mapping = {
      ...{ format: 'csv', delimiter: ';' },
      fields: { name: 'name', latitude: 'latitude', longitude: 'longitude' },
      id: ['country', 'name'],
      where: { country: 'FR', is_suggestable: { matches: '^t' } },
      expected: { 'latitude is missing': share },
    };
    return read({ places: { from: [{ file: 'stations.csv', mapping }] } });
  };

  test('go live if so many are expected, without those that where leaves out', async () => {
    await run(sandbox, ['places'], { sources: await stations('20%') }, PLACE_JOBS);
    const live = await sandbox.live<PlaceDocument>('places');
    expect(live.size).toBe(72);
    expect(live.get('FR-Gare_18')).toMatchObject({ name: 'Gare 18' });
  });

  test('are refused if fewer are expected, and for any other reason', async () => {
    await expect(
      run(sandbox, ['places'], { sources: await stations('19.9%') }, PLACE_JOBS),
    ).rejects.toThrow(
      /- 18 of 90 rows of \S+stations.csv \(20 %\) are rejected for "latitude is missing"; up to 19\.9 % are expected\n- only 72 of 90 rows .*, and 17 rejects expected/,
    );
    await expect(
      run(sandbox, ['places'], { sources: await stations('20%', '101;;48;2;FR;t') }, PLACE_JOBS),
    ).rejects.toThrow(/only 72 of 91 rows .*, and 18 rejects expected/);
    expect((await sandbox.generations('places')).live).toBeUndefined();
  });
});

test('rejected rows are mended, and go live as a further source with the same mapping', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, at) => `${at};Gare ${at};${at < 2 ? '' : '48,5'};2,25`,
  );
  sandbox.folder.write('stations.csv', Buffer.from(`id;name;lat;lng\n${rows.join('\n')}\n99;\xc9t\xe9;;1`, 'latin1')); // prettier-ignore
  const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };
  const mapping = { format: 'csv', delimiter: ';', encoding: 'latin1', decimal: ',', fields };
  const rejects = sandbox.folder.path;
  const ingest = async (...files: string[]) => {
    const from = files.map((file) => ({ file, mapping }));
    await run(sandbox, ['places'], { sources: await read({ places: { from }, maxRejects: 0.5 }), rejects }, PLACE_JOBS); // prettier-ignore
    return await sandbox.live<PlaceDocument>('places');
  };
  expect((await ingest('stations.csv')).size).toBe(38);
  const [name = ''] = readdirSync(rejects).filter((each) => each.startsWith('rejects-'));
  const text = readFileSync(join(rejects, name), 'utf8');
  expect(text).toContain('"_reason";"_source";"_line";id;name;lat;lng\n"latitude is missing";');
  sandbox.folder.write('mended.csv', text.replaceAll(/;;(?=2,25|1)/g, ';48,5;'));
  const live = await ingest('stations.csv', 'mended.csv');
  expect(live.size).toBe(41);
  expect(live.get('99')).toMatchObject({ name: 'Été', location: [1, 48.5] });
});

test('a source of cities keeps fields of the source before it', async () => {
  sandbox.folder.write('AD.txt', geonamesRow({ id: 2, name: 'Canillo (AD)', country: 'AD', population: 7, latitude: 42.6, longitude: 1.6 })); // prettier-ignore
  const keep = ['name', 'population'];
  const sources = await read({ cities: { from: ['built-in', { geonames: 'AD.txt', keep }] } });
  const builtIn = { ...PLACE_JOBS, cities: smallJobs(CITIES).cities };
  await run(sandbox, ['cities'], { sources }, builtIn);
  const canillo = (await sandbox.live<CityDocument>('cities')).get('AND_Canillo');
  expect(canillo).toMatchObject({ name: 'Canillo', population: 60_000, location: [1.6, 42.6] });
});

test('countries that the file of borders lacks are told', async () => {
  const ring = [[1.4, 42.4], [1.8, 42.4], [1.8, 42.7], [1.4, 42.7], [1.4, 42.4]]; // prettier-ignore
  const feature = { type: 'Feature', properties: { code: 'AND' }, geometry: { type: 'Polygon', coordinates: [ring] } }; // prettier-ignore
  const borders = sandbox.folder.write('borders.json', JSON.stringify(feature));
  const countries = await countryResource({ borders, code: 'code', missing: 'left-out' });
  await sandbox.ingest(countries);
  expect(sandbox.notes).toContainEqual(
    expect.stringMatching(/^249 countries that \S+borders.json lacks are left out: ABW, AFG, /),
  );
});

describe('the data of a prefix', () => {
  /** A prefix that begins alike, and indices that are nobody's. */
  async function neighbours(): Promise<string[]> {
    const { indexPrefix, client } = sandbox;
    const others = ['-2-runs', '-2-cities-g20261121t104500123', '-cities-mine', '-notes'];
    for (const other of others) await client.indices.create({ index: `${indexPrefix}${other}` });
    return others.map((other) => `${indexPrefix}${other}`).sort();
  }

  test('is deleted with its builds, tokens and history, and no other', async () => {
    const { client, indexPrefix } = sandbox;
    await run(sandbox, ['places', 'markers'], {}, PLACE_JOBS);
    for (const name of ['runs', 'tokens', 'token-names', 'token-uses', 'city-ids']) {
      await client.indices.create({ index: `${indexPrefix}-${name}` });
    }
    const own = await sandbox.indices();
    const others = await neighbours();
    expect(own).toHaveLength(9);
    await expect(removePrefix(sandbox, undefined, {})).rejects.toThrow(
      new RegExp(`^No changes were made. To delete these, pass --confirm ${indexPrefix}:\n(- .*\n)*- ${indexPrefix}-tokens$`, 'm'),
    ); // prettier-ignore
    await expect(removePrefix(sandbox, `${indexPrefix}-2`, {})).rejects.toThrow(
      /^No changes were made/,
    );
    expect(await sandbox.indices()).toEqual([...own, ...others].sort());
    // An answer is lost.
    const isDeletion = ({ method, path }: TransportRequestParams) => method === 'DELETE' && !path.includes('/_doc/'); // prettier-ignore
    interceptOnce(client, isDeletion, async (send) => {
      await send();
      return send();
    });
    // A run may be about to write its lock.
    const locks = `${indexPrefix}-ingestions`;
    expect(await removePrefix(sandbox, indexPrefix, {})).toEqual(without(own, locks));
    expect(await sandbox.indices()).toEqual([...others, locks].sort());
    expect(await removePrefix(sandbox, indexPrefix, {})).toEqual([]);
  });

  test('stays while one of its resources is ingested, or its history has a run that has not ended', async () => {
    await run(sandbox, ['places'], {}, PLACE_JOBS);
    const running = (name: string) =>
      new RegExp(`^An ingestion of ${name} is running since .* Wait until it has ended, or stop it\\.$`); // prettier-ignore
    const removing = () => removePrefix(sandbox, sandbox.indexPrefix, {});
    const lock = await acquireLocks(sandbox, ['lands']);
    const before = await sandbox.indices();
    await expect(removing()).rejects.toThrow(running('lands'));
    await lock.release();

    const addEntry = recorder(sandbox, silentProgress);
    const entry = { begun: new Date().toISOString(), resource: 'places' };
    await addEntry({ ...entry, outcome: 'running' }, 'one');
    await expect(removing()).rejects.toThrow(running('places'));
    expect(await sandbox.indices()).toEqual(expect.arrayContaining(before));
    await addEntry({ ...entry, outcome: 'done' }, 'one');
    const rest = without(before, `${sandbox.indexPrefix}-ingestions`);
    expect(await removing()).toEqual([...rest, `${sandbox.indexPrefix}-runs`].sort());
  });

  test('that is deleted while a run waits for its lock is not made again', async () => {
    await run(sandbox, ['places'], {}, PLACE_JOBS);
    const { live = '' } = await sandbox.generations('places');
    const { indexPrefix } = sandbox;
    beforeRequest(sandbox.client, '/_doc/places', async () => {
      const { client } = createSandbox();
      await removePrefix({ client, indexPrefix }, indexPrefix, {});
      await client.close();
    });
    const message = `${live} has been removed meanwhile. No changes were made. Start again.`;
    await expect(run(sandbox, ['places'], {}, PLACE_JOBS)).rejects.toThrow(message);
    expect(await sandbox.indices()).toEqual([`${indexPrefix}-ingestions`]);
  });
});
