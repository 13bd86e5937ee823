import { expect, test } from '@jest/globals';
import { silentProgress } from '../../../core/cli/progress.js';
import { countryResource } from '../../../ingest/countries/resource.js';
import { landResource } from '../../../ingest/lands/resource.js';
import { placeResource } from '../../../ingest/places/resource.js';
import { promoteHeld } from '../../../ingest/runs/promoteHeld.js';
import { UNKNOWN_TERRAIN } from '../../support/landGroups.js';
import { realCountries } from '../../support/landTerritories.js';
import { createSandbox } from './sandbox.js';
import { citiesOf } from './sources.js';
import { numbered, placesAt } from './world.js';

test('each field of a share of the cities may differ from the live ones', async () => {
  const cities = (change: (at: number) => object) =>
    citiesOf(Array.from({ length: 40 }, (_, at) => ({ name: `City ${at}`, names: { fr: 'Ville' }, regionName: 'R', timeZone: 'Europe/Paris', latitude: 45 + at / 20, ...change(at) }))); // prettier-ignore
  const elsewhere = createSandbox();
  const ingestCities = (change: (at: number) => object, options = {}) =>
    elsewhere.ingest(cities(change), options);
  const moved = (at: number) => (at < 9 ? { latitude: 50 } : {});
  await ingestCities(() => ({}));
  await ingestCities((at) => (at < 8 ? { regionName: undefined } : {}));
  await ingestCities(() => ({}));
  const { live } = await elsewhere.generations('cities');
  const message =
    /- coordinates may come from other columns, .*\. Documents that moved by more than 25 km: 9 of 40 \(22\.5 %, at most 5 % may be\); for example (FRA_City\d: moved by \d+ km(; |\. )){5}If that is right, use --allow-change, or set checks\.cities\.location in the sources file/;
  await expect(ingestCities(moved)).rejects.toThrow(message);
  const { complaints } = await ingestCities(moved, { ending: 'dry' });
  expect(complaints?.map((complaint) => `- ${complaint}`)).toEqual([expect.stringMatching(message)]); // prettier-ignore
  for (const [change, limit] of [
    [() => ({ population: 1 }), 'populationFactor'],
    [() => ({ timeZone: 'UTC' }), 'zone'],
    [(at: number) => ({ latitude: 45.2 + at / 20 }), 'move'],
    [() => ({ names: {} }), 'names'],
    [(at: number) => (at % 8 === 0 ? { name: 'NULL' } : {}), 'sameName'],
  ] as const)
    await expect(ingestCities(change)).rejects.toThrow(`set checks.cities.${limit} in`);
  const lost = (at: number) => (at < 4 ? { population: 0 } : {});
  await expect(ingestCities(lost, { limits: { population: 0.01 } })).rejects.toThrow(
    /4 of 40 \(10 %, at most 1 % may be\); for example FRA_City\d: population 1000 → 0; /,
  );
  expect(await elsewhere.generations('cities')).toMatchObject({ live });

  // A held generation is compared again once another one is live.
  await ingestCities(moved, { ending: 'held', allowChange: true });
  await ingestCities(() => ({}));
  const promote = (options = {}) =>
    promoteHeld(elsewhere, 'cities', { progress: silentProgress, replaceSource: true, ...options });
  await expect(promote()).rejects.toThrow(message);
  await expect(promote()).rejects.toThrow(/- it was compared with \S+ when it was held, but \S+ is live: hold it again, or pass --allow-change/); // prettier-ignore
  await promote({ allowChange: true });
  await elsewhere.remove();
});

test('names with broken letters are refused, above the share of the live ones', async () => {
  const elsewhere = createSandbox();
  const load = (nth: number, broken: (name: string) => string, options = {}) => {
    const names = Array.from({ length: 100 }, (_, at) => (at % nth === 0 ? broken(`Bogotá ${at}`) : `Bogotá ${at}`)); // prettier-ignore
    return elsewhere.ingest(citiesOf(names.map((name) => ({ name }))), options);
  };
  const misread = (name: string) => Buffer.from(name).toString('latin1');
  const upper = (name: string) => name.toUpperCase();
  await expect(load(5, misread)).rejects.toThrow(
    /\n- names look like UTF-8 that was read in another encoding such as Latin-1: convert the file again, from UTF-8\. In the field name, 20 of 100 names that were compared are so \(20 %, of the live ones 0 %\), at most 1 % more than that may be; for example ("Bogot\u00c3\u00a1 \d+"(; |\. )){5}If the names are right, use --allow-change, or set checks\.cities\.letters in the sources file/,
  );
  expect((await load(2, upper, { ending: 'dry' })).complaints).toEqual([]);
  await load(20, (name) => `${name}&amp;`, { limits: { letters: 0.1 } });
  await load(20, (name) => `${name}&amp;`);
  await load(100, () => 'NULL');
  for (const [broken, message] of [
    [upper, /- names are in capital letters/],
    [(name: string) => name.replace('á', '?'), /- names have question marks in place of letters/],
    [(name: string) => name.replace('á', '\ufffd'), /- names have U\+FFFD in place of letters/],
    [(name: string) => name.replace('á', '&aacute;'), /- names have escapes of HTML, JSON or URLs/],
    [() => 'NULL', /- names are words for an unknown value, such as NULL/],
  ] as const) {
    await expect(load(8, broken)).rejects.toThrow(message);
    expect((await load(8, broken, { ending: 'dry', allowChange: true })).complaints).toEqual([]);
  }
  await elsewhere.remove();
});

test('sources that are older than the live ones are refused', async () => {
  const elsewhere = createSandbox();
  const load = (asOf: string | undefined, options = {}, name = 'towns.zip') => {
    const sources = [
      { name, bytes: 1, sha256: '0'.repeat(64), ...(asOf && { asOf }) },
      { name: 'sources.yaml', bytes: 1, sha256: '0'.repeat(64), role: 'sources' as const },
    ];
    return elsewhere.ingest({ ...citiesOf([{}]), sources: () => sources }, options);
  };
  const message =
    /\n- its source is older than that of the live data: \S+ is of 2013-11-06, and the live towns\.zip of 2020-03-18\. If that is right, use --allow-older/;
  await load('2013-11-06');
  await load('2020-03-18');
  await load('2020-03-18');
  await expect(load('2013-11-06')).rejects.toThrow(message);
  await expect(load('2013-11-06', { allowShrink: true, allowChange: true })).rejects.toThrow(message); // prettier-ignore
  await expect(load('2013-11-06', {}, 'towns-2013.zip')).rejects.toThrow(message);
  await load('2013-11-06', { ending: 'dry', replaceSource: true }, 'others.zip');
  // A held one is compared again with another live one.
  await load('2013-11-06', { ending: 'held', allowOlder: true });
  await load('2020-03-18');
  const promote = (options: object) =>
    promoteHeld(elsewhere, 'cities', { progress: silentProgress, allowChange: true, ...options });
  await expect(promote({})).rejects.toThrow(message);
  await promote({ allowOlder: true });
  await load(undefined);
  await elsewhere.remove();
});

test.each(['cities', 'places'])('%s that are there twice with other ids are refused', async (name) => {
  const elsewhere = createSandbox();
  const ids = numbered(1, 40);
  const make = (prefixes: readonly string[], source: string) => {
    const rows = prefixes.flatMap((prefix) => ids.map((id, at) => ({ id: `${prefix}${id}`, name: `N ${id}`, latitude: 48 + at / 20, longitude: 2 })));
    const resource = name === 'cities' ? citiesOf(rows.map(({ id, ...row }) => ({ ...row, sourceId: id }))) : placeResource({ file: source, rows: () => rows.map((cells, line) => ({ line, cells })) });
    return elsewhere.ingest<{ id: string }>(resource);
  };
  await make([''], 'a.csv');
  await make(['', 'x'], 'a.csv').then(() => expect('it').toBe('refused'), (error: unknown) => {
    expect(String(error)).toMatch(/- rows may be there twice with other ids\. .*: 100 % instead of 0 % \(100 %, at most 5 % may be\); for example .*checks\.\w+\.pairs/);
  });
  await elsewhere.remove();
}); // prettier-ignore

test('data that has grown by more than a fifth is refused, unless it is small', async () => {
  const elsewhere = createSandbox();
  const others = [{ name: 'a.csv', bytes: 1, sha256: '0'.repeat(64) }];
  const make = (count: number) => {
    const cells = placesAt(48, numbered(1, count));
    return elsewhere.ingest(placeResource({ file: 'a.csv', rows: () => cells.map((each, line) => ({ line, cells: each })), others })); // prettier-ignore
  };
  await make(100);
  await make(1_100);
  await expect(make(2_200)).rejects.toThrow(/: 2200 instead of 1100 \(100 %, at most 90\.91 % may be\)\. If that is right, use --allow-change, or set checks\.places\.growth/); // prettier-ignore
  await elsewhere.remove();
});

test('lands are compared with the live ones', async () => {
  const elsewhere = createSandbox();
  const world = () => realCountries(['AND']).map((each) => each.territory);
  const frame = { columns: 3_600, rows: 1_800, west: -180, north: 90, cellWidth: 0.1, cellHeight: 0.1 };
  const make = async (heightAt: (column: number) => number | undefined, id = 'AND') => {
    const heights = { files: [], read: () => Promise.resolve({ frame, valueAt: heightAt }) };
    const owners = () => world().map((each) => ({ ...each, id }));
    return elsewhere.ingest(await landResource(elsewhere, { ...UNKNOWN_TERRAIN, heights, world: owners, countries: [id] }));
  };
  const height = (column: number) => (column % 7) * 300 + 200;
  const andorran = { countryCode: 'AD', latitude: 42.5, longitude: 1.5 };
  await elsewhere.ingest(citiesOf([andorran, { ...andorran, latitude: 42.6 }]));
  await make(height);
  await make((column) => height(column) + 20);
  const altitude = /- heights may be flat, .* \d+ of \d+ \(.*: altitude \d+ m → .*checks\.lands\.altitude/;
  await expect(make(() => 300)).rejects.toThrow(altitude);
  await expect(make((column) => height(column) * 3.28)).rejects.toThrow(altitude);
  await expect(make(() => undefined)).rejects.toThrow(altitude);
  await expect(make(height, 'ESP')).rejects.toThrow(/- countries may come from another column, .*: country_id "AND" → "ESP"; .*checks\.lands\.country/);
  await elsewhere.ingest(citiesOf([{ ...andorran, sourceId: '9', name: 'Other' }]), { allowShrink: true, allowChange: true });
  await expect(make(height)).rejects.toThrow(/- the lands may be made from wrong cities\. .*checks\.lands\.closestCity/);
  await elsewhere.remove();
}); // prettier-ignore

test('borders are compared with the live ones', async () => {
  const elsewhere = createSandbox();
  const make = async (east: number, corner = 0) => {
    const ring = [[6, 46.2], [7, 45.9], [10.4, 46.4], [9.6, 47.5], [8.5, 47.8 + corner], [6.9, 47.4], [6, 46.2]].map(([x = 0, y = 0]) => [x + east, y]);
    const feature = { type: 'Feature', properties: { code: 'CHE' }, geometry: { type: 'Polygon', coordinates: [ring] } };
    const borders = elsewhere.folder.write('borders.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    return elsewhere.ingest(await countryResource({ borders, code: 'code', missing: 'left-out' }), { isTrusted: true });
  };
  await make(0);
  await make(0.05, 0.1);
  await expect(make(1.5)).rejects.toThrow(/- borders may be moved, .*: \d+(\.\d+)? % \(at most 8 % may be\); for example .*CHE \d+ %.*checks\.countries\.border/);
  await expect(make(-3)).rejects.toThrow(/checks\.countries\.border/);
  await elsewhere.remove();
}); // prettier-ignore

test('data of which no id is live is refused, because the column of ids may be another one', async () => {
  const elsewhere = createSandbox();
  const ingestPlaces = (prefix: string, options = {}, name = 'places.csv') => {
    const cells = placesAt(48, ['1', '2', '3'].map((id) => `${prefix}${id}`)); // prettier-ignore
    const rows = () => cells.map((each, at) => ({ line: at + 1, cells: each }));
    const others = [{ name, bytes: 1, sha256: '0'.repeat(64) }];
    return elsewhere.ingest(placeResource({ file: name, rows, others }), options);
  };
  await ingestPlaces('a');
  await expect(ingestPlaces('b', { allowShrink: true })).rejects.toThrow(
    /- rows may be missing, or the ids may come from another column\. Live documents that are gone, of the same sources: 3 of 3 \(100 %, at most 66\.67 % may be\); for example (a\d(; |\. )){3}If that is right, use --allow-change, or set checks\.places\.gone in the sources file$/,
  );
  await ingestPlaces('b', { allowChange: true });
  // Other sources have other ids.
  await ingestPlaces('c', {}, 'others.csv');
  await ingestPlaces('d', { replaceSource: true }, 'others.csv');
  await elsewhere.remove();
});

test.each(['cities', 'places'])('own %s beside many built-in ones are compared by themselves', async (name) => {
  const elsewhere = createSandbox();
  const source = [{ name: 'own.csv', bytes: 1, sha256: '0'.repeat(64) }];
  const make = (own: number, from: string, options = {}, latitude = 48) => {
    const ids = Array.from({ length: own }, (_, at) => (at < 7 ? `own-${at}` : `${from}-${at}`));
    const at = (latitude: number) => (sourceId: string) => ({ sourceId, name: sourceId, latitude });
    const rows = [...numbered(1, 100).map(at(48)), ...ids.map(at(latitude))];
    const cells = [...placesAt(48, numbered(1, 100).map((id) => `db-${id}`)), ...placesAt(latitude, ids)];
    const resource = name === 'cities' ? citiesOf(rows) : placeResource({ file: 'own.csv', rows: () => cells.map((each, line) => ({ line, cells: each })) });
    return elsewhere.ingest<{ id: string }>({ ...resource, sources: () => source }, options);
  };
  await make(10, 'own');
  const lost = /:\n- rows may be missing, [^\n]*: 3 of 10 \(30 %, at most 20 % may be\); for example [^\n]*checks\.\w+\.gone in the sources file$/;
  await expect(make(10, 'own-x')).rejects.toThrow(lost);
  await expect(make(7, '')).rejects.toThrow(/gone, of the same sources: 3 of 10 /);
  await make(7, '', { allowShrink: true });
  await expect(make(0, '', { allowShrink: true })).rejects.toThrow(/gone, of the same sources: 7 of 7 /);
  await make(6, '');
  await expect(make(6, '', {}, 50)).rejects.toThrow(/moved by more than 25 km: 6 of 6 /);
  await elsewhere.remove();
}); // prettier-ignore

test('each own source of cities is compared by itself', async () => {
  const elsewhere = createSandbox();
  const source = [{ name: 'own.csv', bytes: 1, sha256: '0'.repeat(64) }];
  const make = (prefix: string, latitude = 48) => {
    const ids = [...numbered(1, 100).map((id) => `own-${id}`), ...numbered(1, 5).map((id) => `${prefix}-${id}`)];
    const rows = ids.map((sourceId) => ({ sourceId, name: sourceId, latitude: sourceId.startsWith('own-') ? 48 : latitude }));
    return elsewhere.ingest<{ id: string }>({ ...citiesOf(rows), sources: () => source });
  };
  await make('b');
  await expect(make('b', 50)).rejects.toThrow(/moved by more than 25 km: 5 of 5 /);
  await expect(make('c')).rejects.toThrow(/gone, of the same sources: 5 of 5 /);
  await elsewhere.remove();
}); // prettier-ignore

test('a generation that lacks all of a country is refused, however small the country is', async () => {
  const elsewhere = createSandbox();
  const andorran = { countryCode: 'AD', latitude: 42.5, longitude: 1.5 };
  const french = Array.from({ length: 19 }, (_, at) => ({ name: `City ${at}` }));
  await elsewhere.ingest(citiesOf([...french, andorran]));
  await expect(elsewhere.ingest(citiesOf(french))).rejects.toThrow(
    'it has no cities of AND, which are live; if that is right, use --allow-shrink',
  );
  await elsewhere.ingest(citiesOf(french), { allowShrink: true });
  await elsewhere.remove();
});
