import { afterAll, describe, expect, test } from '@jest/globals';
import { mappedCities } from '../../../../ingest/cities/ownFile.js';
import type { CityReject, CityRow, CitySource } from '../../../../ingest/cities/row.js';
import { Folder } from '../../../support/placeFiles.js';

const folder = new Folder();
afterAll(() => {
  folder.remove();
});

async function rowsOf(source: CitySource): Promise<(CityRow | CityReject)[]> {
  const rows: (CityRow | CityReject)[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}

const fields = { id: 'id', name: 'name', land: 'country', lat: 'latitude', lng: 'longitude' };
const header = 'id,name,land,lat,lng';

function citiesOf(content: string, more: object = {}, mapped: object = {}, name = 'cities.csv') {
  const mapping = { format: 'csv', fields: { ...fields, ...mapped }, ...more };
  return mappedCities(
    folder.write(name, content),
    folder.write(`${name}.mapping.json`, JSON.stringify(mapping)),
  );
}

describe('a file of cities', () => {
  test('everything that may be mapped', async () => {
    const mapped = {
      people: 'population',
      seat: 'capital',
      region: 'region',
      de: 'name:de',
      zh: 'name:zh',
      land_de: 'region:de',
      zone: 'timeZone',
    };
    const source = await citiesOf(
      `${header},people,seat,region,de,zh,land_de,zone\r\n7,"Rome, old",ITA,41.9,12.5,2800000,yes,Lazio,Rom,罗马,Latium,Europe/Rome\r\n8,Ostia,it,41.7,12.3,,,,,,,\r\n`,
      { source: 'ours' },
      mapped,
    );
    expect(await rowsOf(source)).toEqual([
      {
        line: 2,
        row: '7,"Rome, old",ITA,41.9,12.5,2800000,yes,Lazio,Rom,罗马,Latium,Europe/Rome',
        sourceId: 'ours-7',
        countryCode: 'IT',
        name: 'Rome, old',
        latitude: 41.9,
        longitude: 12.5,
        population: 2800000,
        capital: true,
        regionName: 'Lazio',
        names: { de: 'Rom', zh: '罗马' },
        regionNames: { de: 'Latium' },
        timeZone: 'Europe/Rome',
      },
      {
        line: 3,
        row: '8,Ostia,it,41.7,12.3,,,,,,,',
        sourceId: 'ours-8',
        countryCode: 'IT',
        name: 'Ostia',
        latitude: 41.7,
        longitude: 12.3,
      },
    ]);
  });

  test('rows that cannot be cities are rejects with all that is wrong and their text', async () => {
    const rows = ['7,,QQQ,139.7,35.7,many', ',B,FR,91,x,5', '9,C,FR,1', '9,"C"c,FR,1,1,1'];
    const source = await citiesOf(
      `${header},people\n${rows.join('\n')}`,
      {},
      { people: 'population' },
    );
    expect(await rowsOf(source)).toEqual([
      {
        line: 2,
        id: '7',
        reason:
          'name is missing; country "QQQ" is not the code of a country; latitude "139.7" is not a number from -90 to 90; population "many" is not a whole number; latitude and longitude swapped?',
        row: rows[0],
      },
      {
        line: 3,
        id: '',
        reason:
          'id is missing; latitude "91" is not a number from -90 to 90; longitude "x" is not a number from -180 to 180',
        row: rows[1],
      },
      { line: 4, id: '9', reason: 'it has 4 cells, the header has 6', row: rows[2] },
      {
        line: 5,
        id: '',
        reason: 'text follows a closing quotation mark',
        row: rows[3],
      },
    ]);
  });

  test.each(['Europe/Pari', 'europe/paris', '+01:00', '7'])(
    'a row with the time zone %s is a reject',
    async (zone) => {
      const content = `${header},zone\n7,Rome,ITA,41.9,12.5,${zone}\n`;
      const source = await citiesOf(content, {}, { zone: 'timeZone' });
      expect(await rowsOf(source)).toMatchObject([
        { reason: `timeZone "${zone}" is not a time zone of IANA, such as "Europe/Paris"` },
      ]);
    },
  );

  test('NDJSON, with a country that all have in common', async () => {
    const ndjson = [{ id: 1, names: { default: 'Nice', it: 'Nizza' }, at: [7.26, 43.7] }];
    const file = folder.write('cities.ndjson', ndjson.map((row) => JSON.stringify(row)).join('\n'));
    const mapping = folder.write(
      'ndjson.json',
      JSON.stringify({
        format: 'ndjson',
        fields: {
          id: 'id',
          'names.default': 'name',
          'names.it': 'name:it',
          'at.1': 'latitude',
          'at.0': 'longitude',
        },
        constants: { country: 'FRA' },
        source: 'geonames',
      }),
    );
    const source = await mappedCities(file, mapping);
    expect(source.geonames).toBe(true);
    expect(await rowsOf(source)).toMatchObject([
      { sourceId: '1', countryCode: 'FR', name: 'Nice', names: { it: 'Nizza' }, latitude: 43.7 },
    ]);
  });

  test('a mapping that does not fit is refused with what is accepted', async () => {
    await expect(citiesOf(header, { source: 'a-b' }, { x: 'name:tlh' })).rejects.toThrow(
      /source: must be a word of letters and digits(.|\n)*fields\.x: is not mapped to a field(.|\n)*name:<language>/,
    );
  });
});
