import { expect, test } from '@jest/globals';
import { mappedCities } from '../../../../ingest/cities/ownFile.js';
import type { CityRow } from '../../../../ingest/cities/row.js';
import { testFolder } from '../../../support/folder.js';
import { rowsOf } from './rowsOf.js';

const folder = testFolder();
const fields = { id: 'id', name: 'name', land: 'country', lat: 'latitude', lng: 'longitude' };
const header = 'id,name,land,lat,lng';

const citiesOf = (content: string, more: object = {}, mapped: object = {}) => {
  const mapping = { format: 'csv', fields: { ...fields, ...mapped }, ...more };
  const mappingFile = folder.write('mapping.json', JSON.stringify(mapping));
  return mappedCities(folder.write('cities.csv', content), mappingFile);
};

test('every field that may be mapped', async () => {
  const mapped = {
    ...{ people: 'population', seat: 'capital', region: 'region', zone: 'timeZone' },
    ...{ de: 'name:de', zh: 'name:zh', land_de: 'region:de' },
  };
  const row = '7,"Rome, old",ITA,41.9,12.5,2800000,yes,Lazio,Rom,罗马,Latium,Europe/Rome';
  const bare = '8,Ostia,it,41.7,12.3,,,,,,,';
  const source = await citiesOf(
    `${header},people,seat,region,de,zh,land_de,zone\r\n${row}\r\n${bare}\r\n`,
    { source: 'ours' },
    mapped,
  );
  const rows: unknown[] = [];
  for await (const each of source.rows()) rows.push(each);
  expect(rows).toMatchObject([
    {
      ...{ line: 2, row: { text: row }, sourceId: 'ours-7', countryCode: 'IT', name: 'Rome, old' },
      ...{ latitude: 41.9, longitude: 12.5, population: 2800000, capital: true },
      ...{ regionName: 'Lazio', names: { de: 'Rom', zh: '罗马' } },
      ...{ regionNames: { de: 'Latium' }, timeZone: 'Europe/Rome' },
    },
    {
      ...{ line: 3, row: { text: bare }, sourceId: 'ours-8', countryCode: 'IT', name: 'Ostia' },
      ...{ latitude: 41.7, longitude: 12.3 },
    },
  ]);
});

test.each([
  ['7,,QQQ,139.7,35.7,many,', '7', 'name is missing; country "QQQ" is not the code of a country; latitude "139.7" is not a number from -90 to 90; population "many" is not a number from 0 to 2147483647; latitude and longitude swapped?'],
  [',B,FR,91,x,5,', '', 'id is missing; latitude "91" is not a number from -90 to 90; longitude "x" is not a number from -180 to 180'],
  ['9,C,FR,1,1,5000000000,', '9', 'population "5000000000" is too large: at most `2147483647`'],
  ['9,C,FR,1,1,-1,', '9', 'population "-1" is not a number from 0 to 2147483647'],
  ['9,C,FR,1,1,1,Europe/Pari', '9', 'timeZone "Europe/Pari" is not a time zone of IANA, such as "Europe/Paris"'],
  ['9,C,FR,1,1,1,europe/paris', '9', 'timeZone "europe/paris" is not a time zone of IANA, such as "Europe/Paris"'],
])('the row %s is a reject with all faults', async (row, id, reason) => {
  const mapped = { people: 'population', zone: 'timeZone' };
  const source = await citiesOf(`${header},people,zone\n${row}`, {}, mapped);
  expect(await rowsOf(source)).toMatchObject([{ line: 2, id, reason, row: { text: row } }]);
}); // prettier-ignore

test('NDJSON with GeoNames ids, and a country that all rows share', async () => {
  const row = { id: 1, names: { default: 'Nice', it: 'Nizza' }, at: [7.26, 43.7] };
  const mapping = {
    format: 'ndjson',
    fields: {
      ...{ id: 'id', 'names.default': 'name', 'names.it': 'name:it' },
      ...{ 'at.1': 'latitude', 'at.0': 'longitude' },
    },
    constants: { country: 'FRA' },
    source: 'geonames',
  };
  const source = await mappedCities(
    folder.write('cities.ndjson', JSON.stringify(row)),
    folder.write('ndjson.json', JSON.stringify(mapping)),
  );
  expect(source.geonames).toBe(true);
  const rows = source.rows() as AsyncGenerator<CityRow>;
  expect((await rows.next()).value).toMatchObject({
    ...{ sourceId: '1', countryCode: 'FR', name: 'Nice', names: { it: 'Nizza' } },
  });
});

test('populations with fractions are rounded', async () => {
  const content = `${header},people\n1,A,FR,1,1,10021000.5\n2,B,FR,1,1,1e3`;
  const rows = await rowsOf(await citiesOf(content, {}, { people: 'population' }));
  expect(rows).toMatchObject([{ population: 10_021_001 }, { population: 1_000 }]);
});

test('a mapping that does not fit is rejected with what is accepted', async () => {
  await expect(citiesOf(header, { source: 'a-b' }, { x: 'name:tlh' })).rejects.toThrow(
    /source: must be a word of letters and digits(.|\n)*fields\.x: is not mapped to a field(.|\n)*name:<language>/,
  );
});
