import { afterAll, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { Folder } from '../../../support/placeFiles.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

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

const read = (lines: (object | string)[], more: object = {}) => {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return folder.read(folder.write('places.ndjson', texts.join('\n')), { ...mapping, ...more });
};
const place = (id: string | number, more: object = {}) => ({
  id,
  names: { default: `Place ${id}` },
  geometry: { coordinates: [2, 1] },
  'social.web': 'https://example.com',
  photos: [],
  ...more,
});

test('dotted paths into objects and arrays, or a member of that very name', async () => {
  const { places, complaints } = await read([
    place('1', { photos: ['http://a/1', '', 'https://b/2'] }),
    place(2, { 'social.web': null, social: { web: 'http://not-this' }, photos: null }),
    place('3', {
      'social.web': undefined,
      social: { web: 'http://this' },
      photos: 'http://c|http://d',
    }),
  ]);
  expect(places).toMatchObject([
    { id: '1', name: 'Place 1', location: [2, 1], photos: ['http://a/1', 'https://b/2'] },
    { id: '2', website: null, photos: [] },
    { id: '3', website: 'http://this', photos: ['http://c', 'http://d'] },
  ]);
  expect(complaints).toEqual([]);
});

test('blank lines, CRLF, a byte order mark and U+2028 within a text', async () => {
  const name = 'one\u2028two\u2029three';
  const text = ['\ufeff', JSON.stringify(place('1', { names: { default: name } })), '\r\n \r\n'];
  const file = folder.write(
    'places.ndjson.gz',
    gzipSync([...text, JSON.stringify(place('2'))].join('')),
  );
  const { places } = await folder.read(file, mapping);
  expect(places).toMatchObject([
    { id: '1', name, line: 1 },
    { id: '2', line: 3 },
  ]);
});

test('a line that is no object is a reject, with its line; the ones after it are read', async () => {
  const { places, rejects } = await read(['{"id":', '[]', 'null', '7', '', place('1')]);
  expect(places).toMatchObject([{ id: '1', line: 6 }]);
  expect(rejects.map(({ line, id, reason }) => `${line} ${id}: ${reason}`)).toEqual([
    expect.stringMatching(/^1 unknown: the line is not JSON: ./),
    '2 unknown: the line is not a JSON object',
    '3 unknown: the line is not a JSON object',
    '4 unknown: the line is not a JSON object',
  ]);
});

test('members of every object are no members of a row', async () => {
  const fields = { ...mapping.fields, 'constructor.name': 'subtitle' };
  const { places } = await read([place('1')], { fields });
  expect(places).toMatchObject([{ subtitle: null }]);
});

test('a column that no line has is told, for it may be misspelt', async () => {
  const fields = { ...mapping.fields, raiting: 'rating' };
  const { complaints } = await read([place('1'), place('2')], { fields });
  expect(complaints).toEqual([
    expect.stringMatching(/^no line of .*places\.ndjson has "raiting": correct .*mapping\.json$/),
  ]);
});

test('a line of 2 MB is a reject, and so is one that is not UTF-8', async () => {
  const [first, last] = [JSON.stringify(place('1')), JSON.stringify(place('5'))];
  const content = Buffer.concat([
    Buffer.from(`${first}\n${'x'.repeat(2_000_000)}\n\n`),
    Buffer.from([0x22, 0xfc, 0x22, 0x0a]),
    Buffer.from(last),
  ]);
  const { places, rejects } = await folder.read(folder.write('places.ndjson', content), mapping);
  expect(places.map(({ id, line }) => [id, line])).toEqual([
    ['1', 1],
    ['5', 5],
  ]);
  expect(rejects.map(({ line, reason, row = '' }) => [line, reason, row.length])).toEqual([
    [2, 'it is longer than 1048576 bytes', 10_001],
    [4, 'it is not UTF-8', 3],
  ]);
});

test('a value that is nested deeper than any stack is one reject', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const nested = JSON.stringify(place('1', { photos: 0 })).replace('"photos":0', `"photos":[${deep}]`); // prettier-ignore
  const named = JSON.stringify(place('deep')).replace('"deep"', deep);
  const { places, rejects } = await read([nested, named, place('2')]);
  expect(places).toMatchObject([{ id: '2' }]);
  expect(rejects.map(({ line }) => line)).toEqual([1, 2]);
});
