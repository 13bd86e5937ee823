import { truncateSync } from 'node:fs';
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

  test.each(['EPSG:4326', 'urn:ogc:def:crs:EPSG::4269', 'http://www.opengis.net/def/crs/EPSG/0/4258', 'urn:ogc:def:crs:OGC::CRS83'])('may be in %s', async (name) => {
    const file = folder.write('near.geojson', collectionOf(drawn, { crs: { properties: { name } } }));
    expect(await featuresOf(file)).toEqual(inGeojson);
  }); // prettier-ignore

  test('may lack what a feature need not have, and has the id as a property', async () => {
    const features = [{ id: 'FRA' }, { id: 7, properties: { id: 'DEU' } }];
    expect(await featuresOf(folder.write('bare.geojson', collectionOf(features)))).toEqual([
      { line: 1, properties: { id: 'FRA' }, geometry: null },
      { line: 2, properties: { id: 'DEU' }, geometry: null },
    ]);
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
    ['', /not JSON/],
    ['id,name\n1,"a"\n', /not JSON/],
    ['{"type":"Topology","objects":{},"arcs":[[[1,2]]]}', /TopoJSON.*convert/],
    [collectionOf(drawn).replace('"code"', 'code'), /is not JSON near feature 1: Expected/],
    [
      collectionOf(drawn)
        .replace(/"code"(?=.*DEU)/s, 'code')
        .replace(':null', ':no'),
      /is not JSON near feature 1: /,
    ],
    [collectionOf(drawn).replace(':null', ':no'), /is not JSON near feature 2: Unexpected token/],
    [`${begin}null]}`, /feature 1 has not/],
    [`${begin}{"type":"Feature","properties":{},"geometry":null}, "x" ]}`, /feature 2 has not/],
    [`${begin}{"a":1}]}`, /feature 1 has not/],
    [Buffer.from(`\ufeff${collectionOf(drawn)}`, 'utf16le'), /UTF-16LE: save it as UTF-8/],
    [Buffer.from(collectionOf(drawn), 'latin1'), /it is not in UTF-8 near feature 1: convert/],
    [collectionOf(drawn, { crs: webMercator }), /EPSG::3857, and not degrees of WGS 84/],
    [collectionOf(drawn, { crs: { properties: { name: 'EPSG:4807' } } }), /of EPSG:4807, and not/],
  ])('that is something else is rejected (%#)', async (content, reason) => {
    const error = await featuresOf(folder.write('wrong.geojson', content)).catch(String);
    expect(error).toMatch(/wrong.geojson cannot be read: /);
    expect(error).toMatch(reason);
  });

  test.each([
    [`${begin}{"a":"`, /^it is larger than 100000 bytes, and does not have one feature on each line\. Convert it with `ogr2ogr -f GeoJSONSeq/],
    [`\x1e${JSON.stringify({ type: 'Feature' })}\n\x1e{"a":"`, /^feature 2 is larger than 100000 bytes: it is not closed/],
  ])('that has no end is rejected before it fills the memory: %j', async (first, reason) => {
    let pieces = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(first));
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(1_000, 'x');
      }
    }
    const read = async () => {
      for await (const { line } of geojsonFeatures(endless(), 100_000)) expect(line).toBe(1);
    };
    await expect(read()).rejects.toThrow(reason);
    expect(pieces).toBe(100);
  }); // prettier-ignore

  test('that does not fit into memory is rejected before it is read', async () => {
    const file = folder.write('large.geojson', begin);
    truncateSync(file, 600 * 1024 * 1024);
    await expect(featureFiles(file)).rejects.toThrow(/large.geojson cannot be read: it is larger than \d+ bytes/);
  }); // prettier-ignore
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
    expect(await filesOf(file)).toEqual(['borders.shp', 'borders.DBF', 'borders.cpg']);
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

  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const utf8 = (text: string) => Buffer.from(text);
  /** The letters from А on. */
  const cp1251 = (text: string) => Buffer.from(text.replace(/[А-я]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x350)), 'latin1'); // prettier-ignore

  const namesIn = async (name: string, encode: (text: string) => Buffer, language: number, cpg?: string) => {
    const encoded = shapefileOf([{ properties: { name }, geometry: SQUARE }], encode);
    encoded.dbf.writeUInt8(language, 29);
    const parts = { 'b.shp': encoded.shp, 'b.dbf': encoded.dbf, ...(cpg !== undefined && { 'b.cpg': cpg }) };
    const features = await featuresOf(folder.write('encoded.zip', await zipOf(parts)));
    return features[0]?.properties.name;
  }; // prettier-ignore

  test.each([
    ['its .cpg windows-1252', 'Österreich', latin1, 0, 'windows-1252'],
    ['its .cpg 1252', 'Österreich', latin1, 0xc9, '1252'],
    ['its .cpg ISO 88591', 'Österreich', latin1, 0, 'ISO 88591'],
    ['its bytes', 'Côte d’Ivoire', utf8, 0, undefined],
    ['its bytes, though the header is that of any program', 'Côte', utf8, 0x57, undefined],
    ['its bytes, though the header names windows-1251', 'Côte', utf8, 0xc9, undefined],
    ['its bytes, though the header names windows-1255', 'Россия', utf8, 0x7d, undefined],
    ['its bytes, though the .cpg is empty', 'Côte', utf8, 0, '\n'],
    ['the number of windows-1252', 'Österreich', latin1, 0x57, undefined],
    ['the number of windows-1251', 'Россия', cp1251, 0xc9, undefined],
    ['ASCII, of an unknown number', 'Austria', utf8, 0x02, undefined],
  ])('has the encoding that shows in %s', async (_, name, encode, language, cpg) => {
    expect(await namesIn(name, encode, language, cpg)).toBe(name);
  });

  test.each([0, 0x02])('without a known encoding is rejected (%d)', async (language) => {
    await expect(namesIn('Österreich', latin1, language)).rejects.toThrow(
      'b.dbf does not say its encoding, and is not UTF-8: write the encoding, such as windows-1252, into a file b.cpg beside it.',
    );
  });

  const degrees = 'UNIT["Degree",0.0174532925199433]';
  const geographic = (datum: string, more = `PRIMEM["Greenwich",0.0],${degrees}`) => `GEOGCS["GCS_X",DATUM[${datum}],${more}]`; // prettier-ignore
  const [WGS, GRS] = ['"D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]', '"D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257222101]']; // prettier-ignore
  const wkt2 = `GEOGCRS["WGS 84", ENSEMBLE["World Geodetic System 1984 ensemble", ELLIPSOID["WGS 84", 6378137, 298.257223563, LENGTHUNIT["metre", 1]]], PRIMEM["Greenwich", 0, ANGLEUNIT["degree", 0.0174532925199433]], CS[ellipsoidal, 2], AXIS["geodetic latitude (Lat)", north], AXIS["geodetic longitude (Lon)", east], ANGLEUNIT["degree", 0.0174532925199433], ID["EPSG", 4326]]`; // prettier-ignore

  test.each<[string, boolean]>([
    [geographic(WGS), true],
    [geographic(GRS), true],
    [wkt2, true],
    [`COMPD_CS["WGS 84 + height",${geographic(WGS)},VERT_CS["height",UNIT["metre",1]]]`, true],
    ['EPSG:4326', true],
    ['', true],
    [geographic(WGS, `PRIMEM["Paris",2.337229167],${degrees}`), false],
    [geographic(WGS, 'PRIMEM["Greenwich",0],UNIT["Grad",0.01570796326794897]'), false],
    [wkt2.replaceAll('"degree", 0.0174532925199433', '"grad", 0.015707963267949'), false],
    [geographic('"D_European_1950",SPHEROID["International_1924",6378388.0,297.0]'), false],
    [geographic('"D_Vietnam_2000",SPHEROID["WGS_1984",6378137.0,298.257223563]'), false],
    [`PROJCS["GCS_X",${geographic(WGS)},UNIT["Meter",1]]`, false],
    ['GCS_X', false],
  ])('may be of degrees near WGS 84 only: %s', async (prj, isNear) => {
    const file = folder.write('prj.zip', await zipOf({ 'b.shp': shp, 'b.dbf': dbf, 'b.prj': prj }));
    const found = await featuresOf(file).catch(String);
    if (isNear) expect(found).toHaveLength(2);
    else expect(found).toContain('its coordinates are of GCS_X, and not degrees of WGS 84 from Greenwich: convert it (`ogr2ogr -t_srs EPSG:4326'.replace('GCS_X', prj.startsWith('GEOGCRS') ? 'WGS 84' : 'GCS_X')); // prettier-ignore
  });

  /** Returns the file with another number in it. */
  function withNumber(at: number, number: number, endian: 'BE' | 'LE'): Buffer {
    const changed = Buffer.from(shp);
    changed[`writeInt32${endian}`](number, at);
    return changed;
  }
  /** The first record says that it has so many points. */
  const withCount = (points: number): Buffer => withNumber(148, points, 'LE');

  test.each([
    ['lacks its .dbf', { 'b.shp': shp }, /the .dbf of the Shapefile is missing/],
    ['is cut off', { 'b.shp': shp.subarray(0, -20), 'b.dbf': dbf }, /b.shp is cut off: it has \d+/],
    ['has a .dbf cut off', { 'b.shp': shp, 'b.dbf': dbf.subarray(0, -20) }, /b.dbf is cut off/],
    ['has a .dbf of something else', { 'b.shp': shp, 'b.dbf': shapefileOf([...drawn, ...drawn]).dbf }, /b.shp holds 2 features, and b.dbf 4: /], // prettier-ignore
    ['has a record that swallows the next', { 'b.shp': withNumber(104, (shp.length - 108) / 2, 'BE'), 'b.dbf': dbf }, /holds 1 features/], // prettier-ignore
    ['counts below zero', { 'b.shp': withCount(-5), 'b.dbf': dbf }, /cannot be read/],
    ['counts too far', { 'b.shp': withCount(2 ** 31 - 1), 'b.dbf': dbf }, /cannot be read/],
    ['is empty', { 'b.shp': '', 'b.dbf': dbf }, /b.shp is cut off: it has 0 of 100 bytes/],
    ['is in Klingon', { 'b.shp': shp, 'b.dbf': dbf, 'b.cpg': 'tlh' }, /unknown encoding "tlh"/],
    ['is a text', { 'b.txt': 'text' }, /holds no file that can be read. It holds: b.txt/],
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
  ['a collection with the point of a label and what is null', { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [0, 0] }, null as unknown as Geometry, { type: 'Polygon', coordinates: [closed] }] }, [[closed]]], // prettier-ignore
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
  ['a collection of a point', { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [0, 0] }] }, /draws nothing/], // prettier-ignore
  ['a collection with a position far away', { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [closed] }, polygon(48, 170)] }, /are they swapped/], // prettier-ignore
  ['a number', { type: 'GeometryCollection', geometries: [7] }, /draws nothing/],
  ['no type', {}, /draws a undefined, not an area/],
  ['endless collections', nested('{"type":"GeometryCollection","geometries":[', ']}'), /nested more than 16 deep/], // prettier-ignore
  ['metres', polygon(260_000, 6_250_000), /not degrees of WGS 84/],
])('a geometry that is no area: %s', (_, geometry, reason) => {
  expect(polygonsOf(geometry as Geometry)).toEqual({ fault: expect.stringMatching(reason) });
});
