import { appendFileSync, statSync, utimesSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from '@jest/globals';
import { fileSource } from '../../../../ingest/places/fileSource.js';
import { placeResource } from '../../../../ingest/places/resource.js';
import type { PlaceSource } from '../../../../ingest/places/row.js';
import { severalPlaces } from '../../../../ingest/places/several.js';
import type { Context } from '../../../../ingest/generations/resource.js';
import { Folder } from '../../../support/placeFiles.js';
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
  const version = async (mapping = mappingFile) => (await fileSource(file, mapping)).version;
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
  const source = await fileSource(file, mappingFile);
  expect(await drain(source)).toBe(1);
  await expect(source.gate?.()).resolves.toEqual([]);
  appendFileSync(file, '2,B,1,1\n');
  await expect(source.gate?.()).resolves.toEqual([
    `${file} was changed while it was read: ingest it again`,
  ]);
});

test('a file that cannot be read is named, and what to do', async () => {
  await expect(fileSource('/none/places.csv', mappingFile)).rejects.toThrow(
    /^\/none\/places\.csv cannot be read \(ENOENT.*\): look whether it is there, whole, and may be read\.$/,
  );
  await expect(fileSource(folder.path, mappingFile)).rejects.toThrow(/\(it is not a file\)/);
});

test.each([
  ['as it is', (text: string) => text],
  ['compressed', (text: string) => gzipSync(text)],
  ['in an archive', (text: string) => zipOf({ 'places.csv': text })],
])('a run tells how much of a file it has read: %s', async (name, pack) => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `${at},Place ${Math.sin(at)},1,1\n`);
  const text = `id,name,lat,lng\n${rows.join('')}`;
  const file = folder.write(`${name}.csv`, await pack(text));
  const source = await fileSource(file, mappingFile);
  const both = severalPlaces([source, await fileSource(file, mappingFile)]);
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
