import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PlaceDocument } from '../../../../indices/places.js';
import { isCurrent } from '../../../../ingest/generations/provenance.js';
import { mappedPlaces } from '../../../../ingest/places/ownFiles.js';
import { placeResource } from '../../../../ingest/places/resource.js';
import { beforeRequest } from '../../../support/interceptOnce.js';
import { createSandbox, type Sandbox } from '../sandbox.js';

let sandbox: Sandbox;
let folder: Sandbox['folder'];
beforeEach(() => {
  sandbox = createSandbox();
  ({ folder } = sandbox);
});
afterEach(() => sandbox.remove());

const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };
const header = 'id,name,lat,lng,stars';
const sound = Array.from({ length: 2_000 }, (_, at) => `p${at},"Place\n${at}",48.5,2.25,4.5`);

async function resourceOf(rows: readonly string[], more: object = {}) {
  const file = folder.write('places.csv', [header, ...rows].join('\r\n'));
  const mapping = { format: 'csv', fields: { ...fields, stars: 'rating', ...more } };
  return placeResource(
    await mappedPlaces(file, folder.write('mapping.json', JSON.stringify(mapping))),
  );
}

test('the places of a file are live; a row that cannot be is named with all that is wrong', async () => {
  const faulty = 'a b ,,48.5,2.25,7';
  await expect(
    sandbox.ingest(await resourceOf([...sound, faulty, faulty, 'p7,Twice,1,1,1'])),
  ).rejects.toThrow(/only 2000 of 2003 rows could be indexed, 99\.9 % are needed/);

  const { rejects } = await sandbox.ingest(await resourceOf([...sound, faulty]));
  expect(rejects).toEqual([
    {
      file: `${folder.path}/places.csv`,
      line: 4_002,
      id: 'a b ',
      reason:
        'id "a b " begins or ends with a blank; name is missing; rating "7" is not a number from 0 to 5',
      row: 'a b ,,48.5,2.25,7',
    },
  ]);
  const places = await sandbox.live<PlaceDocument>('places');
  expect(places.size).toBe(2_000);
  expect(places.get('p1999')).toMatchObject({
    name: 'Place\n1999',
    location: [2.25, 48.5],
    rating: 4.5,
    website: null,
    photos: [],
  });
});

test('the second of two rows with one id is a reject that is named', async () => {
  const { rejects } = await sandbox.ingest(await resourceOf([...sound, 'p7,Twice,1,1,1']));
  expect(rejects).toEqual([
    expect.objectContaining({ line: 4_002, id: 'p7', reason: 'another row has the same id' }),
  ]);
});

test('a mapping that does not fit the header leaves what is live', async () => {
  const { index } = await sandbox.ingest(await resourceOf(sound));
  const resource = await resourceOf(sound, { web: 'website' });
  await expect(sandbox.ingest(resource)).rejects.toThrow(
    /places\.csv:1: the header does not fit the mapping: it has no column "web"/,
  );
  expect(await sandbox.generations('places')).toEqual({ live: index, leftovers: [] });
});

test('--if-needed: the same file by the same mapping is not ingested again', async () => {
  const resource = await resourceOf(sound);
  await sandbox.ingest(resource);
  const { client, indexPrefix } = sandbox;
  const current = (made: typeof resource) => isCurrent({ client, indexPrefix }, made);
  expect(await current(resource)).toBe(true);
  expect(await current(await resourceOf(sound.slice(1)))).toBe(false);
});

test('a run that is interrupted leaves nothing behind', async () => {
  const controller = new AbortController();
  beforeRequest(sandbox.client, '/_bulk', () => {
    controller.abort(new Error('Interrupted.'));
    return Promise.resolve();
  });
  const { signal } = controller;
  await expect(sandbox.ingest(await resourceOf(sound), { signal })).rejects.toThrow('Interrupted.');
  expect(await sandbox.generations('places')).toEqual({ leftovers: [] });
});
