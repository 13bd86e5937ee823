import { expect, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { countryResource } from '../../../ingest/countries/resource.js';
import { borders } from '../../../ingest/generations/checks/borders.js';
import { changed } from '../../../ingest/generations/checks/changed.js';
import { countries } from '../../../ingest/generations/checks/countries.js';
import { lands } from '../../../ingest/generations/checks/lands.js';
import { letters } from '../../../ingest/generations/checks/letters.js';
import { older } from '../../../ingest/generations/checks/older.js';
import { pairs } from '../../../ingest/generations/checks/pairs.js';
import { landResource } from '../../../ingest/lands/resource.js';
import { placeResource } from '../../../ingest/places/resource.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import type { Resource } from '../../../ingest/generations/resource.js';
import type { CityRow } from '../../../ingest/cities/row.js';
import { untilEnd } from '../../support/each.js';
import { UNKNOWN_TERRAIN } from '../../support/landGroups.js';
import { realCountries } from '../../support/landTerritories.js';
import { against } from './against.js';
import { createSandbox } from './sandbox.js';
import { citiesOf } from './sources.js';
import { numbered } from './world.js';

/** Each test writes all that it compares. */
const sandbox = untilEnd(createSandbox());

const fileOf = (name: string) => ({ name, bytes: 1, sha256: '0'.repeat(64) });

/** Cities or places with these ids in a row from south to north. Their names are the ids without an `x`. */
function resourceOf(name: string, ids: readonly string[], { files = ['own.csv'], latitudeOf = (_: string, at: number) => 45 + at / 1_000 } = {}): Resource {
  const rows = ids.map((id, at) => ({ sourceId: id, id, name: `N ${id.replace('x', '')}`, latitude: latitudeOf(id, at), longitude: 2 }));
  const resource: Resource = name === 'cities' ? citiesOf(rows) : placeResource({ file: 'own.csv', rows: () => rows.map((cells, line) => ({ line, cells })), others: [] });
  return { ...resource, sources: () => files.map(fileOf) };
} // prettier-ignore

const LOCATION =
  /coordinates may come from other columns, .*\. Documents that moved by more than 25 km: 9 of 40 \(22\.5 %, at most 5 % may be\); for example (FRA_City\d: moved by \d+ km(; |\. )){5}If that is right, use --allow-change, or set checks\.cities\.location in the sources file/;

/** Forty cities, some of which are changed. */
const fortyCities = (change: (at: number) => object = () => ({})) =>
  citiesOf(Array.from({ length: 40 }, (_, at) => ({ name: `City ${at}`, names: { fr: 'Ville' }, regionName: 'R', timeZone: 'Europe/Paris', latitude: 45 + at / 20, ...change(at) }))); // prettier-ignore
const moved = (at: number) => (at < 9 ? { latitude: 50 + at / 20 } : {});

test('each field of a share of the cities may differ from the live ones', async () => {
  const check = await against(sandbox, changed, fortyCities());
  expect(await check(fortyCities((at) => (at < 8 ? { regionName: undefined } : {})))).toEqual([]);
  expect(await check(fortyCities(moved))).toEqual([expect.stringMatching(LOCATION)]);
  for (const [change, limit] of [
    [() => ({ population: 1 }), 'populationFactor'],
    [() => ({ timeZone: 'UTC' }), 'zone'],
    [(at: number) => ({ latitude: 45.2 + at / 20 }), 'move'],
    [() => ({ names: {} }), 'names'],
    [(at: number) => (at % 8 === 0 ? { names: { fr: 'Inconnue' } } : {}), 'sameName'],
  ] as const)
    expect((await check(fortyCities(change))).join()).toContain(`set checks.cities.${limit} in`);
  const lost = fortyCities((at) => (at < 4 ? { population: 0 } : {}));
  expect(await check(lost, { limits: { population: 0.01 } })).toContainEqual(
    expect.stringMatching(/4 of 40 \(10 %, at most 1 % may be\); for example FRA_City\d: population 1000 → 0; /), // prettier-ignore
  );
});

test('a run is refused by what was compared, and a held one is compared again once another one is live', async () => {
  const asOf = (day: string, resource = fortyCities()) => ({ ...resource, sources: () => [{ ...fileOf('towns.zip'), asOf: day }] }); // prettier-ignore
  const older = asOf('2013-11-06', fortyCities(moved));
  await sandbox.ingest(asOf('2020-03-18'));
  const { live } = await sandbox.generations('cities');
  await expect(sandbox.ingest(older)).rejects.toThrow(LOCATION);
  expect(await sandbox.generations('cities')).toEqual({ live, leftovers: [] });

  await sandbox.ingest(older, { ending: 'held', allowChange: true, allowOlder: true });
  await sandbox.ingest(asOf('2020-03-18'));
  const refusal = (options = {}) =>
    promoteHeld(sandbox, 'cities', { progress: silentProgress, ...options }).then(() => 'promoted', String); // prettier-ignore
  const all = await refusal();
  expect(all).toMatch(LOCATION);
  expect(all).toMatch(/\n- it was compared with \S+ when it was held, but \S+ is live: hold it again, or pass --allow-change/); // prettier-ignore
  expect(all).toContain('\n- its source is older');
  expect(await refusal({ allowChange: true })).toMatch(/No changes were made:\n- its source is older than that of the live data: [^\n]*$/); // prettier-ignore
  expect(await refusal({ allowChange: true, allowOlder: true })).toBe('promoted');
});

test('names with broken letters are refused, above the share of the live ones', async () => {
  const namesOf = (nth: number, broken: (name: string) => string) =>
    citiesOf(Array.from({ length: 100 }, (_, at) => ({ name: at % nth === 0 ? broken(`Bogotá ${at}`) : `Bogotá ${at}` }))); // prettier-ignore
  const misread = (name: string) => Buffer.from(name).toString('latin1');
  const upper = (name: string) => name.toUpperCase();
  const escaped = namesOf(20, (name) => `${name}&amp;`);
  const first = await against(sandbox, letters, undefined);
  expect(await first(namesOf(5, misread))).toEqual([
    expect.stringMatching(
      /^names look like UTF-8 that was read in another encoding such as Latin-1: convert the file again, from UTF-8\. In the field name, 20 of 100 names that were compared are so \(20 %, of the live ones 0 %\), at most 1 % more than that may be; for example ("Bogot\u00c3\u00a1 \d+"(; |\. )){5}If the names are right, use --allow-change, or set checks\.cities\.letters in the sources file/,
    ),
  ]);
  expect(await first(namesOf(2, upper))).toEqual([]);
  expect(await first(escaped)).toHaveLength(1);
  expect(await first(escaped, { limits: { letters: 0.1 } })).toEqual([]);
  expect(await (await against(sandbox, letters, escaped))(escaped)).toEqual([]);
  const sound = namesOf(100, () => 'NULL');
  expect(await first(sound)).toEqual([]);
  const check = await against(sandbox, letters, sound);
  for (const [broken, message] of [
    [upper, 'names are in capital letters'],
    [(name: string) => name.replace('á', '?'), 'names have question marks in place of letters'],
    [(name: string) => name.replace('á', '\ufffd'), 'names have U+FFFD in place of letters'],
    [(name: string) => name.replace('á', '&aacute;'), 'names have escapes of HTML, JSON or URLs'],
    [() => 'NULL', 'names are words for an unknown value, such as NULL'],
  ] as const) {
    expect((await check(namesOf(8, broken))).join()).toContain(message);
    expect(await check(namesOf(8, broken), { allowChange: true })).toEqual([]);
  }
});

test('sources that are older than the live ones are refused', async () => {
  const of = (asOf: string | undefined, name = 'towns.zip') => ({
    ...citiesOf([{}]),
    sources: () => [
      { ...fileOf(name), ...(asOf && { asOf }) },
      { ...fileOf('sources.yaml'), role: 'sources' as const },
    ],
  });
  const check = await against(sandbox, older, of('2020-03-18'));
  const refused = [expect.stringMatching(/^its source is older than that of the live data: \S+ is of 2013-11-06, and the live towns\.zip of 2020-03-18\. If that is right, use --allow-older$/)]; // prettier-ignore
  expect(await check(of('2020-03-18'))).toEqual([]);
  expect(await check(of('2013-11-06'))).toEqual(refused);
  expect(await check(of('2013-11-06'), { allowShrink: true, allowChange: true })).toEqual(refused);
  expect(await check(of('2013-11-06', 'towns-2013.zip'))).toEqual(refused);
  expect(await check(of('2013-11-06', 'others.zip'), { replaceSource: true })).toEqual([]);
  expect(await check(of('2013-11-06'), { allowOlder: true })).toEqual([]);
  expect(await check(of(undefined))).toEqual([]);
  expect(await (await against(sandbox, older, of('2013-11-06')))(of('2020-03-18'))).toEqual([]);
});

test.each(['cities', 'places'])('%s that are there twice with other ids are refused', async (name) => {
  const latitudeOf = (id: string) => 45 + Number(id.slice(-6)) / 20;
  const rows = (...prefixes: string[]) => resourceOf(name, prefixes.flatMap((prefix) => numbered(1, 40).map((id) => `${prefix}${id}`)), { latitudeOf });
  const check = await against(sandbox, pairs, rows(''));
  expect((await check(rows('', 'x'))).join('\n')).toMatch(/rows may be there twice with other ids\. .*: 100 % instead of 0 % \(100 %, at most 5 % may be\); for example .*checks\.\w+\.pairs/);
}); // prettier-ignore

test('data that has grown by more than a fifth is refused, unless it is small', async () => {
  const places = (count: number) => resourceOf('places', numbered(1, count));
  expect(await (await against(sandbox, changed, places(100)))(places(1_100))).toEqual([]);
  expect(await (await against(sandbox, changed, places(1_100)))(places(2_200))).toEqual([
    expect.stringMatching(/: 2200 instead of 1100 \(100 %, at most 90\.91 % may be\)\. If that is right, use --allow-change, or set checks\.places\.growth/), // prettier-ignore
  ]);
});

test('lands are compared with the live ones', async () => {
  const territories = realCountries(['AND']).map((each) => each.territory);
  const frame = { columns: 3_600, rows: 1_800, west: -180, north: 90, cellWidth: 0.1, cellHeight: 0.1 };
  const storeCities = (...rows: Partial<CityRow>[]) =>
    against(sandbox, lands, citiesOf(rows.map((row) => ({ countryCode: 'AD', latitude: 42.5, longitude: 1.5, ...row }))));
  const cities = { ...sandbox, overrides: { cities: `${sandbox.indexPrefix}-live-cities` } };
  const make = (heightAt: (column: number) => number | undefined, id = 'AND') => {
    const heights = { files: [], read: () => Promise.resolve({ frame, valueAt: heightAt }) };
    const world = () => territories.map((each) => ({ ...each, id }));
    return landResource(cities, { ...UNKNOWN_TERRAIN, heights, world, countries: [id] });
  };
  const height = (column: number) => (column % 7) * 300 + 200;
  await storeCities({}, { latitude: 42.6 });
  const check = await against(cities, lands, await make(height));
  expect(await check(await make((column) => height(column) + 20))).toEqual([]);
  const altitude = [expect.stringMatching(/^heights may be flat, .* \d+ of \d+ \(.*: altitude \d+ m → .*checks\.lands\.altitude/)];
  expect(await check(await make(() => 300))).toEqual(altitude);
  expect(await check(await make((column) => height(column) * 3.28))).toEqual(altitude);
  expect(await check(await make(() => undefined))).toEqual(altitude);
  expect(await check(await make(height, 'ESP'))).toContainEqual(expect.stringMatching(/^countries may come from another column, .*: country_id "AND" → "ESP"; .*checks\.lands\.country/));
  await storeCities({ sourceId: '9', name: 'Other' });
  expect(await check(await make(height))).toEqual([expect.stringMatching(/^the lands may be made from wrong cities\. .*checks\.lands\.closestCity/)]);
}); // prettier-ignore

test('borders are compared with the live ones', async () => {
  const make = (east: number, corner = 0) => {
    const ring = [[6, 46.2], [7, 45.9], [10.4, 46.4], [9.6, 47.5], [8.5, 47.8 + corner], [6.9, 47.4], [6, 46.2]].map(([x = 0, y = 0]) => [x + east, y]);
    const feature = { type: 'Feature', properties: { code: 'CHE' }, geometry: { type: 'Polygon', coordinates: [ring] } };
    const borders = sandbox.folder.write('borders.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    return countryResource({ borders, code: 'code', missing: 'left-out' });
  };
  const check = await against(sandbox, borders, await make(0));
  const isTrusted = true;
  expect(await check(await make(0.005, 0.1), { isTrusted })).toEqual([]);
  for (const [east, corner, message] of [
    [0.1, 0, /^borders may be moved, .*: \d+(\.\d+)? km \(at most 2\.5 km may be\); for example CHE by \d+\.\d km\. If that is right, use --allow-change, or set checks\.countries\.border in the sources file$/],
    [0, -0.5, /^parts of countries may be missing\. .*: \d+ km² \(at most 100 km² may be\); for example CHE \d+ km² at 47\.\d+, \d\.\d+\. If that is right, use --allow-change, or set checks\.countries\.lostPiece in the sources file$/],
  ] as const) {
    const change = await make(east, corner);
    expect(await check(change, { isTrusted })).toEqual([expect.stringMatching(message)]);
    expect(await check(change, { isTrusted, allowChange: true })).toEqual([]);
    expect(await check(change, { isTrusted, limits: { border: 20, lostPiece: 6_000, lostLand: 0.2 } })).toEqual([]);
  }
}); // prettier-ignore

test('data of which no id is live is refused, because the column of ids may be another one', async () => {
  const places = (prefix: string, file = 'places.csv') =>
    resourceOf('places', ['1', '2', '3'].map((id) => `${prefix}${id}`), { files: [file] }); // prettier-ignore
  const check = await against(sandbox, changed, places('a'));
  const message = /^rows may be missing, or the ids may come from another column\. Live documents that are gone, of the same sources: 3 of 3 \(100 %, at most 66\.67 % may be\); for example (a\d(; |\. )){3}If that is right, use --allow-change, or set checks\.places\.gone in the sources file$/; // prettier-ignore
  expect(await check(places('b'), { allowShrink: true })).toEqual([expect.stringMatching(message)]);
  expect(await check(places('b'), { allowChange: true })).toEqual([]);
  // Other sources have other ids.
  expect(await check(places('b', 'others.csv'))).toEqual([]);
  expect(await check(places('b'), { replaceSource: true })).toEqual([]);
});

test.each(['cities', 'places'])('own %s beside many built-in ones are compared by themselves', async (name) => {
  const builtIn = numbered(1, 100).map((id) => (name === 'cities' ? id : `db-${id}`));
  const rows = (own: number, from: string, move = 0) => {
    const ids = Array.from({ length: own }, (_, at) => (at < 7 ? `own-${at}` : `${from}-${at}`));
    return resourceOf(name, [...builtIn, ...ids], { latitudeOf: (id, at) => 45 + at / 1_000 + (ids.includes(id) ? move : 0) });
  };
  const ten = await against(sandbox, changed, rows(10, 'own'));
  const lost = /^rows may be missing, .*: 3 of 10 \(30 %, at most 20 % may be\); for example .*checks\.\w+\.gone in the sources file$/;
  expect(await ten(rows(10, 'own-x'))).toEqual([expect.stringMatching(lost)]);
  expect((await ten(rows(7, ''))).join()).toMatch(/gone, of the same sources: 3 of 10 /);
  expect(await ten(rows(7, ''), { allowShrink: true })).toEqual([]);
  const seven = await against(sandbox, changed, rows(7, ''));
  expect((await seven(rows(0, ''), { allowShrink: true })).join()).toMatch(/gone, of the same sources: 7 of 7 /);
  expect(await seven(rows(6, ''))).toEqual([]);
  const six = await against(sandbox, changed, rows(6, ''));
  expect((await six(rows(6, '', 2))).join()).toMatch(/moved by more than 25 km: 6 of 6 /);
}); // prettier-ignore

test('each own source of cities is compared by itself', async () => {
  const rows = (prefix: string, move = 0) => {
    const ids = [...numbered(1, 100).map((id) => `own-${id}`), ...numbered(1, 5).map((id) => `${prefix}-${id}`)]; // prettier-ignore
    const latitudeOf = (id: string, at: number) => 45 + at / 1_000 + (id.startsWith('own-') ? 0 : move); // prettier-ignore
    return resourceOf('cities', ids, { latitudeOf });
  };
  const check = await against(sandbox, changed, rows('b'));
  expect((await check(rows('b', 2))).join()).toMatch(/moved by more than 25 km: 5 of 5 /);
  expect((await check(rows('c'))).join()).toMatch(/gone, of the same sources: 5 of 5 /);
});

test('a generation that lacks all of a country is refused, however small the country is', async () => {
  const andorran = { countryCode: 'AD', latitude: 42.5, longitude: 1.5 };
  const french = Array.from({ length: 19 }, (_, at) => ({ name: `City ${at}` }));
  const check = await against(sandbox, countries, citiesOf([...french, andorran]));
  expect(await check(citiesOf(french))).toEqual([
    'it has no cities of AND, which are live; if that is right, use --allow-shrink',
  ]);
  expect(await check(citiesOf(french), { allowShrink: true })).toEqual([]);
});
