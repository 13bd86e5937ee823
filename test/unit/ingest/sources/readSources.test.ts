import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { omit } from 'es-toolkit/object';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readSources } from '../../../../ingest/sources/readSources.js';
import { sourcesJsonSchema } from '../../../../ingest/sources/schema.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
  for (const name of ['borders.zip', 'cities500.zip', 'cities.csv', 'cities.mapping.json']) {
    await writeFile(join(folder, name), '');
  }
});

afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, content: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, content);
  return file;
}

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
  markers: { currentSeason: 12 },
  maxRejects: 0.01,
  probes: [
    { resource: 'cities', name: 'Münch', language: 'de', expect: 'DEU_München' },
    { resource: 'countries', latitude: 48.85, longitude: 2.35, expect: 'FRA' },
  ],
};

test('a file is read, with paths from where it lies', async () => {
  const file = await written('sources.json', `\ufeff${JSON.stringify(WHOLE)}`);
  const { countries, cities, lands, ...others } = omit(WHOLE, ['$schema']);
  expect(await readSources(file)).toEqual({
    ...others,
    countries: { ...countries, borders: join(folder, 'borders.zip#a/b.shp') },
    cities: {
      ...cities,
      from: [
        'built-in',
        { geonames: join(folder, 'cities500.zip'), minimumPopulation: 500 },
        { file: join(folder, 'cities.csv'), mapping: join(folder, 'cities.mapping.json') },
      ],
    },
    lands: { ...lands, biomes: { polygons: join(folder, 'borders.zip'), name: 'BIOME' } },
    file: {
      name: 'sources.json',
      bytes: (await readFile(file)).length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      role: 'sources',
    },
  });
});

test('YAML is the same, and one that asks for nothing is nothing', async () => {
  const yaml = await written(
    'sources.yaml',
    'cities: # of ours\n  from:\n    - built-in\n    - { file: cities.csv, mapping: cities.mapping.json }\n',
  );
  const json = await written(
    'same.json',
    JSON.stringify({
      cities: { from: ['built-in', { file: 'cities.csv', mapping: 'cities.mapping.json' }] },
    }),
  );
  const read = async (file: string): Promise<object> => omit(await readSources(file), ['file']);
  expect(await read(yaml)).toEqual(await read(json));
  expect(await read(await written('empty.yaml', '# later\n'))).toEqual({});
});

test('all faults are listed at once, with their places and the nearest words', async () => {
  const file = await written(
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
          { geonames: 'https://example.org/FR.zip' },
        ],
      },
      lands: { countries: ['FRA', 'FRX'], disks: {}, biomes: { raster: 'no.tif' } },
      places: { from: [] },
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
      `- cities.from[3].geonames: there is no ${join(folder, 'none.zip')}`,
      '- cities.from[3].minimumPopulation: must be greater than or equal to 0',
      '- cities.from[4].mapping: is missing',
      '- cities.from[5].geonames: is an address: download it, and name the file',
      '- lands.disks: is not known; known are countries, heights, biomes',
      '- lands.countries[1]: there is no country FRX; is FRA meant?',
      '- lands.biomes.names: is missing',
      `- lands.biomes.raster: there is no ${join(folder, 'no.tif')}`,
      '- places.from: must contain at least 1 items',
      '- maxRejects: must be less than or equal to 1',
      '- probes[0].resource: must be one of countries, cities, lands, places, markers',
      '- probes[0].language: must be one of en, fr, de, es, it, pt, nl, pl, ru, uk, tr, ar, fa, he, hi, bn, zh, ja, ko, vi, th, id, sv, da, nb, fi, cs, hu, ro, el',
      '- probes[1]: must have latitude or name',
      'docs/ingestion.md shows what may be in it.',
    ].sort(),
  );
});

/** Each line repeats the one before it nine times. */
const laughs = ['a: &a [ha, ha, ha]']
  .concat(
    ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, at) => {
      const before = String.fromCharCode('a'.charCodeAt(0) + at);
      return `${name}: &${name} [${`*${before}, `.repeat(9)}]`;
    }),
  )
  .join('\n');

test.each([
  ['no JSON', '{"cities": }}', /line 1/],
  ['a member twice', '{"cities": {}, "cities": {}}', /unique/],
  ['a list', '[]', /must be an object/],
  ['a text', 'cities', /must be an object/],
  ['an alias of itself', 'cities: &a { from: *a }', /within itself/],
  ['a billion laughs', laughs, /alias/],
  [
    'a prototype',
    '{"__proto__": {"cities": {}}, "lands": {"__proto__": 1}}',
    /__proto__: is not known/,
  ],
  ['a device', '{"countries": {"borders": "/dev/zero", "code": "c"}}', /dev.zero is no file/],
  [
    'a folder',
    '{"countries": {"borders": "/dev", "code": "c"}}',
    /countries.borders: .dev is no file/,
  ],
])('a file with %s is refused', async (_, content, reason) => {
  const file = await written('odd.json', content);
  await expect(readSources(file)).rejects.toThrow(`${file} is not valid:`);
  await expect(readSources(file)).rejects.toThrow(reason);
});

test('a file that PowerShell has written, in UTF-16, is refused by that', async () => {
  const file = join(folder, 'utf16.json');
  await writeFile(file, '\ufeff{"cities": {}}', 'utf16le');
  await expect(readSources(file)).rejects.toThrow('- it is not UTF-8: save it so');
});

test('a file that is not there is named, with the setting', async () => {
  await expect(readSources(join(folder, 'none.json'))).rejects.toThrow(
    /none.json cannot be read .* correct --sources or SOURCES_FILE/,
  );
});

test('the schema for editors is that of the rules', async () => {
  const stored = join(import.meta.dirname, '../../../../ingest/sources/sources.schema.json');
  expect(JSON.parse(await readFile(stored, 'utf8'))).toEqual(sourcesJsonSchema());
  const isValid = new Ajv2020({ strict: false }).compile(sourcesJsonSchema());
  expect(isValid(WHOLE)).toBe(true);
  expect(isValid({ ...WHOLE, citys: {} })).toBe(false);
  expect(isValid({ cities: { from: [{ file: 'cities.csv' }] } })).toBe(false);
  expect(isValid({ cities: { from: [{}] } })).toBe(false);
});
