import { expect, test } from '@jest/globals';
import { exitCodeOf } from '../../../core/cli/failure.js';
import { ownShapes } from '../../../ingest/borders/ownShapes.js';
import { readMapping } from '../../../ingest/files/mapping.js';
import { PLACE_MAPPING } from '../../../ingest/places/row.js';
import { mappedPlaces } from '../../../ingest/places/sources.js';
import { testFolder } from '../../support/folder.js';
import { readPlaces } from '../../support/placeFiles.js';

const folder = testFolder();
const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };

const readMapped = async (file: string, mapping: object) =>
  readPlaces(await mappedPlaces(file, mapping));
const collection = (...features: object[]): string =>
  folder.write('borders.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
const square = { type: 'Polygon', coordinates: [[[1, 42], [2, 42], [2, 43], [1, 43], [1, 42]]] }; // prettier-ignore
const andorra = { type: 'Feature', properties: { iso: 'AND' }, geometry: square };

test.each<[string, () => Promise<unknown>, number, string]>([
  ['a mapping that is not there', () => readMapping(`${folder.path}/none.json`, PLACE_MAPPING), 2, 'cannot be read'],
  ['a mapping that is a folder', () => readMapping(folder.path, PLACE_MAPPING), 2, 'it is not a file. Name a file.'],
  ['a file that is not there', () => readMapped(`${folder.path}/none.csv`, { format: 'csv', fields }), 2, 'cannot be read'],
  ['a mapping of a column that is not there', () => readMapped(folder.write('a.csv', 'id,name,lat\n1,A,48\n'), { format: 'csv', fields }), 2, 'it has no column "lng"'],
  ['a file without features', () => ownShapes({ borders: collection(), code: 'iso' }), 1, 'has no features'],
  ['a field that is not there', () => ownShapes({ borders: collection(andorra), code: 'code' }), 2, 'has no field "code"'],
  ['countries that are missing without a decision', () => ownShapes({ borders: collection(andorra), code: 'iso' }), 2, 'Say in the sources file'],
])('%s ends a run with its own status', async (_, read, status, message) => {
  const error: unknown = await read().then(() => undefined, (reason: unknown) => reason);
  expect([exitCodeOf(error), String(error)]).toEqual([status, expect.stringContaining(message)]);
}); // prettier-ignore
