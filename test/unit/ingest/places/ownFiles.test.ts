import { appendFileSync, statSync, utimesSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { mappedPlaces, severalPlaces } from '../../../../ingest/places/ownFiles.js';
import { placeResource } from '../../../../ingest/places/resource.js';
import type { PlaceSource } from '../../../../ingest/places/row.js';
import type { Context } from '../../../../ingest/generations/resource.js';
import { Folder, readPlaces } from '../../../support/placeFiles.js';
import { zipOf } from '../../../support/zip.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };
const mappingFile = folder.write('places.json', JSON.stringify({ format: 'csv', fields }));
const content = 'id,name,lat,lng\n1,A,1,1\n';

async function drain(source: PlaceSource): Promise<number> {
  let rows = 0;
  for await (const row of source.rows()) rows += row.line > 0 ? 1 : 0;
  return rows;
}

test('the version is that of the file and of its mapping', async () => {
  const file = folder.write('version.csv', content);
  const version = async (mapping = mappingFile) => (await mappedPlaces(file, mapping)).version;
  const first = await version();
  expect(await version()).toBe(first);

  const more = { format: 'csv', fields, constants: { category: 'hotel' } };
  expect(await version(folder.write('other.json', JSON.stringify(more)))).not.toBe(first);
  utimesSync(file, 1, 1);
  const older = await version();
  expect(older).not.toBe(first);
  appendFileSync(file, '2,B,1,1\n');
  utimesSync(file, 1, 1);
  expect(await version()).not.toBe(older);
});

test('a file that changes while it is read does not pass the gate', async () => {
  const file = folder.write('changing.csv', content);
  const source = await mappedPlaces(file, mappingFile);
  expect(await drain(source)).toBe(1);
  await expect(source.gate?.()).resolves.toEqual([]);
  appendFileSync(file, '2,B,1,1\n');
  await expect(source.gate?.()).resolves.toEqual([
    `${file} was changed while it was read: ingest it again`,
  ]);
});

test('a file that cannot be read is named, and what to do', async () => {
  await expect(mappedPlaces('/none/places.csv', mappingFile)).rejects.toThrow(
    /^\/none\/places\.csv cannot be read \(ENOENT.*\): look whether it is there, whole, and may be read\.$/,
  );
  await expect(mappedPlaces(folder.path, mappingFile)).rejects.toThrow(/\(it is not a file\)/);
});

test.each([
  ['as it is', (text: string) => text],
  ['compressed', (text: string) => gzipSync(text)],
  ['in an archive', (text: string) => zipOf({ 'places.csv': text })],
])('a run tells how much of a file it has read: %s', async (name, pack) => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `${at},Place ${Math.sin(at)},1,1\n`);
  const text = `id,name,lat,lng\n${rows.join('')}`;
  const file = folder.write(`${name}.csv`, await pack(text));
  const source = await mappedPlaces(file, mappingFile);
  const both = severalPlaces([source, await mappedPlaces(file, mappingFile)]);
  for (const [each, times] of [
    [source, 1],
    [both, 2],
  ] as const) {
    // prettier-ignore
    // Earlier readings do not count.
    await drain(each);
    const run = await placeResource(each).begin({} as Context);
    const { expectedBytes = 0 } = run;
    expect([expectedBytes, run.bytesRead?.()]).toEqual([times * statSync(file).size, 0]);
    await drain(each);
    expect(run.bytesRead?.()).toBeGreaterThan(0.98 * expectedBytes);
    expect(run.bytesRead?.()).toBeLessThanOrEqual(expectedBytes);
  }
});

const sourceOf = (file: string, ...ids: string[]): PlaceSource => ({
  file,
  rows: () =>
    ids.map((id, at) => ({ line: at + 1, cells: { id, name: id, latitude: 48, longitude: 2 } })),
});

test('an id that two sources have is a reject of the later one, also among 300 of them', async () => {
  const sources = Array.from({ length: 300 }, (_, at) => sourceOf(`${at}.csv`, `place ${at}`));
  const { places, rejects } = await readPlaces(
    severalPlaces([...sources, sourceOf('last.csv', 'place 299', 'place 0')]),
  );
  expect(places.map(({ id }) => id)).toEqual(sources.map((_, at) => `place ${at}`));
  expect(rejects.map(({ file, id, reason }) => [file, id, reason])).toEqual([
    ['last.csv', 'place 299', '299.csv has a place with the same id'],
    ['last.csv', 'place 0', '0.csv has a place with the same id'],
  ]);
});
