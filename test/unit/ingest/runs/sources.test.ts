import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { omit } from 'es-toolkit/object';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { stringify } from 'yaml';
import { readSources, sourcesJsonSchema } from '../../../../ingest/runs/sources.js';
import { testFolder } from '../../../support/folder.js';

const folder = testFolder();
for (const name of ['borders.zip', 'cities500.zip', 'cities.csv', 'cities.mapping.json']) folder.write(name, ''); // prettier-ignore

const WHOLE = {
  $schema: 'https://example.org/sources.schema.json',
  countries: {
    borders: 'borders.zip#a/b.shp',
    code: 'ADM0_A3',
    codes: { KOS: 'XKX', '-99': null },
    names: { en: 'NAME_EN', de: 'file' },
    missing: 'built-in',
  },
  cities: {
    primaryMinimumPopulation: 50_000,
    from: [
      'built-in',
      { geonames: 'cities500.zip', minimumPopulation: 500 },
      { file: 'cities.csv', mapping: 'cities.mapping.json' },
    ],
  },
  lands: { countries: ['FRA'], biomes: { polygons: 'borders.zip', name: 'BIOME' } },
  maxRejects: 0.01,
  probes: [
    { resource: 'cities', name: 'Münch', language: 'de', expect: 'DEU_München' },
    { resource: 'countries', latitude: 48.85, longitude: 2.35, expect: 'FRA' },
  ],
};

test.each([
  ['JSON, after a byte order mark', `\ufeff${JSON.stringify(WHOLE)}`],
  ['YAML', stringify(WHOLE)],
])('a file is read, with paths from where it lies: %s', async (_, content) => {
  const { countries, cities, lands, ...others } = omit(WHOLE, ['$schema']);
  expect(await readSources(folder.write('sources.json', content))).toEqual({
    ...others,
    countries: { ...countries, borders: join(folder.path, 'borders.zip#a/b.shp') },
    cities: {
      ...cities,
      from: [
        'built-in',
        { geonames: join(folder.path, 'cities500.zip'), minimumPopulation: 500 },
        {
          file: join(folder.path, 'cities.csv'),
          mapping: join(folder.path, 'cities.mapping.json'),
        },
      ],
    },
    lands: { ...lands, biomes: { polygons: join(folder.path, 'borders.zip'), name: 'BIOME' } },
    file: {
      name: 'sources.json',
      bytes: Buffer.byteLength(content),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      role: 'sources',
    },
    paths: [
      ['countries', 'borders', 'borders.zip#a/b.shp'],
      ['cities', 'geonames', 'cities500.zip'],
      ['cities', 'file', 'cities.csv'],
      ['cities', 'mapping', 'cities.mapping.json'],
      ['lands', 'polygons', 'borders.zip'],
    ].map(([section, member, path = '']) =>
      expect.objectContaining({ section, member, path: join(folder.path, path) }),
    ),
  });
});

test('a mapping within the file, parts, and shares as a person writes them', async () => {
  folder.write('parts/b.csv', '');
  folder.write('parts/a.csv', '');
  const fields = { id: 'id', name: 'name', lat: 'latitude', lon: 'longitude' };
  const mapping = { format: 'csv', fields, expected: { 'latitude is missing': '20%' } };
  const from = [
    { file: 'parts/*.csv', mapping },
    { file: 'parts', mapping },
  ];
  const text = stringify({ places: { from }, maxRejects: '0.5%' });
  const { places, maxRejects } = await readSources(folder.write('inline.yaml', text));
  expect(maxRejects).toBe(0.005);
  expect(places?.from).toEqual([
    { file: join(folder.path, 'parts/*.csv'), mapping },
    { file: join(folder.path, 'parts'), mapping },
  ]);
});

test('the faults of a mapping within the file have their places', async () => {
  const mapping = { format: 'csv', fields: { a: 'id', b: 'idd', c: 'latitude' }, delimeter: ';' };
  const from = [
    { file: 'none/*.csv', mapping },
    { file: 'cities.csv', mapping: 7 },
    { file: 'cities.csv', mapping: { format: 'csv', fields: { a: 'id', c: 'latitude' } } },
  ];
  const file = folder.write('faulty.yaml', stringify({ places: { from }, maxRejects: '5' }));
  const fault: unknown = await readSources(file).catch((error: unknown) => error);
  expect((fault as Error).message.split('\n').slice(1, -1)).toEqual([
    `- places.from[0].file: There is no file ${join(folder.path, 'none/*.csv')}.`,
    '- places.from[0].mapping.fields.b: is not mapped to a field',
    '- places.from[0].mapping.delimeter: is not known; is delimiter meant?',
    '- places.from[1].mapping: must be an object',
    '- places.from[2].mapping: name is mapped by no column; longitude is mapped by no column',
    '- maxRejects: must be a share, such as 0.005 or 0.5%',
  ]);
});

test.each(['# later\n', '{}', '{"$schema": "x"}', ''])('an empty file is a fault: %j', async (content) => {
  await expect(readSources(folder.write('empty.yaml', content))).rejects.toThrow(
    'it is empty: for the built-in data, leave out --sources and SOURCES_FILE',
  );
}); // prettier-ignore

test('all faults are listed at once, with their places and the nearest words', async () => {
  const file = folder.write(
    'wrong.json',
    JSON.stringify({
      citys: {},
      countries: {
        border: 'borders.zip',
        names: { eng: 'NAME' },
        codes: { KOS: 'XKK', SOL: 'somalia' },
        missing: 'leave-out',
      },
      cities: {
        primaryMinimumPopulation: '100000',
        from: [
          'builtin',
          { geoname: 'cities500.zip' },
          {},
          { geonames: 'none.zip', minimumPopulation: -1 },
          { file: 'cities.csv' },
          { geonames: 's3://example/FR.zip' },
        ],
      },
      lands: { countries: ['FRA', 'FRX'], disks: {}, biomes: { raster: 'no.tif' } },
      places: { from: [] },
      markers: { currentSeason: 3 },
      checks: { cities: { maxChanged: 0.1 } },
      maxRejects: 2,
      probes: [{ resource: 'city', name: 'x', language: 'xx', expect: 'y' }, { resource: 'lands' }],
    }),
  );
  const fault: unknown = await readSources(file).catch((error: unknown) => error);
  expect((fault as Error).message.split('\n').sort()).toEqual(
    [
      `${file} is not valid:`,
      '- citys: is not known; is cities meant?',
      '- countries.borders: is missing',
      '- countries.border: is not known; is borders meant?',
      '- countries.code: is missing',
      '- countries.names.eng: is not known; is en meant?',
      '- countries.codes.KOS: there is no country XKK; is XKX meant?',
      '- countries.codes.SOL: must be an alpha-3 code, such as FRA',
      '- countries.missing: must be one of [built-in, left-out]',
      '- cities.primaryMinimumPopulation: must be a number',
      '- cities.from[0]: must be "built-in" or an object',
      '- cities.from[1].geoname: is not known; is geonames meant?',
      '- cities.from[1]: must have geonames or file',
      '- cities.from[2]: must have geonames or file',
      `- cities.from[3].geonames: there is no ${join(folder.path, 'none.zip')}`,
      '- cities.from[3].minimumPopulation: must be greater than or equal to 0',
      '- cities.from[4].mapping: is missing',
      '- cities.from[5].geonames: is an address: download it, and name the file',
      '- lands.disks: is not known; known are countries, heights, biomes',
      '- lands.countries[1]: there is no country FRX; is FRA meant?',
      '- lands.biomes.names: is missing',
      `- lands.biomes.raster: there is no ${join(folder.path, 'no.tif')}`,
      '- places.from: must contain at least 1 items',
      '- markers: is not known any more: markers are made from the places. Remove this entry',
      '- checks.cities.maxChanged: is not known any more: each measure has a limit of its own, such as location and name. Remove this entry, or set these',
      '- maxRejects: must be less than or equal to 1',
      '- probes[0].resource: must be one of countries, cities, regions, lands, places, markers',
      '- probes[0].language: must be one of en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el',
      '- probes[1]: must have latitude or name',
      'docs/sources.md shows what may be in it.',
    ].sort(),
  );
});

/** Each line repeats the one before it nine times. */
const laughs = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]}, `.repeat(9)}]`)
  .join('\n');
const devices = (path: string): string => `{"countries": {"borders": "${path}", "code": "c"}}`;

test.each([
  ['no JSON', '{"cities": }}', /line 1/],
  ['a member twice', '{"cities": {}, "cities": {}}', /unique/],
  ['a list', '[]', /must be an object/],
  ['a text', 'cities', /must be an object/],
  ['an alias of itself', 'cities: &a { from: *a }', /within itself/],
  ['a billion laughs', `a: &a [ha, ha, ha]\n${laughs}`, /alias/],
  ['a prototype', '{"lands": {"__proto__": 1}}', /__proto__: is not known/],
  ['a device', devices('/dev/zero'), /dev.zero is not a file/],
  ['a folder', devices('/dev'), /countries.borders: .dev is not a file/],
  ['UTF-16', Buffer.from('\ufeff{"cities": {}}', 'utf16le'), /- it is not UTF-8: save it as UTF-8/],
])('a file with %s is rejected', async (_, content, reason) => {
  const file = folder.write('odd.json', content);
  const error = await readSources(file).catch(String);
  expect(error).toMatch(`${file} is not valid:`);
  expect(error).toMatch(reason);
});

test('a file that is not there is named, with the setting', async () => {
  await expect(readSources(join(folder.path, 'none.json'))).rejects.toThrow(
    /none.json cannot be read .* correct --sources or SOURCES_FILE/,
  );
});

test('the schema for editors is that of the rules', () => {
  const isValid = new Ajv2020({ strict: false }).compile(sourcesJsonSchema());
  expect(isValid(WHOLE)).toBe(true);
  expect(isValid({ ...WHOLE, citys: {} })).toBe(false);
  expect(isValid({ cities: { from: [{ file: 'cities.csv' }] } })).toBe(false);
  expect(isValid({ cities: { from: [{}] } })).toBe(false);
});
