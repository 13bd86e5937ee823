import { expect, test } from '@jest/globals';
import { readMapping } from '../../../../ingest/files/mapping.js';
import { PLACE_MAPPING } from '../../../../ingest/places/row.js';
import { testFolder } from '../../../support/folder.js';

const folder = testFolder();

const fields = { a: 'id', b: 'name', c: 'latitude', d: 'longitude' };
const sound = { format: 'csv', fields };

const read = (content: string | Uint8Array) =>
  readMapping(folder.write('mapping.json', content), PLACE_MAPPING);

test('a mapping has defaults, and its file is a source', async () => {
  const mapping = await read(JSON.stringify(sound));
  expect(mapping).toEqual({
    format: 'csv',
    delimiter: ',',
    photosSeparator: '|',
    texts: { photosSeparator: '|' },
    fields,
    ...{ header: true, quote: '"', encoding: 'utf-8', decimal: '.' },
    ...{ id: [], constants: {}, where: {}, expected: {} },
    sources: [{ name: 'mapping.json', bytes: 78, sha256: expect.any(String), role: 'mapping' }],
  });
  const constants = { category: 'hotel', photos: ['http://a'], rating: 3 };
  const given = { ...sound, delimiter: '\t', photosSeparator: ' ; ', constants };
  const other = await read(`\ufeff${JSON.stringify(given)}`);
  const texts = { photosSeparator: ' ; ' };
  expect(other).toMatchObject({ delimiter: '\t', texts, constants });
  expect(other.sources[0]?.sha256).not.toBe(mapping.sources[0]?.sha256);
});

const KNOWN =
  '$schema, format, delimiter, header, quote, encoding, decimal, location, photosSeparator, fields, id, constants, where, expected';
const twice = 'is mapped 2 times, constants included';
const delimiter = 'delimiter: must be one character, not a quotation mark';

test.each<[unknown, string[]]>([
  [{ fields }, ['format: is missing']],
  [{ ...sound, colour: 1 }, [`colour: is not known; known are ${KNOWN}`]],
  [{ ...sound, headers: false }, ['headers: is not known; is header meant?']],
  [{ ...sound, format: 'geojson', header: false }, ['header: is for csv only']],
  [{ ...sound, id: ['a', 'b'] }, [`id ${twice}`]],
  [{ ...sound, id: [{}] }, ['id[0]: does not match any of the allowed types']],
  [
    { format: 'geojson', fields: { b: 'name', c: 'latitude' }, id: ['b'] },
    ['longitude is mapped by no column'],
  ],
  [
    { ...sound, where: { a: { matches: '(' } } },
    ['where.a.matches: Invalid regular expression: /(/u: Unterminated group'],
  ],
  [{ ...sound, where: { a: { is: 1 } } }, ['where.a.is: is not known; known are matches, not']],
  [{ ...sound, where: { a: {} } }, ['where.a: must have matches or not']],
  [{ ...sound, where: { a: [{}] } }, ['where.a[0]: must be a text, a number, true, false or null']],
  [{ ...sound, expected: { x: '20' } }, ['expected.x: must be a share, such as 0.005 or 0.5%']],
  [{ ...sound, expected: { x: 2 } }, ['expected.x: must be less than or equal to 1']],
  [
    { ...sound, expected: { 'latitud is missing; longitude is missing': 0.1 } },
    ['expected: no row is rejected because "latitud is missing"; is "latitude is missing" meant?'],
  ],
  [{ ...sound, delimiter: ';;' }, [delimiter]],
  [{ ...sound, delimiter: '"' }, [delimiter]],
  [{ ...sound, format: 'ndjson', delimiter: ';' }, ['delimiter: is for csv only']],
  [{ ...sound, format: 'parquet', quote: 'none' }, ['quote: is for csv only']],
  [{ ...sound, quote: 'no' }, ['quote: must be one of [", none]']],
  [
    { ...sound, encoding: 'klingon' },
    ['encoding: is not an encoding, such as windows-1252 or utf-16le'],
  ],
  [{ ...sound, format: 'parquet', encoding: 'latin1' }, ['encoding: is for csv and ndjson only']],
  [{ ...sound, location: 'lat' }, ["location: must be 'lat,lon' or 'lon,lat', in quotation marks"]],
  [{ ...sound, fields: { ...fields, e: 'location' } }, [`latitude ${twice}; longitude ${twice}`]],
  [{ ...sound, photosSeparator: '' }, ['photosSeparator: must be a text that is not empty']],
  [{ format: 'csv' }, ['fields: is missing']],
  [{ ...sound, fields: 7 }, ['fields: must be an object']],
  [{ ...sound, fields: { ...fields, e: 'stars' } }, ['fields.e: is not mapped to a field']],
  [{ ...sound, fields: { ...fields, e: 'rating' }, constants: { rating: 1 } }, [`rating ${twice}`]],
  [{ ...sound, constants: { stars: 1 } }, ['constants.stars: cannot be a constant']],
  [{ ...sound, constants: { rating: 9 } }, ['constants.rating: 9 is not a number from 0 to 5']],
  [
    { format: 'csv', fields: { b: 'name', c: 'latitude', d: 'longitude' }, constants: { id: 'x' } },
    ['constants.id: cannot be a constant'],
  ],
  [[], ['must be an object']],
])('%j is rejected', async (mapping, faults) => {
  const error = (await read(JSON.stringify(mapping)).catch(String)) as string;
  const found = error.split('\n').filter((line) => line.startsWith('- ')); // prettier-ignore
  expect(found).toEqual(faults.map((fault) => `- ${fault}`));
});

test('all faults are listed, with what is accepted', async () => {
  const mapping = { format: 'xml', fields: { a: 'id', b: 'id', c: 'city' }, extra: true };
  const accepted = [
    'Fields are id, name, latitude, longitude, location, country, modified, subtitle, category, address, photos, popularity, rating, website; id, name, latitude, longitude must be mapped.',
    'docs/sources.md shows what else may be in it.',
  ];
  await expect(read(JSON.stringify(mapping))).rejects.toThrow(
    [
      'mapping.json is not a valid mapping:',
      '- format: must be one of [csv, ndjson, geojson, shapefile, parquet]',
      '- fields.c: is not mapped to a field',
      `- extra: is not known; known are ${KNOWN}`,
      ...accepted,
    ].join('\n'),
  );
  const fields = { a: 'id', b: 'id' };
  await expect(read(JSON.stringify({ format: 'csv', fields }))).rejects.toThrow(
    [
      `- id ${twice}; name is mapped by no column; latitude is mapped by no column; longitude is mapped by no column`,
      ...accepted,
    ].join('\n'),
  );
});

test.each([
  ['where: { code: 01 }', "01 is read as the number 1: write '01', or 1"],
  ['where: { code: { not: [2, 1.0] } }', "1.0 is read as the number 1: write '1.0', or 1"],
  ['codes: { 007: FRA }', "007 is read as the number 7: write '007', or 7"],
  ['expected: { id is missing: 0.50 }', undefined],
  ["where: { code: '01', year: 2026, share: -0.5 }", undefined],
])('a number of YAML that is not the text of a cell is refused: %s', async (line, fault) => {
  const text = `format: csv\nfields: ${JSON.stringify(fields)}\n${line}`;
  const error = await read(text).then<undefined, string>(() => undefined, String);
  expect(error?.split('\n')[1]).toBe(fault && `- ${fault}`);
});

test.each([
  ['{', /mapping\.json is not a valid mapping:\n- .*line 1/],
  [Buffer.from('\ufeff{}', 'utf16le'), /- it is not UTF-8: save it as UTF-8/],
])('a file that cannot be parsed is named (%#)', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  await expect(readMapping('/none/mapping.json', PLACE_MAPPING)).rejects.toThrow(
    /^\/none\/mapping\.json cannot be read \(ENOENT/,
  );
});

test('GeoJSON has the coordinates of its points, and an id may be of several columns', async () => {
  const given = { format: 'geojson', fields: { title: 'name' }, id: ['land', 7] };
  const { fields: mapped, id } = await readMapping(given, PLACE_MAPPING);
  expect(mapped).toEqual({
    title: 'name',
    'geometry.coordinates.1': 'latitude',
    'geometry.coordinates.0': 'longitude',
  });
  expect(id).toEqual(['land', '7']);
});

test.each([
  'latitude 99 is not a number from -90 to 90',
  'latitude # is not a number from -90 to 90',
  'latitude is missing; longitude is missing',
  'name must be a string, got {"a":1}',
  'id "a b" is longer than 200 characters',
  'it has 3 cells, the first row has 4',
  'text follows a closing quotation mark (quote: none in the mapping reads quotation marks as letters)',
  'other.csv has a place with the same id',
  'no city has the id "a": use the id of the API',
  'document_parsing_exception: [1:2] failed to parse',
  'photos must be a string, got 7; photos "a b" is not an http or https address',
  'photos {"a":1} is not a list of addresses',
])('a reason may be expected as the run shows it, or as it is counted: %s', async (reason) => {
  const declared = { ...sound, fields: { ...fields, e: 'photos' }, expected: { [reason]: 0.1 } };
  const mapping = await read(JSON.stringify(declared));
  expect(mapping.expected).toEqual({ [reason]: 0.1 });
});

test('an unknown reason is refused with the known ones of the mapped fields', async () => {
  const mapping = { ...sound, expected: { 'rating is missing': 0.1 } };
  await expect(read(JSON.stringify(mapping))).rejects.toThrow(
    /"rating is missing"; reasons are id is missing, id must be a string, got …, .*latitude … is not a number from -90 to 90, .*it has … cells/,
  );
});
