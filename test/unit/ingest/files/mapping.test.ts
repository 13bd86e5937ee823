import { expect, test } from '@jest/globals';
import { readMapping } from '../../../../ingest/files/mapping.js';
import { PLACE_MAPPING } from '../../../../ingest/places/row.js';
import { testFolder } from '../../../support/placeFiles.js';

const folder = testFolder();

const fields = { a: 'id', b: 'name', c: 'latitude', d: 'longitude' };
const sound = { format: 'csv', fields };

const read = (content: string | Uint8Array) =>
  readMapping(folder.write('mapping.json', content), PLACE_MAPPING);

test('a mapping has defaults, and is identified by its content', async () => {
  const mapping = await read(JSON.stringify(sound));
  expect(mapping).toEqual({
    format: 'csv',
    delimiter: ',',
    texts: { photosSeparator: '|' },
    fields: new Map(Object.entries(fields)),
    constants: {},
    source: { name: 'mapping.json', bytes: 78, sha256: expect.any(String), role: 'mapping' },
  });
  const constants = { category: 'hotel', photos: ['http://a'], rating: 3 };
  const given = { ...sound, delimiter: '\t', photosSeparator: ' ; ', constants };
  const other = await read(`\ufeff${JSON.stringify(given)}`);
  const texts = { photosSeparator: ' ; ' };
  expect(other).toMatchObject({ delimiter: '\t', texts, constants });
  expect(other.source.sha256).not.toBe(mapping.source.sha256);
});

const twice = 'is mapped 2 times, constants included';
const delimiter = 'delimiter: must be one character, not a quotation mark';

test.each<[unknown, string[]]>([
  [{ fields }, ['format: must be csv or ndjson']],
  [{ ...sound, colour: 1 }, ['colour: is not known']],
  [{ ...sound, delimiter: ';;' }, [delimiter]],
  [{ ...sound, delimiter: '"' }, [delimiter]],
  [{ ...sound, format: 'ndjson', delimiter: ';' }, ['delimiter: is for csv only']],
  [{ ...sound, photosSeparator: '' }, ['photosSeparator: must be a text that is not empty']],
  [{ format: 'csv' }, ['fields: is missing']],
  [{ ...sound, fields: 7 }, ['fields: must be an object']],
  [{ ...sound, fields: { ...fields, e: 'stars' } }, ['fields.e: is not mapped to a field']],
  [{ ...sound, fields: { ...fields, e: 'rating' }, constants: { rating: 1 } }, [`rating ${twice}`]],
  [{ ...sound, constants: { stars: 1 } }, ['constants.stars: cannot be a constant']],
  [{ ...sound, constants: { rating: 9 } }, ['constants.rating: 9 is not a number from 0 to 5']],
  [
    { format: 'csv', fields: { b: 'name', c: 'latitude', d: 'longitude' }, constants: { id: 'x' } },
    ['constants.id: cannot be a constant', 'id is mapped by no column'],
  ],
  [[], ['must be an object']],
])('%j is rejected', async (mapping, faults) => {
  const error = (await read(JSON.stringify(mapping)).catch(String)) as string;
  const found = error.split('\n').filter((line) => line.startsWith('- ')); // prettier-ignore
  expect(found).toEqual(faults.map((fault) => `- ${fault}`));
});

test('all faults are listed, with what is accepted', async () => {
  const mapping = { format: 'xml', fields: { a: 'id', b: 'id', c: 'city' }, extra: true };
  await expect(read(JSON.stringify(mapping))).rejects.toThrow(
    [
      'mapping.json is not a valid mapping:',
      '- format: must be csv or ndjson',
      '- fields.c: is not mapped to a field',
      '- extra: is not known',
      `- id ${twice}`,
      '- name is mapped by no column',
      '- latitude is mapped by no column',
      '- longitude is mapped by no column',
      'It is a JSON object of format (csv or ndjson), fields (column: field) and, where wanted,',
      'delimiter (of csv; default ","), photosSeparator (default "|") and constants (field: value).',
      'Fields are id, name, latitude, longitude, country, subtitle, category, address, photos, popularity, rating, website; id, name, latitude, longitude must be mapped.',
    ].join('\n'),
  );
});

test.each([
  ['{', /mapping\.json is not a valid mapping:\n- .*line 1/],
  [Buffer.from('\ufeff{}', 'utf16le'), /- it is not UTF-8: save it so/],
])('a file that cannot be parsed is named (%#)', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  await expect(readMapping('/none/mapping.json', PLACE_MAPPING)).rejects.toThrow(
    /^\/none\/mapping\.json cannot be read \(ENOENT/,
  );
});
