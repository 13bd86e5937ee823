import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Geometry, Polygon, Position } from 'geojson';
import { type Feature, polygonsOf } from '../../../../ingest/files/feature.js';
import { geojsonFeatures } from '../../../../ingest/files/geojson.js';
import { sourcesOf } from '../../../../ingest/files/dataFile.js';
import { featureFiles, readFeatures } from '../../../../ingest/files/readFeatures.js';
import { testFolder } from '../../../support/folder.js';
import { zipOf } from '../../../support/zip.js';
import { shapefileOf } from './shapefileOf.js';

const folder = testFolder();

async function featuresOf(file: string): Promise<Feature[]> {
  const found: Feature[] = [];
  for await (const feature of readFeatures(file)) found.push(feature);
  return found;
}

const square = (from: number, to: number): Position[] => [[from, from], [to, from], [to, to], [from, to], [from, from]]; // prettier-ignore
const SQUARE: Polygon = { type: 'Polygon', coordinates: [square(0, 10), square(4, 6).reverse()] };

const drawn = [
  { properties: { code: 'FRA', name: 'Österreich ]}{[ "\\' }, geometry: SQUARE },
  { properties: { code: 'DEU', name: '' }, geometry: null },
];
const inGeojson = drawn.map((each, index) => ({ ...each, line: index + 1 }));

function collectionOf(features: readonly object[], others: object = {}): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    ...others,
    features: features.map((each) => ({ type: 'Feature', ...each })),
  });
}

describe('GeoJSON', () => {
  test('is read a feature at a time, whatever is around them', async () => {
    const around = {
      bbox: [0, 0, 10, 10],
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
      note: { '"features"': ['no features ["features": ['] },
      ...(JSON.parse(collectionOf(drawn)) as object),
      type: 'FeatureCollection',
    };
    const file = folder.write('a.geojson', `\ufeff${JSON.stringify(around, null, 2)}\r\n`);
    expect(await featuresOf(file)).toEqual(inGeojson);
  });

  test('is the same whichever pieces it comes in', async () => {
    const many = Array.from({ length: 3_000 }, () => drawn).flat();
    const found = await featuresOf(folder.write('many.geojson', collectionOf(many)));
    expect(found.map(({ line, properties }) => [line, properties])).toEqual(
      many.map(({ properties }, at) => [at + 1, properties]),
    );
  });

  test.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['zip', (text: string) => zipOf({ 'README.txt': 'text', 'borders.geojson': text })],
  ])('is found within %s, whatever that is called', async (name, pack) => {
    const file = folder.write(`${name}.data`, await pack(collectionOf(drawn)));
    expect(await featuresOf(file)).toEqual(inGeojson);
  });

  const begin = '{"type":"FeatureCollection","features":[';
  const webMercator = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3857' } };

  test.each([
    [collectionOf(drawn).slice(0, -30), /cut off/],
    [begin, /cut off/],
    ['{"type":"Polygon","coordinates":[[[0,0]]]}', /not a GeoJSON FeatureCollection/],
    ['[1, 2]', /not a GeoJSON FeatureCollection/],
    [`{${'"a":[1],'.repeat(500_000)}"b":[]}`, /not a GeoJSON FeatureCollection/],
    ['', /not JSON/],
    ['id,name\n1,"a"\n', /not JSON/],
    ['{"type":"Topology","objects":{},"arcs":[[[1,2]]]}', /TopoJSON.*convert/],
    [collectionOf(drawn).replace('"code"', 'code'), /feature 1 is not JSON/],
    [`${begin}null]}`, /among its features/],
    [`${begin}{"type":"Feature","properties":{},"geometry":null}, "x" ]}`, /among its features is not an object, before feature 2/], // prettier-ignore
    [`${begin}],"features":[]}`, /two lists of features/],
    [`${begin}{"a":1}]}`, /feature 1 has not/],
    [Buffer.from(`\ufeff${collectionOf(drawn)}`, 'utf16le'), /UTF-16LE: save it as UTF-8/],
    [Buffer.from(collectionOf(drawn), 'latin1'), /feature 1 is not in UTF-8/],
    [collectionOf(drawn, { crs: webMercator }), /EPSG::3857: convert it to WGS 84/],
  ])('that is something else is rejected (%#)', async (content, reason) => {
    const error = await featuresOf(folder.write('wrong.geojson', content)).catch(String);
    expect(error).toMatch(/wrong.geojson cannot be read: /);
    expect(error).toMatch(reason);
  });

  test('with a feature without an end is rejected before it fills the memory', async () => {
    let pieces = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(`${begin}{"a":"`));
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
});

describe('a Shapefile', () => {
  const { shp, dbf } = shapefileOf(drawn);
  // An empty text is none.
  const inShapefile = [inGeojson[0], { ...inGeojson[1], properties: { code: 'DEU', name: null } }];

  /** Rings turn as GeoJSON has them. */
  function plainly(features: readonly Feature[]): unknown {
    return features.map((feature) => {
      if (feature.geometry?.type !== 'Polygon') return feature;
      const coordinates = feature.geometry.coordinates.map((ring) => ring.toReversed());
      return { ...feature, geometry: { type: 'Polygon', coordinates } };
    });
  }

  const filesOf = async (file: string) =>
    (await sourcesOf({ files: await featureFiles(file) })).map(({ name }) => name);

  test('is read with what lies beside it, whose ending may be in capitals', async () => {
    const file = folder.write('borders.shp', shp);
    folder.write('borders.DBF', dbf);
    folder.write('borders.cpg', 'UTF-8\n');
    folder.write('borders.shx', 'not needed');
    expect(plainly(await featuresOf(file))).toEqual(inShapefile);
    expect(await filesOf(file)).toEqual(['borders.DBF', 'borders.cpg', 'borders.shp']);
  });

  test('is read from an archive, also one of several', async () => {
    const parts = { 'a/b.shp': shp, 'a/b.dbf': dbf, 'a/b.cpg': 'utf8', '__MACOSX/._b.shp': '' };
    const one = folder.write('one.zip', await zipOf(parts));
    expect(plainly(await featuresOf(one))).toEqual(inShapefile);
    const two = folder.write('two.zip', await zipOf({ ...parts, 'c.shp': shp, 'c.dbf': dbf }));
    await expect(featuresOf(two)).rejects.toThrow(/holds 2 files that may be meant/);
    expect(plainly(await featuresOf(`${two}#a/b.shp`))).toEqual(inShapefile);
    expect(await filesOf(`${two}#a/b.shp`)).toEqual(['two.zip']);
  });

  test.each(['windows-1252', '1252', 'ISO 88591', undefined])('may be in %s', async (encoding) => {
    const western = shapefileOf(drawn, (text) => Buffer.from(text, 'latin1'));
    const cpg = encoding === undefined ? {} : { 'b.cpg': encoding };
    const archive = await zipOf({ 'b.shp': western.shp, 'b.dbf': western.dbf, ...cpg });
    const [first] = await featuresOf(folder.write('encoded.zip', archive));
    expect(first?.properties.name).toBe(drawn[0]?.properties.name);
  });

  /** Returns the file with another number in it. */
  function withNumber(at: number, number: number, endian: 'BE' | 'LE'): Buffer {
    const changed = Buffer.from(shp);
    changed[`writeInt32${endian}`](number, at);
    return changed;
  }
  /** The first record says that it has so many points. */
  const withCount = (points: number): Buffer => withNumber(148, points, 'LE');
  const projection = 'PROJCS["WGS_1984_Web_Mercator",GEOGCS[]]';

  test.each([
    ['lacks its .dbf', { 'b.shp': shp }, /the .dbf of the Shapefile is missing/],
    ['is cut off', { 'b.shp': shp.subarray(0, -20), 'b.dbf': dbf }, /b.shp is cut off: it has \d+/],
    ['has a .dbf cut off', { 'b.shp': shp, 'b.dbf': dbf.subarray(0, -20) }, /b.dbf is cut off/],
    ['has a .dbf of something else', { 'b.shp': shp, 'b.dbf': shapefileOf([...drawn, ...drawn]).dbf }, /b.shp holds 2 features, and b.dbf 4: /], // prettier-ignore
    ['has a record that swallows the next', { 'b.shp': withNumber(104, (shp.length - 108) / 2, 'BE'), 'b.dbf': dbf }, /holds 1 features/], // prettier-ignore
    ['counts below zero', { 'b.shp': withCount(-5), 'b.dbf': dbf }, /cannot be read/],
    ['counts too far', { 'b.shp': withCount(2 ** 31 - 1), 'b.dbf': dbf }, /cannot be read/],
    ['is empty', { 'b.shp': '', 'b.dbf': dbf }, /b.shp is cut off: it has 0 of 100 bytes/],
    ['is projected', { 'b.shp': shp, 'b.dbf': dbf, 'b.prj': projection }, /WGS_1984_Web_Mercator: convert it to WGS 84/], // prettier-ignore
    ['is in Klingon', { 'b.shp': shp, 'b.dbf': dbf, 'b.cpg': 'tlh' }, /unknown encoding "tlh"/],
    ['is a text', { 'b.txt': 'text' }, /holds 0 files that may be meant.*It holds: b.txt/],
  ])('that %s is rejected', async (_, parts, reason) => {
    const file = folder.write('wrong.zip', await zipOf(parts));
    const error = await featuresOf(file).catch(String);
    expect(error).toMatch(`${file} cannot be read`);
    expect(error).toMatch(reason);
  });
});

test('a file that is not there is named', async () => {
  const file = join(folder.path, 'none.geojson');
  await expect(featuresOf(file)).rejects.toThrow(/none.geojson cannot be/);
});

const open = [[0, 0], [1, 0], [1, 1]]; // prettier-ignore
const closed = [...open, [0, 0]];

test.each<[string, Geometry, unknown]>([
  ['an unclosed ring is closed', { type: 'Polygon', coordinates: [open] }, [[closed]]],
  ['several', { type: 'MultiPolygon', coordinates: [[closed], [closed]] }, [[closed], [closed]]],
  ['a collection', { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [closed] }] }, [[closed]]], // prettier-ignore
  ['an empty ring is none', { type: 'Polygon', coordinates: [closed, []] }, [[closed]]],
])('polygons of a geometry: %s', (_, geometry, polygons) => {
  expect(polygonsOf(geometry)).toEqual({ polygons });
});

test('a country may have more islands than a call has arguments', () => {
  const coordinates = Array.from({ length: 200_000 }, () => [closed]);
  const islands = { type: 'MultiPolygon', coordinates } as const;
  const found = polygonsOf({ type: 'GeometryCollection', geometries: [islands] });
  expect('polygons' in found && found.polygons).toHaveLength(200_000);
});

/** A value nested deeper than any stack. */
const nested = (opening: string, closing: string): unknown =>
  JSON.parse(`${opening.repeat(100_000)}${closing.repeat(100_000)}`);
const polygon = (...position: unknown[]) => ({ type: 'Polygon', coordinates: [[position]] });

test.each<[string, unknown, RegExp]>([
  ['nothing', null, /draws nothing/],
  ['no rings', { type: 'Polygon', coordinates: [] }, /draws nothing/],
  ['a line', { type: 'LineString', coordinates: open }, /draws a LineString, not an area/],
  ['a text', polygon('1', 2), /not two numbers: \["1",2\]/],
  ['swapped', polygon(48, 170), /latitude 170\): are they swapped/],
  ['infinite', polygon(Infinity, 2), /not two numbers/],
  ['a long text', polygon('x'.repeat(9_999)), /^.{0,99}$/],
  ['nested', polygon(nested('[', ']')), /not two numbers/],
  ['a collection of nothing', { type: 'GeometryCollection' }, /draws nothing/],
  ['a number', { type: 'GeometryCollection', geometries: [7] }, /draws nothing/],
  ['no type', {}, /draws a undefined, not an area/],
  ['endless collections', nested('{"type":"GeometryCollection","geometries":[', ']}'), /nested more than 16 deep/], // prettier-ignore
  ['metres', polygon(260_000, 6_250_000), /not degrees of WGS 84/],
])('a geometry that is no area: %s', (_, geometry, reason) => {
  expect(polygonsOf(geometry as Geometry)).toEqual({ fault: expect.stringMatching(reason) });
});
