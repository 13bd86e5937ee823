import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { sumBy } from 'es-toolkit/math';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { sourcesOf } from '../../../../ingest/files/dataFile.js';
import type { Context } from '../../../../ingest/generations/resource.js';
import { overturePlaces } from '../../../../ingest/places/overture.js';
import { mappedPlaces, severalPlaces } from '../../../../ingest/places/sources.js';
import { placeResource } from '../../../../ingest/places/resource.js';
import type { PlaceSource } from '../../../../ingest/places/row.js';
import { wkb, writeOverture } from '../../../support/overtureFile.js';
import { testFolder } from '../../../support/folder.js';
import { readPlaces } from '../../../support/placeFiles.js';
import { zipOf } from '../../../support/zip.js';
import { shapefileOf } from '../files/shapefileOf.js';

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
      folded: 'musee du louvre',
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
    {
      line: 5,
      id: 'nameless',
      reason: 'name is missing',
      row: { text: { id: 'nameless', latitude: 1 } },
    },
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
  // Sources of all themes have a confidence, too.
  const sources: Column = { name: 'sources', data: POINTS.map(() => ({ confidence: 1 })) };
  const texts = ['id', 'geometry', 'names'].map((name) => ({ ...named, name }));
  const buildings = writeOwn([...texts, sources]);
  await expect(overturePlaces(buildings)).rejects.toThrow(
    `${buildings} is not of Overture's theme "places", because its columns are id, geometry, names, sources. Download places (\`overturemaps download --type=place\`), or map a file of your own with format: parquet.`,
  );
  const plain = writeOverture(join(folder.path, 'plain.parquet'), [louvre], false);
  expect((await readPlaces(await overturePlaces(plain))).places).toMatchObject([{ id: louvre.id }]);
});

type Column = Parameters<typeof parquetWriteBuffer>[0]['columnData'][number];

/** Writes a Parquet file of one's own, in groups of two rows. */
function writeOwn(columnData: Column[], geo?: object): string {
  const kvMetadata = geo && [{ key: 'geo', value: JSON.stringify(geo) }];
  const content = parquetWriteBuffer({ columnData, rowGroupSize: 2, ...(kvMetadata && { kvMetadata }) }); // prettier-ignore
  const file = join(folder.path, 'own.parquet');
  writeFileSync(file, new Uint8Array(content));
  return file;
}

const ids: Column = { name: 'code', data: [1n, 2n, 2n ** 60n], type: 'INT64' };
const named: Column = { name: 'name', data: ['A', 'B', 'C'], type: 'STRING' };
const OWN = { format: 'parquet', fields: { code: 'id', name: 'name' } };
const POINTS: [number, number][] = [[2, 48], [3, 49], [-4, -50]]; // prettier-ignore
const wkbOf = (code: number, before: number[] = [], after: number[] = []) =>
  POINTS.map((point) => {
    const plain = Buffer.from(wkb(point));
    plain.writeUInt32LE(code >>> 0, 1);
    const numbers = Float64Array.from(after);
    return Buffer.concat([plain.subarray(0, 5), Uint8Array.from(before), plain.subarray(5), new Uint8Array(numbers.buffer)]); // prettier-ignore
  });
const column = (name: string, data: Column['data']): Column => ({ name, data, type: 'BYTE_ARRAY' });
const geoOf = (column: object, name = 'geom') => ({ primary_column: name, columns: { [name]: { encoding: 'WKB', ...column } } }); // prettier-ignore
const PARIS = { type: 'GeographicCRS', name: 'NTF (Paris)', id: { authority: 'EPSG', code: 4807 } };

test.each<[string, Column[], object | undefined]>([
  ['WKB, as GeoPandas and DuckDB write it', [column('geom', wkbOf(1))], geoOf({})],
  ['WKB with heights', [column('geom', wkbOf(1001, [], [7]))], geoOf({ crs: null })],
  ['EWKB with heights, measures and SRID', [column('geom', wkbOf(0xe0000001, [0xe6, 0x10, 0, 0], [7, 8]))], geoOf({})],
  ['EWKB without any metadata', [column('wkb_geometry', wkbOf(0x80000001, [], [7]))], undefined],
  ['native points', [{ name: 'geom', data: POINTS.map((coordinates) => ({ type: 'Point', coordinates })), type: 'GEOMETRY' }], undefined],
  ['a struct of x and y, as GeoArrow has it', [{ name: 'geom', data: POINTS.map(([x, y]) => ({ x, y })) }], geoOf({ encoding: 'point', crs: { name: 'NAD83', id: { authority: 'EPSG', code: 4269 } } })],
  ['a column each', [{ name: 'lat', data: POINTS.map(([, y]) => y), type: 'FLOAT' }, { name: 'lng', data: POINTS.map(([x]) => x), type: 'DOUBLE' }], undefined],
])('Parquet of one’s own is mapped, with coordinates in %s', async (_, columns, geo) => {
  const fields = columns.length > 1 ? { lat: 'latitude', lng: 'longitude' } : {};
  const source = await mappedPlaces(writeOwn([ids, named, ...columns], geo), { ...OWN, fields: { ...OWN.fields, ...fields } });
  const { places, rejects, complaints } = await readPlaces(source);
  expect(rejects).toEqual([]);
  expect(places.map(({ id, name, location, line }) => [id, name, location, line])).toEqual([
    ['1', 'A', [2, 48], 1],
    ['2', 'B', [3, 49], 2],
    [String(2n ** 60n), 'C', [-4, -50], 3],
  ]);
  expect(complaints).toEqual([]);
  expect(Math.round(source.files?.[0]?.bytesRead() ?? NaN)).toBe(source.files?.[0]?.bytes);
}); // prettier-ignore

test.each<[string, Column[], object | undefined, RegExp]>([
  ['lacks a column', [named, column('geom', wkbOf(1))], geoOf({}), /own\.parquet has no column "code"\. Its columns are name, geom\.$/],
  ['lacks points', [ids, named], undefined, /own\.parquet has no column of points\. Its columns are code, name\.$/],
  ['counts from Paris', [ids, named, column('geom', wkbOf(1))], geoOf({ crs: PARIS }), /own\.parquet cannot be read: its coordinates are of NTF \(Paris\), and not/],
  ['has another SRID', [ids, named, column('geom', wkbOf(0x20000001, [0xc7, 0x12, 0, 0]))], geoOf({}), /cannot be read: its coordinates are of EPSG:4807, and not/],
])('Parquet that %s is rejected', async (_, columns, geo, reason) => {
  await expect(mappedPlaces(writeOwn(columns, geo), OWN).then(readPlaces)).rejects.toThrow(reason);
}); // prettier-ignore

test('other geometries and empty cells of Parquet are rejects', async () => {
  const [first] = wkbOf(1);
  const data = [wkbOf(3)[0], null, first];
  const { places, rejects } = await readPlaces(await mappedPlaces(writeOwn([ids, named, column('geom', data)], geoOf({})), OWN)); // prettier-ignore
  expect(places.map(({ line }) => line)).toEqual([3]);
  expect(rejects.map(({ line, id, reason }) => [line, id, reason])).toEqual([
    [1, '1', 'it draws a Polygon, not a point'],
    [2, '2', 'latitude is missing; longitude is missing'],
  ]);
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

test('a folder of Shapefiles is one source, and a run tells how much of it it has read', async () => {
  const names = ['a', 'b'];
  for (const name of names) {
    const { shp, dbf } = shapefileOf([{ properties: { id: name, name }, geometry: null }]);
    folder.write(`shapes/${name}.shp`, shp);
    folder.write(`shapes/${name}.dbf`, dbf);
  }
  const fields = { id: 'id', name: 'name', lat: 'latitude', lon: 'longitude' };
  const source = await mappedPlaces(join(folder.path, 'shapes'), { format: 'shapefile', fields });
  const { rejects } = await readPlaces(source);
  expect(rejects.map(({ id }) => id)).toEqual(names);
  const { files = [] } = source;
  expect(files.map(({ file }) => basename(file))).toEqual(['a.shp', 'a.dbf', 'b.shp', 'b.dbf']);
  expect(sumBy(files, (file) => file.bytesRead())).toBe(sumBy(files, ({ bytes }) => bytes));
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
