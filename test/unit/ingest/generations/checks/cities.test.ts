import { expect, test } from '@jest/globals';
import { toRow } from '../../../../../ingest/cities/ownFile.js';
import { rowMaker } from '../../../../../ingest/files/mappedFile.js';
import { allMeasures } from '../../../../support/cityFiles.js';
import { toPlace } from '../../../../../ingest/places/row.js';

/** Cities of large and small countries: the small ones are few among all. */
const COUNTS = { USA: 40, FRA: 40, POL: 24, CHE: 6, IND: 250 };
const before = Object.entries(COUNTS).flatMap(([country, count]) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: `${country}-${at}`, country_id: country, name: `${country} ${at}`, region_name: `Region ${at % 4}` },
    ...{ 'names.fr': `Ville ${at}`, 'names.de': country === 'POL' ? `Stadt ${at}` : `Ville ${at}`, time_zone: `${country}/${at % 2}` },
    ...{ location: [at, 20 + at / 10] as [number, number], population: 100_000 + at, primary: true },
  })),
); // prettier-ignore
type City = (typeof before)[number];
type Change = (city: City, at: number) => Readonly<Record<string, unknown>>;

const of = (country: string, change: Change, most = Infinity): Change => (city, at) =>
  city.country_id === country && Number(city.id.slice(4)) < most ? change(city, at) : {}; // prettier-ignore
const refusals = (change: Change, limits = {}) => {
  const pairs = before.map((city, at) => ({ id: city.id, before: city, after: { ...city, ...change(city, at) } })); // prettier-ignore
  return allMeasures({ name: 'cities', limits }, pairs).filter((each) => each.complaint !== undefined); // prettier-ignore
};

test.each<[string, Change, string]>([
  ['all cities of a country are in one time zone', of('USA', () => ({ time_zone: 'USA/0' })), 'zone'],
  ['the time zones of a country are missing', of('POL', () => ({ time_zone: null }), 12), 'zone'],
  ['many cities of a country are at one point', of('POL', () => ({ location: [19, 52] }), 12), 'location'],
  ['cities of a country are on whole degrees', of('POL', ({ location: [x, y] }) => ({ location: [Math.round(x), Math.round(y + 0.3)] })), 'location'],
  ['cities of a country are moved', of('POL', ({ location: [x, y] }) => ({ location: [x + 1, y] })), 'location'],
  ['the signs of a country are lost', of('POL', ({ location: [x, y] }) => ({ location: [x, -y] })), 'location'],
  ['names of a country are of another column', of('FRA', ({ id }) => ({ name: id }), 20), 'name'],
  ['names in a language are those in another one', of('POL', (city) => ({ 'names.fr': city['names.de'] })), 'names'],
  ['two languages are exchanged', (city) => ({ 'names.fr': city['names.de'], 'names.de': city['names.fr'] }), 'names'],
  ['a language of a country is lost', of('POL', () => ({ 'names.fr': undefined })), 'names'],
  ['regions of a country are missing', of('POL', () => ({ region_name: null })), 'region'],
  ['populations of a small country are in thousands', of('CHE', ({ population }) => ({ population: Math.round(population / 1_000) })), 'populationFactor'],
  ['populations of a country are missing', of('POL', () => ({ population: 0 }), 10), 'population'],
  ['countries are of another column', of('POL', () => ({ country_id: 'POR' }), 10), 'country'],
])('a file is refused if %s', (_, change, limit) => {
  const found = refusals(change);
  expect(found.map((each) => each.of)).toContain(limit);
  expect(refusals(change, { [limit]: limit === 'populationFactor' ? 1e5 : 1 }).map((each) => each.of)).not.toContain(limit);
}); // prettier-ignore

test.each<[string, Change]>([
  ['nothing changes', () => ({})],
  ['some cities of a country are corrected', of('POL', ({ id, location: [x, y] }) => ({ name: `New ${id}`, location: [x + 1, y], time_zone: 'UTC' }), 3)],
  ['a fifth of the regions of a country is new', of('FRA', () => ({ region_name: 'New' }), 8)],
  ['all populations grow', ({ population }) => ({ population: population * 1.3 })],
  ['a small country counts anew', of('CHE', ({ population }) => ({ population: population * 2 }))],
  ['a third of the names in a language is new', of('POL', ({ id }) => ({ 'names.fr': `Nom ${id}` }), 8)],
])('a file passes if %s', (_, change) => {
  expect(refusals(change)).toEqual([]);
}); // prettier-ignore

test('a reform of the regions of a country is one question, which names it', () => {
  const [only, ...others] = refusals(of('FRA', () => ({ region_name: 'New' }), 11));
  expect(others).toEqual([]);
  expect(only?.complaint).toMatch(/^Of FRA alone: regions may be .*: 11 of 40 \(27\.5 %, at most 25 % may be\).*use --allow-change, or set checks\.cities\.region/); // prettier-ignore
});

/** Reads a row as a mapping with all fields would. */
function reasonOf(cells: Record<string, unknown>, decimal?: ','): unknown {
  const all = { id: '1', name: 'Lens', country: 'FR', latitude: 50.4, longitude: 2.8, ...cells };
  const fields = Object.fromEntries(Object.keys(all).map((field) => [field, field]));
  const { columns, toRow: rowOf } = rowMaker({ fields, id: [], constants: {}, where: {}, ...(decimal && { decimal }) }); // prettier-ignore
  const row = rowOf({ line: 1, cells: columns.map((column) => (all as Record<string, unknown>)[column]) }); // prettier-ignore
  const city = toRow(row, 'own-');
  return 'reason' in city ? city.reason : city.population;
}

test.each([
  [{ latitude: 0, longitude: 0 }, /^it states a country, and lies at 0°, 0°/],
  [{ latitude: '0.0', longitude: '-0' }, /^it states a country, and lies at 0°, 0°/],
  [{ name: 'x'.repeat(201) }, /^name "x+… is longer than 200 characters$/],
  [{ name: 'Lens<br/>Liévin' }, /^name .* contains markup of HTML$/],
  [{ name: 'Lens &amp; Liévin' }, /^name .* contains markup of HTML$/],
  [{ name: 'Lens\u0007' }, /^name .* contains a control character$/],
  [{ 'name:fr': 'Lens 😀' }, /^name:fr .* contains an emoji$/],
  [{ region: '<b>Nord</b>' }, /^region .* contains markup of HTML$/],
])('a city with %j is a reject', (cells, reason) => {
  expect(reasonOf(cells)).toMatch(reason);
});

test.each([
  ['1.2E+06', undefined, 1_200_000],
  ['1,2E+06', ',', 1_200_000],
  ['1.234E+06', ',', 1_234_000],
  ['1.234.567', ',', 1_234_567],
] as const)('the population %s is read exactly', (population, decimal, expected) => {
  expect(reasonOf({ population }, decimal)).toBe(expected);
});

test('a place at 0°, 0° is a reject if it states a country, and a shop may have an emoji', () => {
  const place = { id: '1', name: 'Café ☕', latitude: 0, longitude: 0 };
  expect(toPlace(place)).toMatchObject({ name: 'Café ☕' });
  expect(toPlace({ ...place, country: 'FR' })).toMatchObject({ faults: [expect.stringContaining('0°, 0°')] }); // prettier-ignore
  expect(toPlace({ ...place, name: 'a<br>b' })).toMatchObject({ faults: [expect.stringContaining('markup')] }); // prettier-ignore
});
