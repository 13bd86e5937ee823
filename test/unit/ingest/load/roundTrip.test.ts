import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { geonamesCities } from '../../../../ingest/cities/geonamesFiles.js';
import { type ChangeLine, changesIn } from '../../../../ingest/files/changes.js';
import { openDataFile } from '../../../../ingest/files/dataFile.js';
import { RejectsFile } from '../../../../ingest/load/rejects.js';
import { PLACE_MAPPING, type PlaceField } from '../../../../ingest/places/row.js';
import { mappedPlaces, severalPlaces } from '../../../../ingest/places/sources.js';
import { geonamesRow } from '../../../support/geonames.js';
import { emptyFolder } from '../../../support/folder.js';
import { writeOverture } from '../../../support/overtureFile.js';
import { type Reading, readPlaces } from '../../../support/placeFiles.js';
import { rowsOf } from '../cities/rowsOf.js';

const folder = emptyFolder();

/** Writes rejects as a run does, and returns the paths of the files. */
function written(rejects: Reading['rejects'], time = '20261121t104500123'): string[] {
  const file = new RejectsFile(folder.path, 'places', `geo-places-g${time}`, (text) => {
    throw new Error(text);
  });
  for (const reject of rejects) file.add(reject);
  return readdirSync(folder.path).filter((name) => name.includes(time)).sort().map((name) => join(folder.path, name)); // prettier-ignore
}

const fields = { id: 'id', name: 'name', lat: 'latitude', lon: 'longitude' };
const feature = (id: number, name: string, y: number) =>
  JSON.stringify({ type: 'Feature', id, properties: { title: name }, geometry: { type: 'Point', coordinates: [2, y] } }); // prettier-ignore
const POINTS = { format: 'geojson', fields: { id: 'id', title: 'name' } };

/** The second row of each has the latitude 99, which is mended to 9. */
test.each<[string, string | Buffer, object, string]>([
  ['CSV', '\ufeffid,name,lat,lon\r\n1,A,1,1\r\n2,"B, ""b""\nb",99,2\r\n', { format: 'csv', fields }, 'csv'],
  ['CSV with sep=', 'sep=;\nid;name;lat;lon;\n1;A;1;1\n2;"B, ""b""\nb";99;2', { format: 'csv', fields }, 'csv'],
  ['CSV in windows-1252', Buffer.from('id,name,lat,lon\n1,A,1,1\n2,"B, ""b""\nb",99,2\n3,\xc4,99,x', 'latin1'), { format: 'csv', encoding: 'windows-1252', fields }, 'csv'],
  ['CSV without a header', '1,A,1,1\n2,"B, ""b""\nb",99,2', { format: 'csv', header: false, fields: { 1: 'id', 2: 'name', 3: 'latitude', 4: 'longitude' } }, 'csv'],
  ['TSV without quotation', 'id\tname\tlat\tlon\n1\tA\t1\t1\n2\tB, "b" b\t99\t2', { format: 'csv', delimiter: '\t', quote: 'none', fields }, 'csv'],
  ['NDJSON', '{"id":1,"name":"A","lat":1,"lon":1}\n{ "n": 9007199254740993, "id": 2, "name": "B, \\"b\\"\\nb", "lat": 99, "lon": 2 }', { format: 'ndjson', fields }, 'ndjson'],
  ['GeoJSON', `{"type":"FeatureCollection","features":[${feature(1, 'A', 1)},${feature(2, 'B, "b"\nb', 99)}]}`, POINTS, 'geojsons'],
])('rejected rows of %s are mended, and read by the same mapping', async (_, content, mapping, ending) => {
  const source = folder.write(`places.${ending}`, content);
  let rejected = await readPlaces(await mappedPlaces(source, mapping));
  // They may be rejected again before they are mended.
  for (const time of ['20261121t104500123', '20261122t104500123']) {
    const [file = '', another] = written(rejected.rejects, time);
    expect([another, file.slice(-ending.length)]).toEqual([undefined, ending]);
    expect(readFileSync(file, 'utf8')).toContain(' is not a number from -90 to 90; latitude and longitude swapped?');
    const again = await readPlaces(await mappedPlaces(file, mapping));
    expect(again.rejects.map(({ id, reason }) => [id, reason])).toEqual(rejected.rejects.map(({ id, reason }) => [id, reason]));
    rejected = again;
    const mended = folder.write(`mended.${ending}`, readFileSync(file, 'utf8').replace(/(?<=[,;\t"])99(?="?[,;\t])|(?<=[ ,])99(?=,|\]\})/, '9'));
    const both = await readPlaces(severalPlaces(await Promise.all([source, mended].map((each) => mappedPlaces(each, mapping)))));
    expect(both.places.map(({ name, location }) => [name.replaceAll('\n', ' '), location])).toEqual([
      ['A', mapping === POINTS ? [2, 1] : [1, 1]],
      ['B, "b" b', [2, 9]],
    ]);
  }
}); // prettier-ignore

test('rejected rows of Parquet are mended as GeoJSON, and read by the mapping of the Parquet', async () => {
  const source = writeOverture(join(folder.path, 'places.parquet'), [
    { id: 'a', name: 'A', at: [2, 48], confidence: 1 },
    { id: 'b', name: 'B', at: [2, 99], confidence: 1 },
  ]);
  const mapping = { format: 'parquet', fields: { id: 'id', 'names.primary': 'name', confidence: 'popularity' } }; // prettier-ignore
  const { rejects } = await readPlaces(await mappedPlaces(source, mapping));
  const [file = ''] = written(rejects);
  const mended = folder.write('mended.parquet', readFileSync(file, 'utf8').replace('99]', '49]'));
  const { places } = await readPlaces(await mappedPlaces(mended, mapping));
  expect(places).toMatchObject([{ id: 'b', name: 'B', location: [2, 49], popularity: 1 }]);
});

test('rejected rows of GeoNames are mended, also if they were rejected twice', async () => {
  let file = folder.write('FR.txt', geonamesRow({ id: 7, name: 'Paris', latitude: 99 }));
  for (const time of ['20261121t104500123', '20261122t104500123']) {
    const [city] = await rowsOf(await geonamesCities({ geonames: file }));
    [file = ''] = written(
      [{ file, line: 1, id: '7', reason: 'latitude 99', row: city?.row }],
      time,
    );
  }
  const mended = folder.write('mended.txt', readFileSync(file, 'utf8').replace('\t99\t', '\t48\t'));
  const rows = await rowsOf(await geonamesCities({ geonames: mended }));
  expect(rows).toMatchObject([{ sourceId: '7', latitude: 48 }]);
});

test('rejected changes are read again as changes, and a line that is no JSON is kept as a text', async () => {
  const lines = ['{"delete":""}', '{"upsert":', '[]'];
  const rejects: Reading['rejects'] = [];
  const read = async (file: string) => {
    const changes: ChangeLine<PlaceField>[] = [];
    for await (const change of changesIn([await openDataFile(file)], PLACE_MAPPING)) changes.push(change); // prettier-ignore
    return changes;
  };
  for (const { row, reason = 'table', ...origin } of await read(
    folder.write('changes.ndjson', lines.join('\n')),
  ))
    // prettier-ignore
    rejects.push({ ...origin, row, reason });
  const [table = '', json = ''] = written(rejects);
  const text = readFileSync(json, 'utf8');
  expect(text).toMatch(/"_line":1,"delete":""}\n.*"_row":"{\\"upsert\\":"}\n$/);
  expect(readFileSync(table, 'utf8')).toMatch(
    /^\ufeff\[\]\tthe line is not a JSON object\t\S+\t3\n$/,
  );
  const [mended, unmended] = await read(folder.write('mended.ndjson', text.replace('"delete":""', '"delete":"7"'))); // prettier-ignore
  expect(mended).toMatchObject({ id: '7', line: 1 });
  expect(mended).not.toHaveProperty('reason');
  expect(unmended?.reason).toMatch(/^the line is neither/);
});
