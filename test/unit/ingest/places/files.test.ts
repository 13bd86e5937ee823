import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { sourcesOf } from '../../../../ingest/files/dataFile.js';
import type { Context } from '../../../../ingest/generations/resource.js';
import { overturePlaces } from '../../../../ingest/places/overture.js';
import { mappedPlaces, severalPlaces } from '../../../../ingest/places/ownFiles.js';
import { placeResource } from '../../../../ingest/places/resource.js';
import type { PlaceSource } from '../../../../ingest/places/row.js';
import { writeOverture } from '../../../support/overtureFile.js';
import { testFolder } from '../../../support/folder.js';
import { readPlaces } from '../../../support/placeFiles.js';
import { zipOf } from '../../../support/zip.js';

const folder = testFolder();

const louvre = {
  id: '08f1fb46-louvre',
  at: [2.3376, 48.8606] as [number, number],
  name: 'Musée du Louvre',
  category: 'museum',
  confidence: 0.5,
  addresses: [{ freeform: '1 Rue de Rivoli', locality: 'Paris', postcode: '75001', country: 'FR' }],
  websites: ['www.without-scheme.fr', 'https://www.louvre.fr'],
};

test('a GeoParquet file of Overture, row group by row group', async () => {
  const file = writeOverture(join(folder.path, 'places.parquet'), [
    louvre,
    { id: 'bare', at: [0, 0], name: 'Bare' },
    { id: 'unsure', at: [1, 1], name: 'Unsure', confidence: 0.2 },
    { id: 'gone', at: [1, 1], name: 'Gone', status: 'permanently_closed' },
    { id: 'nameless', at: [1, 1] },
    { id: 'nowhere', name: 'Nowhere' },
    { id: 'far', at: [35, 139], name: 'Far' },
  ]);
  const source = await overturePlaces(file, { minimumConfidence: 0.5 });
  expect(source.expectedRows).toBe(7);
  const { places, rejects, notes, complaints } = await readPlaces(source);
  expect(places).toEqual([
    {
      line: 1,
      id: '08f1fb46-louvre',
      land_id: expect.any(String),
      name: 'Musée du Louvre',
      subtitle: 'Paris',
      category: 'museum',
      location: [2.3376, 48.8606],
      address: '1 Rue de Rivoli, 75001 Paris, FR',
      website: 'https://www.louvre.fr',
      photos: [],
      popularity: null,
      rating: null,
    },
    expect.objectContaining({ line: 2, id: 'bare', category: null, address: null, website: null }),
  ]);
  expect(rejects).toMatchObject([
    { line: 5, id: 'nameless', reason: 'name is missing', row: expect.stringContaining('{') },
    { line: 6, id: 'nowhere', reason: 'latitude is missing; longitude is missing' },
    {
      line: 7,
      reason: 'latitude 139 is not a number from -90 to 90; latitude and longitude swapped?',
    },
  ]);
  expect(notes).toEqual([
    `permanently closed: 1 place of ${file}`,
    `with a confidence below 0.5: 1 place of ${file}`,
    expect.stringContaining(`warning: the row ${file}:2 lies at 0°, 0° ("null island")`),
  ]);
  expect(complaints).toEqual([]);
  expect(await sourcesOf(source)).toMatchObject([{ name: 'places.parquet' }]);
});

test('a file that is cut off, or is not of Overture, is rejected', async () => {
  const whole = writeOverture(join(folder.path, 'whole.parquet'), [louvre]);
  const half = folder.write('half.parquet', readFileSync(whole).subarray(0, 200));
  await expect(overturePlaces(half)).rejects.toThrow(
    /half\.parquet cannot be read: parquet file invalid/,
  );
  const plain = writeOverture(join(folder.path, 'plain.parquet'), [louvre], false);
  await expect(overturePlaces(plain)).rejects.toThrow(
    `${plain} lacks the metadata of GeoParquet. It must be a file of Overture's theme "places". Map a file of your own with format: parquet.`,
  );
});

test('a file of another theme of Overture is told so', async () => {
  const file = join(folder.path, 'buildings.parquet');
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const;
  const columns = ['id', 'geometry', 'names', 'num_floors'];
  const content = parquetWriteBuffer({
    schema: [
      { name: 'root', num_children: 5 },
      ...columns.map((name) => ({ name, ...text })),
      // Sources of all themes have a confidence, too.
      { name: 'sources', num_children: 1, repetition_type: 'OPTIONAL' },
      { name: 'confidence', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    ],
    columnData: [
      ...columns.map((name) => ({ name, data: ['a'] })),
      { name: 'sources', data: [{ confidence: 1 }] },
    ],
    kvMetadata: [{ key: 'geo', value: '{}' }],
  });
  writeFileSync(file, new Uint8Array(content));
  await expect(overturePlaces(file)).rejects.toThrow(
    `${file} is of another theme of Overture, or not of Overture, because its columns are id, geometry, names, num_floors, sources. Download places (\`overturemaps download --type=place\`), or map a file of your own with format: parquet.`,
  );
});

test('the parts of a folder are read as one, and each is a source', async () => {
  const parts = ['part-1.parquet', 'theme=places/part-0.parquet', 'part-2.parquet'];
  for (const [at, name] of parts.entries()) {
    folder.write(`parts/${name}`, '');
    const places = [{ ...louvre, id: `p${at}` }, { id: `nameless${at}`, at: [1, 1] as [number, number] }]; // prettier-ignore
    writeOverture(join(folder.path, 'parts', name), places);
  }
  folder.write('parts/readme.txt', '');
  const source = await overturePlaces(join(folder.path, 'parts'));
  expect(source.expectedRows).toBe(6);
  const { places, rejects, complaints } = await readPlaces(source);
  expect(places.map(({ id }) => id)).toEqual(['p0', 'p2', 'p1']);
  expect(rejects.map(({ file, line }) => [basename(file), line])).toEqual([
    ['part-1.parquet', 2],
    ['part-2.parquet', 2],
    ['part-0.parquet', 2],
  ]);
  expect(complaints).toEqual([]);
  expect(await sourcesOf(source)).toHaveLength(3);
});

test('a row group that does not fit into memory is rejected by name before it is read', async () => {
  const file = join(folder.path, 'swelling.parquet');
  const rows = Math.ceil(getHeapStatistics().heap_size_limit / 6_000);
  const column = (name: string) => ({ name, data: new Array(rows).fill('a'), type: 'STRING' as const }); // prettier-ignore
  const content = parquetWriteBuffer({
    columnData: ['id', 'geometry', 'names', 'categories'].map(column),
    rowGroupSize: rows,
    kvMetadata: [{ key: 'geo', value: '{}' }],
  });
  expect(content.byteLength).toBeLessThan(100_000);
  writeFileSync(file, new Uint8Array(content));
  await expect(overturePlaces(file)).rejects.toThrow(
    new RegExp(
      `swelling.parquet: row group 1 has ${rows} rows, .* MiB of memory, .*row_group_size`,
    ),
  );
});

test('columns of other kinds than those of Overture are rejects, and end nothing', async () => {
  const file = join(folder.path, 'others.parquet');
  const content = parquetWriteBuffer({
    columnData: [
      { name: 'id', data: [1n, 2n], type: 'INT64' },
      { name: 'geometry', data: ['nowhere', 'there'], type: 'STRING' },
      { name: 'names', data: ['A', 'B'], type: 'STRING' },
      { name: 'addresses', data: ['1 High Street', ''], type: 'STRING' },
      { name: 'websites', data: ['https://a.example', ''], type: 'STRING' },
    ],
    kvMetadata: [{ key: 'geo', value: '{}' }],
  });
  writeFileSync(file, new Uint8Array(content));
  const { places, rejects } = await readPlaces(await overturePlaces(file));
  expect(places).toEqual([]);
  expect(rejects.map(({ id }) => id)).toEqual(['1', '2']);
});

const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };
const mappingFile = folder.write('places.json', JSON.stringify({ format: 'csv', fields }));

async function drain(source: PlaceSource): Promise<void> {
  const rows = (async function* () {
    yield* source.rows();
  })();
  while ((await rows.next()).done !== true) continue;
}

test('a file is identified by its content', async () => {
  const text = 'id,name,lat,lng\n1,A,1,1\n';
  const source = await mappedPlaces(folder.write('content.csv', text), mappingFile);
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(await sourcesOf(source)).toMatchObject([
    { name: 'content.csv', bytes: text.length, sha256 },
    { name: 'places.json', role: 'mapping' },
  ]);
});

test('a part that another source reads now makes other data, though all files are the same', async () => {
  const read = (name: string) => mappedPlaces(folder.write(name, 'id,name,lat,lng\n'), mappingFile);
  const [a, b] = [await read('a.csv'), await read('b.csv')] as const;
  const recipeOf = (...sources: PlaceSource[]) => placeResource(severalPlaces(sources)).recipe;
  const moved = [
    { ...a, files: [...(a.files ?? []), ...(b.files ?? [])] },
    { ...b, files: [] },
  ];
  expect(recipeOf(...moved)).not.toEqual(recipeOf(a, b));
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
    const run = await placeResource(each).begin({} as Context);
    const { expectedBytes = 0 } = run;
    expect(expectedBytes).toBe(times * statSync(file).size);
    const before = run.bytesRead?.() ?? NaN;
    await drain(each);
    const read = (run.bytesRead?.() ?? NaN) - before;
    expect(read).toBeGreaterThan(0.98 * expectedBytes);
    expect(Math.floor(read)).toBeLessThanOrEqual(expectedBytes);
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
