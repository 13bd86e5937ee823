import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { percent } from '../../../../../core/cli/share.js';
import { fieldMeasures } from '../../../../../ingest/generations/checks/fields.js';
import { allMeasures } from '../../../../support/cityFiles.js';
import { type LimitName, LIMITS } from '../../../../../ingest/generations/checks/limits.js';

const before = Array.from({ length: 40 }, (_, at) => {
  const country = at < 12 ? 'AUT' : 'DEU';
  return {
    ...{ name: `City ${at}`, 'names.fr': `Ville ${at}`, ...(at < 8 && { 'names.cs': `Město ${at}` }) },
    ...{ country_id: country, region_name: `Region ${at % 4}`, time_zone: `Europe/${country}` },
    ...{ location: [10 + at / 10, 48 + at / 10] as [number, number], population: 1_000 * (at + 1) ** 2, primary: at % 5 === 0 },
  };
}); // prettier-ignore
type City = (typeof before)[number];
type Change = (city: City, at: number) => Readonly<Record<string, unknown>>;

/** Returns the limits that are not met if cities change so. */
function refusals(change: Change, name = 'cities') {
  const pairs = before.map((city, at) => ({ id: `${at}`, before: city, after: { ...city, ...change(city, at) } })); // prettier-ignore
  const measures = allMeasures({ name }, pairs);
  for (const { value, limit, complaint, of } of measures) {
    expect([of, Number(value) > Number(limit)]).toEqual([of, complaint !== undefined]);
  }
  return [...new Set(measures.flatMap(({ of, complaint }) => (complaint === undefined ? [] : of)))];
}

const move = (degrees: number) => ({ location: [lon, lat] }: City) => ({ location: [lon, lat + degrees] }); // prettier-ignore
const grow = (factor: number) => ({ population }: City) => ({ population: Math.round(population * factor) }); // prettier-ignore
const next = (at: number): Partial<City> => before[(at * 17 + 7) % before.length] ?? {};
const some = (share: number, change: Change): Change => (city, at) => (at < share * 40 ? change(city, at) : {}); // prettier-ignore

test.each<[string, Change, LimitName[]]>([
  ['nothing changes', () => ({}), []],
  ['two are corrected by hand', some(1 / 20, () => ({ location: [2, 49], name: 'New', population: 1, region_name: 'New', time_zone: 'UTC', country_id: 'FRA' })), ['sameName']],
  ['all grow by a tenth', grow(1.1), []],
  ['all have a name more, and a region of the same name', () => ({ ['names.de']: 'Stadt' }), []],
  ['populations are in thousands', grow(1 / 1_000), ['population', 'populationFactor']],
  ['populations are in hundreds in one country', (city) => (city.country_id === 'AUT' ? grow(100)(city) : {}), ['population', 'populationFactor']],
  ['populations are of other cities', (_, at) => ({ population: next(at).population }), ['population', 'populationFactor', 'populationSpread']],
  ['populations are missing', some(1 / 10, () => ({ population: 0 })), ['population']],
  ['no city is primary any more', () => ({ primary: false }), ['primary']],
  ['all zones are UTC', () => ({ time_zone: 'UTC' }), ['zone']],
  ['some zones are missing', some(1 / 5, () => ({ time_zone: undefined })), ['zone']],
  ['all moved by 22 km', move(0.2), ['move']],
  ['coordinates are rounded to 0.1°', ({ location: [lon, lat] }) => ({ location: [lon + 0.03, lat + 0.04] }), ['move']],
  ['some lost the sign of their latitude', some(1 / 10, ({ location: [lon, lat] }) => ({ location: [lon, -lat] })), ['location']],
  ['latitude and longitude are exchanged', ({ location: [lon, lat] }) => ({ location: [lat, lon] }), ['location', 'move']],
  ['an eighth of the names is a word for an unknown value', some(1 / 8, () => ({ name: 'NULL' })), ['name', 'sameName']],
  ['names are of other cities', (_, at) => ({ name: next(at).name }), ['name']],
  ['names are in upper case', ({ name }) => ({ name: name.toUpperCase() }), ['name']],
  ['a language is lost', () => ({ ['names.fr']: undefined }), ['names']],
  ['a rare language is lost', () => ({ ['names.cs']: undefined }), ['names']],
  ['two languages are exchanged', (city) => ({ ['names.fr']: city['names.cs'], ['names.cs']: city['names.fr'] }), ['names']],
  ['some names in a language are one text', some(1 / 10, () => ({ ['names.fr']: 'Inconnu' })), ['sameName']],
  ['regions are missing', some(1 / 4, () => ({ region_name: undefined })), ['region']],
  ['countries are of other cities', some(1 / 10, () => ({ country_id: 'CHE' })), ['country']],
])('%s', (_, change, expected) => {
  expect(refusals(change)).toEqual(expected);
}); // prettier-ignore

test('only the limits of a resource count, and the settings of the sources file', () => {
  const pairs = before.map((city, at) => ({ id: `${at}`, before: city, after: { ...city, ...move(0.2)(city), population: 0, time_zone: 'UTC' } })); // prettier-ignore
  const refused = (name: string, limits = {}) => [...new Set(allMeasures({ name, limits }, pairs).flatMap(({ of, complaint }) => (complaint ? of : [])))]; // prettier-ignore
  expect(refused('places')).toEqual(['move']);
  expect(refused('countries')).toEqual(['population']);
  expect(refused('places', { move: 30 })).toEqual([]);
});

test('a complaint has the cause, numbers, five examples, and what to do', () => {
  const pairs = before.map((city, at) => ({ id: `id-${at}`, before: city, after: { ...city, ...(at < 9 && move(2)(city)) } })); // prettier-ignore
  const complaints = fieldMeasures({ name: 'cities' }, pairs).flatMap(({ complaint }) => complaint ?? []); // prettier-ignore
  expect(complaints).toEqual([
    'coordinates may come from other columns, or have lost signs or digits. Documents that moved by more than 25 km: 9 of 40 (22.5 %, at most 5 % may be); for example id-0: moved by 222 km; id-1: moved by 222 km; id-2: moved by 222 km; id-3: moved by 222 km; id-4: moved by 222 km. If that is right, use --allow-change, or set checks.cities.location in the sources file',
  ]);
});

test('the table of checks has all limits with their defaults', () => {
  const docs = readFileSync('docs/ingestion.md', 'utf8');
  for (const [name, { unit, default: usual }] of Object.entries(LIMITS)) {
    const row = docs.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(`${row}`).toContain(`| ${unit === 'share' ? percent(usual) : usual}`);
  }
});

test.each([
  [0.2, '20 %'],
  [0.12345, '12.35 %'],
])('a share of %d is %s', (share, text) => {
  expect(percent(share)).toBe(text);
});
