import { getHeapStatistics } from 'node:v8';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { overturePlaces } from '../../../../ingest/places/overture.js';
import { writeOverture } from '../../../support/overtureFile.js';
import { Folder, readPlaces } from '../../../support/placeFiles.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

const louvre = {
  id: '08f1fb46-louvre',
  at: [2.3376, 48.8606] as [number, number],
  name: 'Musée du Louvre',
  category: 'museum',
  confidence: 0.9,
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
    `1 places of ${file} are permanently closed`,
    `1 places of ${file} have a confidence below 0.5`,
    expect.stringContaining(`warning: the row ${file}:2 lies at 0°, 0° ("null island")`),
  ]);
  expect(complaints).toEqual([]);
  expect(source.sources?.()).toMatchObject([{ name: 'places.parquet' }]);
});

test('a file that is cut off, or is not of Overture', async () => {
  const whole = writeOverture(join(folder.path, 'whole.parquet'), [louvre]);
  const half = folder.write('half.parquet', readFileSync(whole).subarray(0, 200));
  await expect(overturePlaces(half)).rejects.toThrow(
    /half\.parquet cannot be read \(.*\): look whether it is there, whole/,
  );
  const plain = writeOverture(join(folder.path, 'plain.parquet'), [louvre], false);
  await expect(overturePlaces(plain)).rejects.toThrow(
    `${plain} lacks the metadata of GeoParquet. It must be a file of Overture's theme "places".`,
  );
});

test('a row group that does not fit into memory is rejected by name before it is read', async () => {
  const file = join(folder.path, 'swelling.parquet');
  const rows = Math.ceil(getHeapStatistics().heap_size_limit / 6_000);
  const column = (name: string) => ({ name, data: new Array(rows).fill('a'), type: 'STRING' as const }); // prettier-ignore
  const content = parquetWriteBuffer({
    columnData: ['id', 'geometry', 'names'].map(column),
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
