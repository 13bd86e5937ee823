import { expect, test } from '@jest/globals';
import { builtInCities } from '../../ingest/cities/builtIn.js';
import { BUILT_IN_PLACES } from '../../ingest/generations/checks/sample.js';
import { builtInPlaces } from '../../ingest/places/builtIn.js';
import { geonamesRecords, regionNames } from '../../ingest/reference/geonames.js';
import { countryCodes, primaryCodes } from '../../ingest/reference/iso.js';
import { letterFaultOf } from '../../ingest/reference/letters.js';
import { readTable } from '../support/geonames.js';

const codes = countryCodes();
const ids = codes.map(({ id }) => id);
const records = geonamesRecords();
const byId = new Map(records.map((record) => [record.sourceId, record]));
const capitals = records.filter(({ capital }) => capital);

test('the countries are the 249 entries of ISO 3166-1 and Kosovo, each once, by id', () => {
  expect(codes.filter(({ numeric }) => numeric !== undefined)).toHaveLength(249);
  for (const kind of [ids, codes.map(({ alpha2 }) => alpha2)]) expect(new Set(kind).size).toBe(250);
  expect([...ids].sort()).toEqual(ids);
  expect(codes).toContainEqual({ id: 'AFG', alpha2: 'AF', numeric: '004' });
  expect(codes).toContainEqual({ id: 'XKX', alpha2: 'XK' });
  const historic = ['SUN', 'YUG', 'DDR', 'ANT', 'SCG', 'XKK', 'FXX', 'QUU', 'ZZZ'];
  expect(ids.filter((id) => historic.includes(id) || !/^[A-Z]{3}$/.test(id))).toEqual([]);
});

test('the primary countries are the 193 members of the UN and four others', () => {
  const primary = codes.filter(({ alpha2 }) => primaryCodes().has(alpha2)).map(({ id }) => id);
  expect(primary).toHaveLength(197);
  expect(primary).toEqual(expect.arrayContaining(['VAT', 'PSE', 'TWN', 'XKX', 'SSD', 'TUV']));
  const others = ['GRL', 'HKG', 'PRI', 'ESH', 'ATA', 'COK', 'NIU', 'GUF'];
  expect(primary.filter((id) => others.includes(id))).toEqual([]);
});

test('the 170,009 cities are there once, 380 of them without a region, and no region is without a city', () => {
  expect([records.length, byId.size]).toEqual([170_009, 170_009]);
  expect(records.filter(({ regionName }) => regionName === undefined)).toHaveLength(380);
  const used = new Set(readTable('cities.tsv.gz').map(({ country, admin1 }) => `${country}.${admin1}`)); // prettier-ignore
  const regions = readTable('regions.tsv.gz').map(({ code }) => code ?? '');
  expect(regions).toHaveLength(3_774);
  expect(regions.filter((code) => !used.has(code))).toEqual([]);
});

test('every capital of the table is a city of its country, and every primary country has one', () => {
  const table = readTable('capitals.tsv');
  const wrong = table.filter(({ geonames_id: id = '', country, name }) => {
    const record = byId.get(id);
    return record?.countryCode !== country || record?.name !== name || !record?.capital;
  });
  expect(wrong).toEqual([]);
  expect(capitals).toHaveLength(table.length);
  const having = new Set(capitals.map(({ countryCode }) => countryCode));
  expect([...primaryCodes()].filter((code) => !having.has(code))).toEqual([]);
});

test('each corrected population is that of a city of the file with another one, and the most populous come first', () => {
  const files = new Map(readTable('cities.tsv.gz').map((row) => [row.geonames_id, row]));
  for (const row of readTable('population-corrections.tsv')) {
    const { geonames_id: id = '', population, name: label, instead_of: population_before } = row;
    const { name, country, population: inFile } = files.get(id) ?? {};
    expect([`${name} (${country})`, inFile]).toEqual([label, population_before]);
    expect(population).not.toBe(inFile);
    expect(byId.get(id)?.population).toBe(Number(population));
  }
  const populations = records.map(({ population }) => population);
  expect(populations).toEqual(populations.toSorted((one, other) => other - one));
});

test('regions have names in other languages than English, without what distinguishes pages', () => {
  const codes = new Set(readTable('regions.tsv.gz').map(({ code }) => code));
  const all = [...regionNames()];
  expect(all).toHaveLength(3_476);
  expect(all.filter(([code, { en }]) => !codes.has(code) || en !== undefined)).toEqual([]);
  const texts = all.flatMap(([, names]) => Object.values(names));
  expect(texts.filter((text) => text !== text.trim() || /[()²³]/.test(text))).toEqual([]);
  expect(regionNames().get('DE.02')).toMatchObject({ de: 'Bayern', it: 'Baviera', ru: 'Бавария' });
  expect(regionNames().get('IR.07')).toMatchObject({ ja: 'ファールス州' });
});

test('this process has every time zone', () => {
  for (const timeZone of new Set(records.map((record) => record.timeZone)))
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
});

test.each([
  ['1581130', 'Hanoi', 'VN', 'Hanoi', 'Asia/Bangkok'],
  ['2988507', 'Paris', 'FR', 'Île-de-France', 'Europe/Paris'],
  ['1880252', 'Singapore', 'SG', undefined, 'Asia/Singapore'],
])('%s is %s', (id, name, countryCode, regionName, timeZone) => {
  const city = byId.get(id);
  const found = [city?.name, city?.countryCode, city?.regionName, city?.timeZone];
  expect(found).toEqual([name, countryCode, regionName, timeZone]);
});

test('the built-in places, and no others, are found by their ids', async () => {
  const others: string[] = [];
  for await (const row of builtInPlaces().rows())
    if (!('cells' in row && BUILT_IN_PLACES.test(String(row.cells.id))))
      others.push(JSON.stringify(row));
  expect(others).toEqual([]);
  expect(BUILT_IN_PLACES.test('own-1')).toBe(false);
});

test('hardly any built-in name is taken for a fault, in any language', async () => {
  const counts = new Map<string, number>();
  const add = (field: string, name: string) => {
    for (const what of [field, `${field} ${letterFaultOf(name) ?? ''}`]) counts.set(what, (counts.get(what) ?? 0) + 1); // prettier-ignore
  };
  for (const { name, names = {} } of builtInCities().rows())
    for (const [language, text] of Object.entries({ default: name, ...names })) add(language, text);
  for await (const row of builtInPlaces().rows()) if ('cells' in row) add('place', String(row.cells.name)); // prettier-ignore
  const shares = [...counts].map(([what, count]): [string, number] => [what, count / (counts.get(what.split(' ')[0] ?? '') ?? 0)]); // prettier-ignore
  expect(shares.filter(([what, share]) => / ./.test(what) && share > 0.002)).toEqual([]);
});
