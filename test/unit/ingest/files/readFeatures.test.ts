import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Polygon } from 'geojson';
import type { Feature } from '../../../../ingest/files/feature.js';
import { geojsonFeatures } from '../../../../ingest/files/geojson.js';
import { featurePaths, readFeatures } from '../../../../ingest/files/readFeatures.js';
import { shapefileOf } from './shapefileOf.js';
import { zipOf } from '../../../support/zip.js';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'features-'));
});

afterAll(() => rm(folder, { recursive: true }));

type Content = string | Uint8Array;

async function written(name: string, content: Content | Promise<Content>): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await content);
  return path;
}

async function featuresOf(file: string): Promise<Feature[]> {
  const found: Feature[] = [];
  for await (const feature of readFeatures(file)) found.push(feature);
  return found;
}

const SQUARE: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
      [0, 0],
    ],
    [
      [4, 4],
      [4, 6],
      [6, 6],
      [6, 4],
      [4, 4],
    ],
  ],
};

const drawn = [
  { properties: { code: 'FRA', name: 'Österreich ]}{[ "\\' }, geometry: SQUARE },
  { properties: { code: 'DEU', name: '' }, geometry: null },
];

function collectionOf(features: readonly object[], others: object = {}): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    ...others,
    features: features.map((each) => ({ type: 'Feature', ...each })),
  });
}

const inGeojson = drawn.map((each, index) => ({ ...each, line: index + 1 }));

describe('GeoJSON', () => {
  test('is read a feature at a time, whatever is around them', async () => {
    const text = JSON.stringify(
      {
        bbox: [0, 0, 10, 10],
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
        note: { '"features"': ['no features ["features": ['] },
        features: drawn.map((each) => ({ type: 'Feature', ...each })),
        type: 'FeatureCollection',
      },
      null,
      2,
    );
    expect(await featuresOf(await written('pretty.geojson', `\ufeff${text}\r\n`))).toEqual(
      inGeojson,
    );
  });

  test('is the same whichever pieces it comes in', async () => {
    const many = Array.from({ length: 3_000 }, () => drawn).flat();
    const found = await featuresOf(await written('many.geojson', collectionOf(many)));
    expect(found.map(({ line }) => line)).toEqual(many.map((_, index) => index + 1));
    expect(found.map(({ properties }) => properties)).toEqual(
      many.map(({ properties }) => properties),
    );
  });

  test.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['zip', (text: string) => zipOf({ 'README.txt': 'text', 'borders.geojson': text })],
  ])('is found within %s, whatever that is called', async (name, pack) => {
    const file = await written(`${name}.data`, pack(collectionOf(drawn)));
    expect(await featuresOf(file)).toEqual(inGeojson);
  });

  test.each([
    ['cut off', collectionOf(drawn).slice(0, -30), /cut off/],
    ['cut off between features', '{"type":"FeatureCollection","features":[', /cut off/],
    [
      'of something else',
      '{"type":"Polygon","coordinates":[[[0,0]]]}',
      /not a GeoJSON FeatureColl/,
    ],
    ['an array', '[1, 2]', /not a GeoJSON FeatureCollection/],
    ['of many arrays', `{${'"a":[1],'.repeat(500_000)}"b":[]}`, /not a GeoJSON FeatureCollection/],
    ['empty', '', /not JSON/],
    ['a table', 'id,name\n1,"a"\n', /not JSON/],
    ['TopoJSON', '{"type":"Topology","objects":{},"arcs":[[[1,2]]]}', /TopoJSON.*convert/],
    ['no JSON within', collectionOf(drawn).replace('"code"', 'code'), /feature 1 is not JSON/],
    ['of a null', '{"type":"FeatureCollection","features":[null]}', /among its features/],
    ['with rubbish between', `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":null}, "x" ]}`, /among its features is not an object, before feature 2/], // prettier-ignore
    [
      'of two lists',
      '{"type":"FeatureCollection","features":[],"features":[]}',
      /two lists of features/,
    ],
    ['of no feature', '{"type":"FeatureCollection","features":[{"a":1}]}', /feature 1 has not/],
    [
      'in UTF-16',
      Buffer.from(`\ufeff${collectionOf(drawn)}`, 'utf16le'),
      /UTF-16LE: save it as UTF-8, or convert it/,
    ],
    ['in Latin-1', Buffer.from(collectionOf(drawn), 'latin1'), /feature 1 is not in UTF-8/],
    [
      'of other coordinates',
      collectionOf(drawn, {
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } },
      }),
      /EPSG::3857: convert it to WGS 84/,
    ],
  ])('that is %s is refused by its name', async (_, content, reason) => {
    const file = await written('wrong.geojson', content);
    await expect(featuresOf(file)).rejects.toThrow(`${file} cannot be read`);
    await expect(featuresOf(file)).rejects.toThrow(reason);
  });
});

test('a feature of GeoJSON without an end is refused before it fills the memory', async () => {
  let pieces = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(Buffer.from('{"type":"FeatureCollection","features":[{"a":"'));
    for (;;) {
      pieces += 1;
      yield Buffer.alloc(1_000, 'x');
    }
  }
  await expect(geojsonFeatures(endless(), 100_000).next()).rejects.toThrow(
    /^feature 1 is larger than 100000 bytes: it is not closed/,
  );
  expect(pieces).toBe(100);
});

describe('a Shapefile', () => {
  const { shp, dbf } = shapefileOf(drawn);
  const inShapefile = [
    inGeojson[0],
    // An empty text is none.
    { ...inGeojson[1], properties: { code: 'DEU', name: null } },
  ];

  /** Rings begin and turn as the file has them. */
  function plainly(features: readonly Feature[]): unknown {
    return features.map((feature) => {
      if (feature.geometry?.type !== 'Polygon') return feature;
      const coordinates = feature.geometry.coordinates.map((ring) => ring.toReversed());
      return { ...feature, geometry: { type: 'Polygon', coordinates } };
    });
  }

  test('is read with what lies beside it, whose ending may be in capitals', async () => {
    const file = await written('borders.shp', shp);
    const beside = [await written('borders.DBF', dbf), await written('borders.cpg', 'UTF-8\n')];
    await written('borders.shx', 'not needed');
    expect(plainly(await featuresOf(file))).toEqual(inShapefile);
    expect(await featurePaths(file)).toEqual([...beside, file].sort());
  });

  test('is read from an archive, also one of several', async () => {
    const parts = { 'a/b.shp': shp, 'a/b.dbf': dbf, 'a/b.cpg': 'utf8', '__MACOSX/._b.shp': '' };
    const file = await written('one.zip', zipOf(parts));
    expect(plainly(await featuresOf(file))).toEqual(inShapefile);
    const two = await written('two.zip', zipOf({ ...parts, 'c.shp': shp, 'c.dbf': dbf }));
    await expect(featuresOf(two)).rejects.toThrow(
      /holds 2 files that may be meant. Name the one to read as .*two.zip#<entry>. It holds: a\/b.shp/,
    );
    expect(plainly(await featuresOf(`${two}#a/b.shp`))).toEqual(inShapefile);
    await expect(featuresOf(`${two}#d.shp`)).rejects.toThrow('holds no entry "d.shp"');
    expect(await featurePaths(`${two}#a/b.shp`)).toEqual([two]);
  });

  test.each(['windows-1252', '1252', 'ISO 88591', undefined])('may be in %s', async (encoding) => {
    const western = shapefileOf(drawn, (text) => Buffer.from(text, 'latin1'));
    const parts = { 'b.shp': western.shp, 'b.dbf': western.dbf };
    const file = await written(
      'encoded.zip',
      zipOf({ ...parts, ...(encoding !== undefined && { 'b.cpg': encoding }) }),
    );
    const [first] = await featuresOf(file);
    expect(first?.properties.name).toBe(drawn[0]?.properties.name);
  });

  test.each([
    ['lacks its .dbf', { 'b.shp': shp }, /the .dbf of the Shapefile is missing/],
    ['is cut off', { 'b.shp': shp.subarray(0, -20), 'b.dbf': dbf }, /b.shp is cut off: it has \d+/],
    ['has a .dbf cut off', { 'b.shp': shp, 'b.dbf': dbf.subarray(0, -20) }, /b.dbf is cut off/],
    [
      'has a .dbf of something else',
      { 'b.shp': shp, 'b.dbf': shapefileOf([...drawn, ...drawn]).dbf },
      /b.shp holds 2 features, and b.dbf 4: /,
    ],
    ['swallows its last record', { 'b.shp': swallowing(shp), 'b.dbf': dbf }, /holds 1 features/],
    ['counts below zero', { 'b.shp': withCount(shp, -5), 'b.dbf': dbf }, /cannot be read/],
    ['counts too far', { 'b.shp': withCount(shp, 2 ** 31 - 1), 'b.dbf': dbf }, /cannot be read/],
    ['is empty', { 'b.shp': '', 'b.dbf': dbf }, /b.shp is cut off: it has 0 of 100 bytes/],
    [
      'is projected',
      { 'b.shp': shp, 'b.dbf': dbf, 'b.prj': 'PROJCS["WGS_1984_Web_Mercator",GEOGCS[]]' },
      /WGS_1984_Web_Mercator: convert it to WGS 84/,
    ],
    ['is in Klingon', { 'b.shp': shp, 'b.dbf': dbf, 'b.cpg': 'tlh' }, /unknown encoding "tlh"/],
    ['is a text', { 'b.txt': 'text' }, /holds 0 files that may be meant.*It holds: b.txt/],
  ])('that %s is refused', async (_, parts, reason) => {
    const file = await written('wrong.zip', zipOf(parts));
    await expect(featuresOf(file)).rejects.toThrow(reason);
    await expect(featuresOf(file)).rejects.toThrow(file);
  });

  test('in a damaged archive is refused', async () => {
    const whole = await zipOf({ 'b.shp': shp, 'b.dbf': dbf });
    const cutOff = await written('cut.zip', whole.subarray(0, -40));
    await expect(featuresOf(cutOff)).rejects.toThrow(/cut.zip cannot be read/);
    const altered = await zipOf({ 'b.shp': shp, 'b.dbf': dbf });
    // Both places of the checksum of b.shp.
    altered.writeUInt32LE(1, 14);
    altered.writeUInt32LE(1, altered.indexOf('PK\x01\x02') + 16);
    await expect(featuresOf(await written('crc.zip', altered))).rejects.toThrow(
      /b.shp is damaged: its CRC is wrong/,
    );
  });
});

/** The first record says that it goes on to the end of the file. */
function swallowing(shp: Buffer): Buffer {
  const changed = Buffer.from(shp);
  changed.writeInt32BE((shp.length - 108) / 2, 104);
  return changed;
}

/** The first record says that it has so many points. */
function withCount(shp: Buffer, points: number): Buffer {
  const changed = Buffer.from(shp);
  changed.writeInt32LE(points, 100 + 8 + 40);
  return changed;
}

test('a file that is not there is named', async () => {
  await expect(featuresOf(join(folder, 'none.geojson'))).rejects.toThrow(/none.geojson cannot be/);
});
