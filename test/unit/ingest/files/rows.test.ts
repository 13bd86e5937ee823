import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { sourcesOf } from '../../../../ingest/files/dataFile.js';
import { mappedPlaces } from '../../../../ingest/places/sources.js';
import { testFolder } from '../../../support/folder.js';
import { readPlaces } from '../../../support/placeFiles.js';

const folder = testFolder();

const fields = { osm_id: 'id', name: 'name', lat: 'latitude', lon: 'longitude' };
const header = 'name,osm_id,lat,lon\n';

const read = (content: string | Uint8Array, more: object = {}, name = 'places.csv') =>
  mappedPlaces(
    folder.write(name, content),
    folder.write('mapping.json', JSON.stringify({ format: 'csv', fields, ...more })),
  ).then(readPlaces);

const rows = [
  header.trimEnd(),
  '"Louvre\n75001 ""Paris""\nFrance",1,48.86,2.34',
  '',
  'Gare,2,48.84,2.37',
  '"Bad\nplace",3,91,2.37',
  'Last,4,48.84,2.37',
];

test.each([
  ['LF', rows.join('\n')],
  ['CRLF', rows.join('\n').replaceAll('\n', '\r\n')],
  ['a line feed at the end', `${rows.join('\n')}\n`],
  ['a byte order mark', `\ufeff${rows.join('\n')}`],
  ['gzip', gzipSync(rows.join('\r\n'))],
])('rows are read with their lines: %s', async (_, content) => {
  const { places, rejects } = await read(content);
  expect(places.map(({ id, name, line }) => [id, name, line])).toEqual([
    ['1', 'Louvre\n75001 "Paris"\nFrance', 2],
    ['2', 'Gare', 6],
    ['4', 'Last', 9],
  ]);
  expect(rejects).toMatchObject([{ line: 7, id: '3' }]);
});

test('a file of many pieces, with line ends and letters cut in two', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `"Ça\nva ${at}",${at},1,2`);
  const { places } = await read(`${header}${lines.join('\r\n')}`);
  expect(places.map(({ name, line }) => [name, line])).toEqual(
    lines.map((_, at) => [`Ça\nva ${at}`, 2 * at + 2]),
  );
});

test('the newest day of a column is the day of the file', async () => {
  const file = folder.write('days.csv', 'name,osm_id,lat,lon,changed\nA,1,1,2,2019-05-01\nB,2,1,2,2020-01-02\nC,3,1,2,yesterday');
  const source = await mappedPlaces(file, { format: 'csv', fields: { ...fields, changed: 'modified' } });
  const { places, rejects } = await readPlaces(source);
  expect([places.length, rejects]).toEqual([3, []]);
  expect(places[0]).not.toHaveProperty('modified');
  expect(await sourcesOf(source)).toMatchObject([{ asOf: '2020-01-02' }]);
}); // prettier-ignore

test.each([
  ['a first cell that is empty, before quoted ones', ',"A",1,1,2', 1],
  ['an empty cell at the end, as many programs write it', 'x,A,1,1,2,', 1],
  ['a cell more that is not empty', 'x,A,1,1,2,3', 'it has 6 cells, the first row has 5'],
  ['a cell less, the last one empty', 'x,A,1,', 'it has 4 cells, the first row has 5'],
])('a row with %s is read, or says why not', async (_, row, expected) => {
  const { places, rejects } = await read(`other,name,osm_id,lat,lon\n${row}\n`);
  if (typeof expected === 'number') expect([places.length, rejects]).toEqual([expected, []]);
  else expect(rejects).toMatchObject([{ line: 2, reason: expected }]);
});

test('another delimiter, columns in any order, further columns, constants and photos', async () => {
  const { places } = await read(
    'lon;name;pictures;osm_id;other;lat\n2;A, B;http://a/1 | https://b/2;7;x;1\n2;C;;8;;1',
    {
      delimiter: ';',
      fields: { ...fields, pictures: 'photos' },
      constants: { category: 'museum', rating: 4.5 },
    },
  );
  const common = { category: 'museum', rating: 4.5, location: [2, 1], website: null };
  expect(places).toMatchObject([
    { id: '7', name: 'A, B', photos: ['http://a/1', 'https://b/2'], ...common },
    { id: '8', name: 'C', photos: [], ...common },
  ]);
});

const NOT_UTF8 =
  'it is not UTF-8 (encoding in the mapping names another one, such as windows-1252)';
const long = 'x'.repeat(2_000_000);

test.each([
  ['B,2,1', 'it has 3 cells, the first row has 4'],
  ['B,2,1,1,1', 'it has 5 cells, the first row has 4'],
  [
    'A"B"C,2,1,1',
    'a quotation mark stands within a cell (quote: none in the mapping reads quotation marks as letters)',
  ],
  [
    '"A"B,2,1,1',
    'text follows a closing quotation mark (quote: none in the mapping reads quotation marks as letters)',
  ],
  [
    '"A""B"C,2,1,1',
    'text follows a closing quotation mark (quote: none in the mapping reads quotation marks as letters)',
  ],
  [`${long},2,1,1`, 'it is longer than 1048576 bytes'],
])('one faulty row (%#) is one reject; the rows around it are read', async (row, reason) => {
  const { places, rejects } = await read(`${header}"A\nB",1,1,1\n${row}\nC,3,1,1`);
  expect(rejects).toMatchObject([{ line: 4, reason }]);
  expect(places.map(({ id }) => id)).toEqual(['1', '3']);
});

test('a line that is not UTF-8 is a reject, be it within a record; its neighbours are read', async () => {
  const content = Buffer.from(
    `${header}Ä,1,1,1\nM~n,2,1,1\nÖ,3,1,1\n"Ü\nM~n",4,1,1\nß,5,1,1\n"M~n\nÜ",6,1,1`,
  );
  const { places, rejects } = await read(content.map((byte) => (byte === 0x7e ? 0xfc : byte)));
  expect(places.map(({ name }) => name)).toEqual(['Ä', 'Ö', 'ß']);
  expect(rejects).toMatchObject([
    { line: 3, id: '2', reason: NOT_UTF8, row: { text: 'M\ufffdn,2,1,1' } },
    { line: 5, id: '4', reason: NOT_UTF8, row: { text: '"Ü\nM\ufffdn",4,1,1' } },
    { line: 8, id: '6', reason: NOT_UTF8 },
  ]);
});

test.each([
  ['far from the next one', `A,1,1,1\n"B,2,1,1\n${'C,3,1,1\n'.repeat(150_000)}`],
  ['before rows that have their own', 'A,1,1,1\n"B,2,1,1\n"C",3,1,1\n'],
  ['before one of a later row', 'A,1,1,1\nB,2,1,"1\nC,3,1,1\nE,5,1,"1"\nF,6,1,1'],
  ['before a row that closes it', 'A,1,1,1\n"B,2,1,1\nC",3,1\nD,4,1,1'],
  ['in the last row', 'A,1,1,1\nB,"2,1,1'],
  ['in the last row, after one that stands for itself', 'A,1,1,1\n"B""'],
  ['in a cell of 2 MB', `A,1,1,1\n"${'words, and words\n'.repeat(125_000)}",4,1,1`],
])('a quotation mark that is not closed, %s, ends the run with file and line', async (_, content) => {
  await expect(read(header + content)).rejects.toThrow(
    /places\.csv:3: a quotation mark is not closed\. Close it, or write "" .*; quote: none in the mapping/,
  );
}); // prettier-ignore

test('a quotation mark may be a letter', async () => {
  const rows = 'name\tosm_id\tlat\tlon\n"A" b\t1\t1\t1\nl" A\t2\t1\t1\n"\t3\t1\t1';
  const { places } = await read(rows, { delimiter: '\t', quote: 'none' });
  expect(places.map(({ name }) => name)).toEqual(['"A" b', 'l" A', '"']);
});

test.each([
  ['the first line names the delimiter', '\ufeffsep=;\r\nname;osm_id;lat;lon\r\n"A;a";1;1;1\r\nB;2;1;1', ['A;a', 'B']],
  ['the header ends with a delimiter', 'name,osm_id,lat,lon,\nA,1,1,1\nB,2,1,1,\nC,3,1\nD,4,1,1,,x', ['A', 'B']],
  ['rows end with a delimiter', 'name,osm_id,lat,lon\nA,1,1,1,\nB,2,1,1, \nC,3,1,1,x', ['A', 'B']],
  ['lines end with CR alone', 'name,osm_id,lat,lon\rA,1,1,1\r"B\rb",2,1,1\r', ['A', 'B\nb']],
])('CSV as Excel writes it: %s', async (_, content, names) => {
  expect((await read(content)).places.map(({ name }) => name)).toEqual(names);
}); // prettier-ignore

test('a cell of many lines with quotation marks is read, and takes no quadratic time', async () => {
  const lines = '""\n'.repeat(100_000);
  const { places, rejects } = await read(`${header}"${lines}",1,1,1\nB,2,1,1`);
  expect(places.map(({ id }) => id)).toEqual(['2']);
  expect(rejects).toMatchObject([{ id: '1', reason: expect.stringContaining('is longer than 200 characters') }]); // prettier-ignore
});

test.each([
  ['', 'places.csv is empty: its first line must be a header.'],
  [
    'name,osm_id,x\nA,1,2',
    'places.csv:1: the header does not fit the mapping: it has no column "lat"; it has no column "lon". Its columns are "name", "osm_id", "x".',
  ],
  ['name,osm_id,lat,lon,name\n', '"name" is there twice'],
  ['name,"osm_id,lat,lon\nA,1,1,1', 'places.csv:1'],
  [Array.from({ length: 100_000 }, (_, at) => at).join(','), '"58", "59" and 99940 more.'],
])('a header that cannot be used is named with its line (%#)', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

describe('NDJSON', () => {
  const mapping = {
    format: 'ndjson',
    fields: {
      id: 'id',
      'names.default': 'name',
      'geometry.coordinates.1': 'latitude',
      'geometry.coordinates.0': 'longitude',
      'social.web': 'website',
      photos: 'photos',
    },
  };
  const readLines = (lines: readonly string[], more: object = {}) =>
    read(lines.join('\n'), { ...mapping, ...more }, 'places.ndjson');
  const place = (id: string | number, more: object = {}): string =>
    JSON.stringify({
      id,
      names: { default: `Place ${id}` },
      geometry: { coordinates: [2, 1] },
      'social.web': 'https://example.com',
      photos: [],
      ...more,
    });

  test('has dotted paths into objects and arrays, or members of that very name', async () => {
    const social = { web: 'http://nested' };
    const { places, complaints } = await readLines([
      place('1', { photos: ['http://a/1', '', 'https://b/2'] }),
      place(2, { 'social.web': null, social, photos: null }),
      place('3', { 'social.web': undefined, social, photos: 'http://c|http://d' }),
    ]);
    expect(places).toMatchObject([
      { id: '1', name: 'Place 1', location: [2, 1], photos: ['http://a/1', 'https://b/2'] },
      { id: '2', website: null, photos: [] },
      { id: '3', website: 'http://nested', photos: ['http://c', 'http://d'] },
    ]);
    expect(complaints).toEqual([]);
  });

  test('may have blank lines, CRLF and U+2028 within a text', async () => {
    const name = 'one\u2028two\u2029three';
    const { places } = await readLines([`${place('1', { names: { default: name } })}\r`, ' \r', place('2')]); // prettier-ignore
    expect(places).toMatchObject([{ id: '1', name, line: 1 }, { id: '2', line: 3 }]); // prettier-ignore
  });

  test('has a reject for a line that is no object, too long, too deep or not UTF-8', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const lines = [
      ...['{"id":', '[]', 'null', '7', '', long, '"~"'],
      place('a', { photos: 0 }).replace('"photos":0', `"photos":[${deep}]`),
      place('deep').replace('"deep"', deep),
      place('1').padEnd(1_048_576),
      ...[place('2'), ''],
    ];
    const bytes = Buffer.from(lines.join('\n')).map((byte) => (byte === 0x7e ? 0xfc : byte));
    const { places, rejects } = await read(bytes, mapping, 'places.ndjson');
    expect(places).toMatchObject([{ line: 10 }, { line: 11 }]);
    expect(rejects.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      expect.stringMatching(/^1 the line is not JSON: ./),
      ...[2, 3, 4].map((line) => `${line} the line is not a JSON object`),
      '6 it is longer than 1048576 bytes',
      `7 ${NOT_UTF8}`,
      expect.stringMatching(/^8 photos /),
      expect.stringMatching(/^9 id /),
    ]);
  });

  test('has no members that every object has, and complains of a column that no line has', async () => {
    const more = { fields: { ...mapping.fields, 'constructor.name': 'subtitle' } };
    const { places, complaints } = await readLines([place('1'), place('2')], more);
    expect(places[0]).toMatchObject({ subtitle: null });
    expect(complaints).toEqual([
      expect.stringMatching(/^no line of .*places\.ndjson has "constructor.name": correct .*mapping\.json$/), // prettier-ignore
    ]);
  });
});
