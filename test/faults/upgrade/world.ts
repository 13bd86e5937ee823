import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { WRITTEN_MARKERS } from '../callers/callers.js';

const EXAMPLES = join(import.meta.dirname, '../../../examples/sources');

/**
 * Writes the sources of what the callers of `test/faults/callers` ask for, as a data engineer has them, for both versions.
 * @returns the path of the sources file
 */
export function writeWorld(folder: string): string {
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const csv = (rows: readonly (readonly (string | number)[])[]): string =>
    rows.map((row) => `${row.join(';')}\n`).join('');
  const placesMapping = {
    format: 'csv',
    delimiter: ';',
    fields: { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' },
  };
  write('places.mapping.json', JSON.stringify(placesMapping));
  write(
    'places.csv',
    csv([
      ['id', 'name', 'lat', 'lng'],
      ['square', 'The square', 42.5, 1.5],
      ...WRITTEN_MARKERS.map(({ id, location: [lng, lat] }) => [id, id, lat, lng]),
    ]),
  );
  write(
    'cities.csv',
    csv([
      ['code', 'town', 'town in German', 'country', 'lat', 'lon', 'inhabitants', 'seat'],
      [1, 'La Vella', '', 'AND', 42.5, 1.5, 20_000, 'yes'],
    ]),
  );
  const sources = {
    countries: {
      borders: join(EXAMPLES, 'borders.geojson'),
      code: 'iso',
      codes: { '-99': null },
      names: { en: 'name', de: 'name_de' },
      missing: 'left-out',
    },
    cities: { from: [{ file: 'cities.csv', mapping: join(EXAMPLES, 'cities.mapping.json') }] },
    lands: { countries: 'ALL' },
    places: { from: [{ file: 'places.csv', mapping: 'places.mapping.json' }] },
    maxRejects: 0,
  };
  return write('sources.yaml', stringify(sources));
}
