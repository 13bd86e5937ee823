import { expect, test } from '@jest/globals';
import { distanceKm } from '../../../geo/distance.js';
import { fold } from '../../../indices/fold.js';
import { geonamesRecords } from '../../../ingest/geonames.js';
import { primaryCodes } from '../../../ingest/iso/primary.js';
import { readTable } from '../../support/geonames.js';

const records = geonamesRecords();
const byId = new Map(records.map((record) => [record.sourceId, record]));

test('170,255 cities, each once; those left out are in the file', () => {
  expect(records).toHaveLength(170_255);
  expect(byId.size).toBe(170_255);
  expect(readTable('cities.tsv.gz')).toHaveLength(
    170_255 + readTable('cities-left-out.tsv').length,
  );
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

test('every time zone is one that this process knows, and 382 cities have no region', () => {
  const zones = new Set(records.map(({ timeZone }) => timeZone));
  for (const timeZone of zones)
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  expect(records.filter(({ regionName }) => regionName === undefined)).toHaveLength(382);
});

test.each([
  ['1581130', 'Hanoi', 'VN', 'Hanoi', 'Asia/Bangkok'],
  ['1526273', 'Astana', 'KZ', 'Astana', 'Asia/Almaty'],
  ['2988507', 'Paris', 'FR', 'Île-de-France', 'Europe/Paris'],
  ['5128581', 'New York City', 'US', 'New York', 'America/New_York'],
  ['1880252', 'Singapore', 'SG', undefined, 'Asia/Singapore'],
])('%s is %s', (id, name, countryCode, regionName, timeZone) => {
  const { countryCode: country, ...found } = byId.get(id) ?? {};
  expect({ country, region: found.regionName, name: found.name, zone: found.timeZone }).toEqual({
    country: countryCode, region: regionName, name, zone: timeZone,
  }); // prettier-ignore
});

test('no two of one name and region lie within 5 km', () => {
  const faults: string[] = [];
  const byName = new Map<string, (typeof records)[number][]>();
  for (const city of records) {
    const key = [city.countryCode, city.regionName, fold(city.name)].join();
    const others = byName.get(key) ?? [];
    const close = others.find((other) => distanceKm(other, city) < 5);
    if (close !== undefined) faults.push(`${close.sourceId} and ${city.sourceId}: ${city.name}`);
    byName.set(key, [...others, city]);
  }
  expect(faults).toEqual([]);
});
