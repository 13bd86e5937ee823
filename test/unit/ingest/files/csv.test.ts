import { afterAll, describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { Folder } from '../../../support/placeFiles.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

const mapping = {
  format: 'csv',
  fields: { osm_id: 'id', name: 'name', lat: 'latitude', lon: 'longitude' },
};

const read = (content: string | Uint8Array, more: object = {}, name = 'places.csv') =>
  folder.read(folder.write(name, content), { ...mapping, ...more });
/** Id, name and line of what was read. */
const brief = async (...parameters: Parameters<typeof read>) =>
  (await read(...parameters)).places.map(({ id, name, line }) => [id, name, line]);

describe('lines', () => {
  const rows = [
    'name,osm_id,lat,lon',
    '"Louvre\n75001 ""Paris""\nFrance",1,48.86,2.34',
    '',
    'Gare,2,48.84,2.37',
    '"Bad\nplace",3,91,2.37',
    'Last,4,48.84,2.37',
  ];
  const expected = [
    ['1', 'Louvre\n75001 "Paris"\nFrance', 2],
    ['2', 'Gare', 6],
    ['4', 'Last', 9],
  ];

  test.each([
    ['LF', rows.join('\n')],
    ['CRLF', rows.join('\n').replaceAll('\n', '\r\n')],
    ['a line feed at the end', `${rows.join('\n')}\n`],
    ['a byte order mark', `\ufeff${rows.join('\n')}`],
  ])('%s', async (_, content) => {
    const { places, rejects } = await read(content);
    expect(places.map(({ id, name, line }) => [id, name, line])).toEqual(expected);
    expect(rejects).toMatchObject([{ line: 7, id: '3' }]);
  });

  test('a file that is compressed', async () => {
    expect(await brief(gzipSync(rows.join('\r\n')), {}, 'places.csv.GZ')).toEqual(expected);
  });

  test('a file of many pieces, with line ends and letters cut in two', async () => {
    const count = 30_000;
    const lines = Array.from({ length: count }, (_, at) => `"Ça\nva ${at}",${at},1,2`);
    const places = await brief(['name,osm_id,lat,lon', ...lines].join('\r\n'));
    expect(places).toHaveLength(count);
    expect(
      places.every(([, name, line], at) => name === `Ça\nva ${at}` && line === 2 * at + 2),
    ).toBe(true);
  });
});

test('another delimiter, columns in any order, further columns, constants and photos', async () => {
  const { places } = await read(
    'lon;name;pictures;osm_id;other;lat\n2;A, B;http://a/1 | https://b/2;7;x;1\n2;C;;8;;1',
    {
      delimiter: ';',
      fields: { ...mapping.fields, pictures: 'photos' },
      constants: { category: 'museum', rating: 4.5 },
    },
  );
  const common = { category: 'museum', rating: 4.5, location: [2, 1], website: null };
  expect(places).toMatchObject([
    { id: '7', name: 'A, B', photos: ['http://a/1', 'https://b/2'], ...common },
    { id: '8', name: 'C', photos: [], ...common },
  ]);
});

test('a record with another number of cells is a reject; the ones after it are read', async () => {
  const { places, rejects } = await read('name,osm_id,lat,lon\nA,1,1\nB,2,1,1,1\nC,3,1,1');
  expect(places.map(({ id }) => id)).toEqual(['3']);
  expect(rejects).toEqual([
    expect.objectContaining({ line: 2, id: '1', reason: 'it has 3 cells, the header has 4' }),
    expect.objectContaining({ line: 3, id: '2', reason: 'it has 5 cells, the header has 4' }),
  ]);
});

describe('a quotation mark', () => {
  const header = 'name,osm_id,lat,lon\n';
  const follows = 'text follows a closing quotation mark';

  test.each([
    ['within a cell', 'A"B,2,1,1', 'a quotation mark stands within a cell'],
    ['two within a cell', 'A"B"C,2,1,1', 'a quotation mark stands within a cell'],
    ['before text', '"A"B,2,1,1', follows],
    ['after one that stands for itself', '"A""B"C,2,1,1', follows],
  ])('%s is a reject; the rows around it are read', async (_, row, reason) => {
    const { places, rejects } = await read(`${header}"A\nB",1,1,1\n${row}\nC,3,1,1`);
    expect(rejects).toEqual([{ file: expect.any(String), line: 4, id: 'unknown', reason, row }]);
    expect(places.map(({ id }) => id)).toEqual(['1', '3']);
  });

  test.each([
    ['far from the next one', `A,1,1,1\n"B,2,1,1\n${'C,3,1,1\n'.repeat(150_000)}`],
    ['before rows that have their own', 'A,1,1,1\n"B,2,1,1\n"C",3,1,1\n'],
    [
      'before one that opens a cell of a later row',
      'A,1,1,1\nB,2,1,"1\nC,3,1,1\nE,5,1,"1"\nF,6,1,1',
    ],
    ['in the last row', 'A,1,1,1\nB,"2,1,1'],
    ['in the last row, after one that stands for itself', 'A,1,1,1\n"B""'],
    ['in a cell of 2 MB', `A,1,1,1\n"${'words, and words\n'.repeat(125_000)}",4,1,1`],
  ])('that is not closed, %s, ends the run with file and line', async (_, content) => {
    await expect(read(header + content)).rejects.toThrow(
      /places\.csv:3: a quotation mark is not closed\. Close it, or write ""/,
    );
  });
});

test('a cell of many lines with quotation marks is read, and takes no quadratic time', async () => {
  const lines = '""\n'.repeat(100_000);
  const { places } = await read(`name,osm_id,lat,lon\n"${lines}",1,1,1\nB,2,1,1`);
  expect(places.map(({ id }) => id)).toEqual(['1', '2']);
}, 20_000);

test('a cell of 2 MB in one line is one reject', async () => {
  const rows = ['A,1,1,1', `${'x'.repeat(2_000_000)},2,1,1`, 'C,3,1,1'];
  const { places, rejects } = await read(['name,osm_id,lat,lon', ...rows].join('\n'));
  expect(places.map(({ id }) => id)).toEqual(['1', '3']);
  expect(rejects).toMatchObject([{ line: 3, reason: 'it is longer than 1048576 bytes' }]);
  expect(rejects[0]?.row).toHaveLength(10_001);
});

test('a line that is not UTF-8 is a reject, be it within a record; its neighbours are read', async () => {
  const bad = Buffer.from([0x4d, 0xfc, 0x6e]);
  const content = Buffer.concat([
    Buffer.from('name,osm_id,lat,lon\nÄ,1,1,1\n'),
    bad,
    Buffer.from(',2,1,1\nÖ,3,1,1\n"Ü\n'),
    bad,
    Buffer.from('",4,1,1\nß,5,1,1'),
  ]);
  const { places, rejects } = await read(content);
  expect(places.map(({ name }) => name)).toEqual(['Ä', 'Ö', 'ß']);
  expect(rejects).toMatchObject([
    { line: 3, id: '2', reason: 'it is not UTF-8', row: 'M\ufffdn,2,1,1' },
    { line: 5, id: '4', reason: 'it is not UTF-8', row: '"Ü\nM\ufffdn",4,1,1' },
  ]);
});

describe('a file that cannot be used, named with its line', () => {
  const header = 'name,osm_id,lat,lon\n';
  test.each([
    ['no header', '', 'places.csv is empty: its first line must be a header.'],
    [
      'missing columns',
      'name,osm_id,x\nA,1,2',
      'places.csv:1: the header does not fit the mapping: it has no column "lat"; it has no column "lon". Its columns are "name", "osm_id", "x".',
    ],
    ['a column twice', 'name,osm_id,lat,lon,name\n', '"name" is there twice'],
    [
      'a header of which a quotation mark is not closed',
      'name,"osm_id,lat,lon\nA,1,1,1',
      'places.csv:1',
    ],
  ])('%s', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  test('a compressed one that breaks off', async () => {
    const whole = gzipSync(`${header}${'A,1,1,1\n'.repeat(1_000)}`);
    await expect(read(whole.subarray(0, whole.length / 2), {}, 'half.csv.gz')).rejects.toThrow(
      /half\.csv\.gz cannot be read \(unexpected end of file\): look whether it is there, whole/,
    );
  });
});

test('of a million columns not each one is told', async () => {
  const file = folder.write('wide.csv', Array.from({ length: 100_000 }, (_, at) => at).join(','));
  await expect(folder.read(file, mapping)).rejects.toThrow(/"58", "59" and 99940 more\.$/);
});
