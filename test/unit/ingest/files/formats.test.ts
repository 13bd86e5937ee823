import { expect, test } from '@jest/globals';
import { mappedCities } from '../../../../ingest/cities/ownFile.js';
import { geojsonFeatures } from '../../../../ingest/files/geojson.js';
import { filterOf, type Where } from '../../../../ingest/files/where.js';
import { mappedPlaces } from '../../../../ingest/places/sources.js';
import { testFolder } from '../../../support/folder.js';
import { readPlaces } from '../../../support/placeFiles.js';
import { rowsOf } from '../cities/rowsOf.js';

const folder = testFolder();

const read = async (name: string, content: string, mapping: object) =>
  readPlaces(await mappedPlaces(folder.write(name, content), mapping));

/** Rows of OpenFlights, which have no header. */
const AIRPORTS = [
  '507,"London Heathrow Airport","London","United Kingdom","LHR","EGLL",51.4706,-0.461941,83,0,"E","Europe/London","airport","OurAirports"',
  '6,"Wewak International, Airport","Wewak","Papua New Guinea","WWK",\\N,-3.58383,143.669,19,10,"U",\\N,"airport","OurAirports"',
  '9,"Euston","London","United Kingdom",\\N,\\N,51.5,-0.1,83,0,"E",\\N,"station","User"',
  '10,"Short","London"',
].join('\n');

test('CSV without a header has columns by number', async () => {
  const { places, rejects, notes } = await read('airports.dat', AIRPORTS, {
    format: 'csv',
    header: false,
    fields: { '2': 'name', '3': 'subtitle', '7': 'latitude', '8': 'longitude' },
    id: [4, 2],
    where: { '13': 'airport', '5': { not: '\\N', matches: '^[A-Z]{3}$' } },
  });
  expect(places.map(({ id, name, line }) => [id, name, line])).toEqual([
    ['United_Kingdom-London_Heathrow_Airport', 'London Heathrow Airport', 1],
    ['Papua_New_Guinea-Wewak_International_Airport', 'Wewak International, Airport', 2],
  ]);
  expect(rejects).toMatchObject([{ line: 4, reason: 'it has 3 cells, the first row has 14' }]);
  expect(notes).toEqual([`where leaves out 1 of 4 rows of ${folder.path}/airports.dat`]);
});

test('a column that the first row does not have is a fault with its line', async () => {
  const mapping = { format: 'csv', header: false, fields: { 1: 'id', 2: 'name', 7: 'latitude', 99: 'longitude' } }; // prettier-ignore
  await expect(read('few.dat', AIRPORTS, mapping)).rejects.toThrow(
    'few.dat:1: the first row does not fit the mapping: it has no column "99". Its columns are "1", "2"',
  );
});

const point = (id: number | undefined, properties: object, coordinates: unknown = [2, 48]) => ({
  type: 'Feature',
  ...(id !== undefined && { id }),
  properties,
  geometry: { type: 'Point', coordinates },
});
const FEATURES = [
  point(7, { title: 'Louvre', tags: { kind: 'museum' } }, [2.34, 48.86, 35]),
  point(undefined, { id: 'p8', title: 'Orsay', tags: { kind: 'museum' } }),
  { ...point(9, { title: 'Nowhere' }), geometry: null },
  { ...point(10, { title: 'Seine' }), geometry: { type: 'LineString', coordinates: [[2, 48]] } },
  point(11, { title: '{"in": [text]}' }, [139, 35]),
].map((feature) => JSON.stringify(feature));

test.each([
  ['a collection', `{"type":"FeatureCollection","features":[${FEATURES.join(',\n')}]}`],
  ['one a line', FEATURES.join('\n')],
  ['text sequences', FEATURES.map((each) => `\x1e${each}\n`).join('')],
  ['text sequences of several lines', FEATURES.map((each) => `\x1e${JSON.stringify(JSON.parse(each), undefined, 2)}\n`).join('')],
])('points of GeoJSON: %s', async (_, content) => {
  const fields = { id: 'id', title: 'name', 'tags.kind': 'category' };
  const { places, rejects, complaints } = await read('points.geojson', content, { format: 'geojson', fields });
  expect(places.map(({ id, name, category, location, line }) => [id, name, category, location, line])).toEqual([
    ['7', 'Louvre', 'museum', [2.34, 48.86], 1],
    ['p8', 'Orsay', 'museum', [2, 48], 2],
    ['11', '{"in": [text]}', null, [139, 35], 5],
  ]);
  expect(rejects.map(({ line, id, reason }) => [line, id, reason])).toEqual([
    [3, '9', 'latitude is missing; longitude is missing'],
    [4, '10', 'it draws a LineString, not a point'],
  ]);
  expect(complaints).toEqual([]);
}); // prettier-ignore

test.each([1, 3, 7, 64])('GeoJSON is cut right, whatever pieces of %d bytes it arrives in', async (size) => {
  for (const content of [
    `{"type":"FeatureCollection","features":[${FEATURES.join(',')}]}`,
    FEATURES.join('\r\n'),
    FEATURES.map((each) => `\x1e${each}\n`).join(''),
  ]) {
    const bytes = Buffer.from(content);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
    }
    const found: unknown[] = [];
    for await (const { line, properties } of geojsonFeatures(pieces())) found.push([line, properties.title]);
    expect(found).toEqual(FEATURES.map((each, at) => [at + 1, (JSON.parse(each) as { properties: { title: string } }).properties.title]));
  }
}); // prettier-ignore

test.each([
  ['it is not a GeoJSON FeatureCollection', '{"type":"Topology","objects":{}}'],
  ['feature 2 is not JSON', `${FEATURES[0]}\n{"type":Feature}`],
  ['it is cut off', `${FEATURES[0]}\n${FEATURES[1]?.slice(0, -1)}`],
  ['feature 2 has not the members type, properties and geometry', `${FEATURES[0]}\n[]`],
])('GeoJSON that cannot be read is named once: %s', async (reason, content) => {
  const fields = { id: 'id', title: 'name' };
  const error = (await read('odd.geojson', content, { format: 'geojson', fields }).catch(String)) as string; // prettier-ignore
  if (content.includes('Topology')) expect(error).toContain('it is TopoJSON');
  else expect(error).toMatch(new RegExp(`^Error: \\S*odd.geojson cannot be read: ${reason}`));
  expect(error.split('odd.geojson')).toHaveLength(2);
});

test('cities of GeoJSON', async () => {
  const mapping = { format: 'geojson', fields: { title: 'name' }, id: ['title'], constants: { country: 'FR' } } as const; // prettier-ignore
  const rows = await rowsOf(await mappedCities(folder.write('cities.geojson', FEATURES.slice(0, 1).join('')), mapping)); // prettier-ignore
  expect(rows).toMatchObject([{ sourceId: 'own-Louvre', name: 'Louvre', latitude: 48.86 }]);
});

test.each([
  '[{"id": 1},\n{"id": 2}]',
  '{\n  "id": 1\n}',
  `\x1e${FEATURES[0]}\n`,
  '{"type": "FeatureCollection", "features": []}',
])('JSON that is not one object a line is told with what to do: %j', async (content) => {
  const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };
  await expect(read('odd.ndjson', content, { format: 'ndjson', fields })).rejects.toThrow(
    "odd.ndjson has not one JSON object a line. For GeoJSON, say format: geojson. Convert other JSON: jq -c '.[]'",
  );
});

const leftBy = (where: Where, ...cells: unknown[]): unknown[] =>
  filterOf(where, ['a'])(cells.map((cell, at) => ({ line: at, cells: [cell] }))).map(({ cells: [cell] }): unknown => cell); // prettier-ignore

test.each<[Where, unknown[]]>([
  [{ a: 'x' }, ['x', ' x ']],
  [{ a: ['x', 1, true] }, ['x', ' x ', '1', 1, true]],
  [{ a: null }, ['', undefined, null]],
  [{ a: { not: null } }, ['x', ' x ', 'X', '1', 1, true]],
  [{ a: { not: ['x', null, 1] } }, ['X', true]],
  [{ a: { matches: '^[xX]$' } }, ['x', ' x ', 'X']],
  [{ a: { matches: '.', not: ['X', 'true'] } }, ['x', ' x ', '1', 1]],
])('where %j', (where, expected) => {
  expect(leftBy(where, 'x', ' x ', 'X', '1', 1, true, '', undefined, null)).toEqual(expected);
});

test('rows that cannot be read are not left out, and are rejected', () => {
  const faulty = { line: 1, cells: [], reason: 'faulty' };
  expect(filterOf({ a: 'x' }, ['a'])([faulty])).toEqual([faulty]);
});

test('a regular expression that would take for ever ends the run with its name', () => {
  const filter = filterOf({ a: { matches: '^(a+)+$' } }, ['a'], 50);
  const rows = [{ line: 1, cells: [`${'a'.repeat(50)}!`] }];
  expect(() => filter(rows)).toThrow(
    /^The regular expression of where for the column "a" takes more than/,
  );
});

test.each([
  ['48.86, 2.34', 'lat,lon', [2.34, 48.86]],
  ['2.34,48.86', 'lon,lat', [2.34, 48.86]],
  ['(48.86 2.34, 35)', 'lat,lon', [2.34, 48.86]],
  [[48.86, 2.34], 'lat,lon', [2.34, 48.86]],
  ['SRID=4326;POINT Z (2.34 48.86 35)', undefined, [2.34, 48.86]],
  ['8928308280fffff', undefined, [-122.418459, 37.776702]],
  ['48.86, 2.34', undefined, 'location "48.86, 2.34" has two numbers: say in the mapping whether its location is `lat,lon` or `lon,lat`'],
  ['POLYGON((1 1))', 'lat,lon', 'location "POLYGON((1 1))" is neither two numbers, nor a point of WKT or a cell of H3'],
  ['2.34, 48.86', undefined, expect.stringContaining('two numbers')],
  ['139.7, 35.7', 'lat,lon', 'latitude "139.7" is not a number from -90 to 90; latitude and longitude swapped?'],
  ['', 'lat,lon', 'latitude is missing; longitude is missing'],
])('a location in one cell: %j, %s', async (geo, location, expected) => {
  const mapping = { format: 'ndjson', fields: { id: 'id', name: 'name', geo: 'location' }, ...(location && { location }) };
  const { places, rejects } = await read('one.ndjson', JSON.stringify({ id: 1, name: 'A', geo }), mapping);
  if (typeof expected === 'object' && Array.isArray(expected))
    expect(places[0]?.location.map((degrees) => Number(degrees.toFixed(6)))).toEqual(expected);
  else expect(rejects).toMatchObject([{ id: '1', reason: expected }]);
}); // prettier-ignore

test('numbers with a decimal comma, in a location too, and thousands of populations', async () => {
  const content = 'id;name;lat;geo;pop\n1;1,5 km;51,49;"51,49; -0,12";1.234.567\n2;B;51.49;x;7';
  const file = folder.write('comma.csv', content);
  const common = { format: 'csv', delimiter: ';', constants: { country: 'GB' } } as const;
  const fields = { id: 'id', name: 'name', geo: 'location', pop: 'population' };
  const rows = await rowsOf(await mappedCities(file, { ...common, decimal: ',', location: 'lat,lon', fields })); // prettier-ignore
  expect(rows[0]).toMatchObject({ name: '1,5 km', latitude: 51.49, longitude: -0.12, population: 1_234_567 }); // prettier-ignore
  const others = { id: 'id', name: 'name', lat: 'latitude', pop: 'longitude' };
  const plain = await rowsOf(await mappedCities(file, { ...common, fields: others }));
  expect(plain[0]).toMatchObject({ reason: expect.stringContaining(`latitude "51,49" is not a number from -90 to 90 (the \`decimal\` of a mapping may be a comma)`) }); // prettier-ignore
});

test.each([
  ['windows-1252', Buffer.from('id,name,lat,lon\n1,Zürich \x80,1,1', 'latin1')],
  ['utf-16le', Buffer.from('\ufeffid,name,lat,lon\n1,Zürich €,1,1', 'utf16le')],
  ['latin1', Buffer.from('\ufeffid,name,lat,lon\n1,Zürich €,1,1')],
])('text in %s is read if the mapping says so; a mark of UTF-8 wins', async (encoding, content) => {
  const file = folder.write('other.csv', content);
  const { places } = await readPlaces(await mappedPlaces(file, { ...CSV, encoding }));
  expect(places).toMatchObject([{ name: 'Zürich €' }]);
});

test('an empty part of an id is named', async () => {
  const rows = 'country,state,name,lat,lon\nUS,,A,1,1\nUS,TX,B,1,1';
  const fields = { name: 'name', lat: 'latitude', lon: 'longitude' };
  const { places, rejects } = await read('parts.csv', rows, { format: 'csv', fields, id: ['country', 'state'] }); // prettier-ignore
  expect(places).toMatchObject([{ id: 'US-TX' }]);
  expect(rejects).toMatchObject([{ line: 2, reason: 'state, a part of the id, is empty' }]);
});

const CSV = { format: 'csv', fields: { id: 'id', name: 'name', lat: 'latitude', lon: 'longitude' } } as const; // prettier-ignore

test('where that leaves out all rows, or names no column, is a fault', async () => {
  const rows = 'id,name,lat,lon\n1,A,1,1\n';
  const { complaints } = await read('all.csv', rows, { ...CSV, where: { name: 'B' } });
  expect(complaints).toEqual([`where leaves out all rows of ${folder.path}/all.csv: correct its mapping`]); // prettier-ignore
  await expect(read('all.csv', rows, { ...CSV, where: { nam: 'B' } })).rejects.toThrow(
    'it has no column "nam"',
  );
});

test('parts of a folder or of a glob are read in the order of their names', async () => {
  const part = (name: string, id: string) =>
    folder.write(`parts/${name}`, `id,name,lat,lon\n${id},A,1,1\nx${id},A,,1\n`);
  const [, first] = [part('p10.csv', '3'), part('p1.csv', '1'), part('p2.csv', '4')];
  for (const name of ['_SUCCESS', '.p.crc', '_temporary/0/p.csv', 'deeper/p0.csv']) part(name, '2');
  const idsOf = async (path: string) => {
    const source = await mappedPlaces(`${folder.path}/${path}`, CSV);
    const { places, rejects } = await readPlaces(source);
    expect(rejects[0]).toMatchObject({ file: path === 'parts' ? `${folder.path}/parts/deeper/p0.csv` : first, line: 3 }); // prettier-ignore
    expect(source.files).toHaveLength(places.length);
    return places.map(({ id }) => id);
  };
  expect(await idsOf('parts/p*.csv')).toEqual(['1', '3', '4']);
  expect(await idsOf('parts/*')).toEqual(['1', '3', '4']);
  expect(await idsOf('parts')).toEqual(['2', '1', '3', '4']);
  await expect(mappedPlaces(`${folder.path}/parts/q*.csv`, CSV)).rejects.toThrow(
    `There is no file ${folder.path}/parts/q*.csv.`,
  );
});
