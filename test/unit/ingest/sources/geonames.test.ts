import { expect, test } from '@jest/globals';
import { geonamesRecords } from '../../../../ingest/sources/geonames.js';
import { primaryCodes } from '../../../../ingest/sources/iso.js';
import { readTable } from '../../../support/geonames.js';

const records = geonamesRecords();
const byId = new Map(records.map((record) => [record.sourceId, record]));

test('170,009 cities, each once', () => {
  expect(records).toHaveLength(170_009);
  expect(byId.size).toBe(170_009);
});

test('no region is without a city', () => {
  const used = new Set(
    readTable('cities.tsv.gz').map(({ country, admin1 }) => `${country}.${admin1}`),
  );
  const codes = readTable('regions.tsv.gz').map(({ code }) => code ?? '');
  expect(codes).toHaveLength(3_774);
  expect(codes.filter((code) => !used.has(code))).toEqual([]);
});

test('every capital of the table is a city of its country and has the name of the table', () => {
  const table = readTable('capitals.tsv');
  const wrong = table.filter(({ geonames_id: id = '', country, name }) => {
    const record = byId.get(id);
    return record?.countryCode !== country || record?.name !== name || !record?.capital;
  });
  expect(wrong).toEqual([]);
  expect(records.filter(({ capital }) => capital)).toHaveLength(table.length);
});

test('every one of the 197 primary countries has a capital', () => {
  const having = new Set(records.filter(({ capital }) => capital).map((city) => city.countryCode));
  const codes = [...primaryCodes()];
  expect(codes).toHaveLength(197);
  expect(codes.filter((code) => !having.has(code))).toEqual([]);
});

test('every time zone is one that this process knows, and 380 cities have no region', () => {
  const zones = new Set(records.map(({ timeZone }) => timeZone));
  for (const timeZone of zones)
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  expect(records.filter(({ regionName }) => regionName === undefined)).toHaveLength(380);
});

test.each([
  ['1581130', 'Hanoi', 'VN', 'Hanoi', 'Asia/Bangkok'],
  ['1526273', 'Astana', 'KZ', 'Astana', 'Asia/Almaty'],
  ['2988507', 'Paris', 'FR', 'Île-de-France', 'Europe/Paris'],
  ['5128581', 'New York City', 'US', 'New York', 'America/New_York'],
  ['1880252', 'Singapore', 'SG', undefined, 'Asia/Singapore'],
])('%s is %s', (id, name, countryCode, regionName, timeZone) => {
  const city = byId.get(id);
  expect([city?.name, city?.countryCode, city?.regionName, city?.timeZone]).toEqual([
    name,
    countryCode,
    regionName,
    timeZone,
  ]);
});
