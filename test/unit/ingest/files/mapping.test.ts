import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { omit } from 'es-toolkit/object';
import { parseMapping, readMapping } from '../../../../ingest/files/mapping.js';
import { PLACE_MAPPING } from '../../../../ingest/places/row.js';

const sound = {
  format: 'csv',
  fields: { a: 'id', b: 'name', c: 'latitude', d: 'longitude' },
};
const parse = (mapping: unknown) =>
  parseMapping(JSON.stringify(mapping), 'mapping.json', PLACE_MAPPING);

/** The faults that the one error lists. */
function faultsOf(mapping: unknown): string[] {
  try {
    parse(mapping);
    return [];
  } catch (error) {
    const lines = String(error).split('\n');
    expect(lines[0]).toBe('Error: mapping.json is not a valid mapping:');
    return lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2));
  }
}

test('defaults', () => {
  expect(parse(sound)).toEqual({
    format: 'csv',
    delimiter: ',',
    texts: { photosSeparator: '|' },
    fields: new Map(Object.entries(sound.fields)),
    constants: {},
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('everything, after a byte order mark', () => {
  const constants = { category: 'hotel', photos: ['http://a'], rating: 3 };
  const given = { ...sound, delimiter: '\t', photosSeparator: ' ; ', constants };
  expect(
    parseMapping(`\ufeff${JSON.stringify(given)}`, 'mapping.json', PLACE_MAPPING),
  ).toMatchObject({
    delimiter: '\t',
    texts: { photosSeparator: ' ; ' },
    constants,
  });
});

test('another mapping has another digest', () => {
  expect(parse({ ...sound, constants: { category: 'hotel' } }).digest).not.toBe(
    parse(sound).digest,
  );
  expect(parse(sound).digest).toBe(parse(structuredClone(sound)).digest);
});

describe('faults', () => {
  const { fields } = sound;
  test.each<[unknown, string[]]>([
    [{ ...sound, format: 'xml' }, ['format must be csv or ndjson']],
    [{ fields }, ['format must be csv or ndjson']],
    [{ ...sound, colour: 1 }, ['colour is not known']],
    [{ ...sound, delimiter: ';;' }, ['delimiter must be one character, not a quotation mark']],
    [{ ...sound, delimiter: '"' }, ['delimiter must be one character, not a quotation mark']],
    [{ ...sound, format: 'ndjson', delimiter: ';' }, ['delimiter is for csv only']],
    [{ ...sound, photosSeparator: '' }, ['photosSeparator must be a text that is not empty']],
    [{ format: 'csv' }, ['fields is missing']],
    [{ ...sound, fields: 7 }, ['fields must be an object']],
    [{ ...sound, fields: { ...fields, e: 'stars' } }, ['fields "e" is not mapped to a field']],
    [
      { ...sound, fields: { ...fields, e: 'name' } },
      ['name is mapped 2 times, constants included'],
    ],
    [
      { ...sound, fields: { ...fields, e: 'rating' }, constants: { rating: 1 } },
      ['rating is mapped 2 times, constants included'],
    ],
    [{ ...sound, constants: { stars: 1 } }, ['constants "stars" cannot be a constant']],
    [
      { ...sound, constants: { rating: 9, website: 'x' } },
      [
        'constants "rating" 9 is not a number from 0 to 5',
        'constants "website" "x" is not an http or https address',
      ],
    ],
    [[], ['the mapping must be an object']],
    [null, ['the mapping must be an object']],
  ])('%j', (mapping, faults) => {
    expect(faultsOf(mapping)).toEqual(faults);
  });

  test('an id that is a constant', () => {
    expect(faultsOf({ ...sound, fields: omit(fields, ['a']), constants: { id: 'x' } })).toEqual([
      'constants "id" cannot be a constant',
      'id is mapped by no column',
    ]);
  });

  test('all at once, with what is accepted', () => {
    const mapping = { format: 'xml', fields: { a: 'id', b: 'id', c: 'city' }, extra: true };
    expect(() => parse(mapping)).toThrow(
      [
        'mapping.json is not a valid mapping:',
        '- format must be csv or ndjson',
        '- fields "c" is not mapped to a field',
        '- extra is not known',
        '- id is mapped 2 times, constants included',
        '- name is mapped by no column',
        '- latitude is mapped by no column',
        '- longitude is mapped by no column',
        'It is a JSON object of format (csv or ndjson), fields (column: field) and, where wanted,',
        'delimiter (of csv; default ","), photosSeparator (default "|") and constants (field: value).',
        'Fields are id, name, latitude, longitude, subtitle, category, address, photos, popularity, rating, website; id, name, latitude, longitude must be mapped.',
      ].join('\n'),
    );
  });

  test('no JSON, not UTF-8, or no file', async () => {
    expect(() => parseMapping('{', 'mapping.json', PLACE_MAPPING)).toThrow(
      /mapping\.json.*\n- it is not JSON: ./,
    );
    const utf16 = join(mkdtempSync(join(tmpdir(), 'mapping-')), 'mapping.json');
    writeFileSync(utf16, '\ufeff{}', 'utf16le');
    await expect(readMapping(utf16, PLACE_MAPPING)).rejects.toThrow(
      '- it is not UTF-8: save it so',
    );
    await expect(readMapping('/none/mapping.json', PLACE_MAPPING)).rejects.toThrow(
      /^\/none\/mapping\.json cannot be read \(ENOENT/,
    );
  });
});
