import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { omitBy } from 'es-toolkit/object';
import { GeographicData, InvalidRequest } from '../../../web/client/src/index.js';
import { startApi } from '../../support/api.js';
import { storeMarkers } from '../../support/ownDocuments.js';
import { PROJECT } from '../../support/docs.js';
import { landAt } from '../../../core/geo/land.js';
import { untilEnd } from '../../support/each.js';
import { testFolder } from '../../support/folder.js';

const PACKAGE = join(PROJECT, 'web/client');
const COMPILER = join(PROJECT, 'node_modules/typescript/bin/tsc');

/** What npm tells the commands that it runs would tell those that they run about another folder. */
const env = omitBy(process.env, (_, name) => name.startsWith('npm_'));

const { path: folder } = testFolder('a page of mine ');
const builtIn = untilEnd(await startApi());
async function run(command: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env });
  return stdout;
}

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const own = ['--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  await run('npm', ['install', ...own, `${builtIn.address}/client.tgz`]);
});

/** Compiles programs that import the package as it is installed, as strictly as can be. */
function compile(files: string[]): Promise<string> {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const node = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  // What the compiler brings itself is right, and takes half of the time.
  const own = ['--noEmit', '--skipDefaultLibCheck', '--jsx', 'react-jsx'];
  return run(process.execPath, [COMPILER, ...own, ...strict, ...node, ...files]).catch(
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

test('the package has no dependencies, and the widget that the service serves', () => {
  const installed = join(folder, 'node_modules/geographic-data-client');
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  expect(JSON.parse(manifest)).not.toHaveProperty('dependencies');
  const widget = createRequire(join(folder, 'index.js')).resolve('geographic-data-client/widget');
  const served = readFileSync(join(PROJECT, 'dist/web/widget.js'), 'utf8');
  expect(readFileSync(widget, 'utf8')).toBe(served);
});

/** The compiler must reject every line below a comment. */
const TYPED = `
import { GeographicData, LANGUAGES, type Biome, type City, type CallOptions, type LanguageTag, type SearchResult } from 'geographic-data-client';
const client = new GeographicData({ url: new URL('http://a'), token: 'a', fetch, language: undefined });
const options: CallOptions = { signal: new AbortController().signal };
const ids: readonly string[] = ['FRA_Paris'];
const { data, missing, requestId } = await client.cities.findByIds({ city_ids: ids }, options);
export const first: City | undefined = data[0];
export const known: [string | undefined, string[] | undefined, string | undefined] = [first?.name, missing, requestId];
export const altitudes: (number | null)[] = (await client.lands.findByLocation({ land_id: 'a', k: 2 })).data.map((land) => land.altitude);
export const shares: number[] = (await client.lands.findByIds({ land_ids: ids })).data.flatMap((land) => Object.values(land.biome_percents));
export const more: true | undefined = (await client.places.findByLocation({ lat: 1, lng: 2 })).truncated;
const named = await client.cities.findByName({ token: 'a', match: 'fuzzy', country_ids: ids, lat: 1, lng: 2 });
export const matchedNames: (string | null)[] | undefined = named.matched_names;
const types: readonly ('country' | 'city' | 'region')[] = ['city'];
export const found: SearchResult | undefined = (await client.search({ token: 'a', types })).data[0];
export const shown: string | number | undefined = found?.type === 'city' ? found.city.region_name ?? '' : found?.type === 'region' ? found.region.bounds.west : found?.country.continent;
const language = LANGUAGES.find((code) => navigator.language.startsWith(code));
await client.countries.findAll({ lang: 'fr-CA' });
const closest: City | undefined = (await client.cities.findByLocation({ lat: 1, lng: 2, lang: language ?? 'en' })).data;
const [located] = (await client.locateMany([{ lat: 1, lng: 2 }])).data;
export const cities: (City | undefined)[] = [closest, (await client.locate({ lat: 1, lng: 2 })).data.city, located && 'city' in located ? located.city : undefined];
export const north: number | undefined = first?.latlng.latitude;
for await (const { name, population } of client.cities.eachByCountries({ country_ids: ids })) console.log(name.length + population);
for await (const { continent } of client.countries.each()) export_(continent === 'Asia');
function export_(isAsia: boolean): boolean { return isAsia; }
const biomes: (Biome | (string & {}) | null)[] = (await client.lands.findByIds({ land_ids: ids })).data.map((land) => land.main_biome);
await client.places.findByLocation({ lat: 1, lng: 2, categories: ['museum', 'my_own'] });
await client.markers.update({ id: 'a', season: 1, icon: 2 });

// @ts-expect-error misspelt
await client.cities.findByName({ tokn: 'a' });
// @ts-expect-error unknown
await client.cities.findByName({ token: 'a', primaryOnly: true });
// @ts-expect-error a location is required
await client.lands.findByLocation({ k: 1 });
// @ts-expect-error without lng
await client.lands.findByLocation({ lat: 1 });
// @ts-expect-error two locations
await client.lands.findByLocation({ lat: 1, lng: 1, land_id: 'a' });
// @ts-expect-error there may be no city
closest.name;
// @ts-expect-error there may be no city
(await client.locate({ lat: 1, lng: 2 })).data.city.name;
// @ts-expect-error not a language of the service
await client.countries.findAll({ lang: 'sk' });
// @ts-expect-error not a language of the service
new GeographicData({ url: 'http://a', token: 'a', language: 'xx' });
// @ts-expect-error misspelt
const misspelt: Biome = 'Tundr';
// @ts-expect-error not a continent
export const is: boolean = (await client.countries.findAll()).data[0]?.continent === 'Atlantis';
// @ts-expect-error nothing is missing from a search
(await client.cities.findByName({ token: 'a' })).missing;
// @ts-expect-error neither prefix nor fuzzy
await client.cities.findByName({ token: 'a', match: 'exact' });
// @ts-expect-error a country has no region
if (found?.type === 'country') found.city.region_name;
// @ts-expect-error a number
await client.markers.update({ id: 'a', season: '1', icon: 2 });
`;
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const [setup = '', ...examples] = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(
  ([, code = '']) => code,
);
const programOf = (example: string): string =>
  /^import /m.test(example) ? example : setup + example;

const ELEMENT = `
import { GeoAutocomplete, type City, type Country } from 'geographic-data-client/widget';
const field = document.querySelector('geo-autocomplete');
field?.addEventListener('geo-select', ({ detail }) => { const chosen: City | Country = detail; console.log(chosen.name); });
export const made: GeoAutocomplete = new GeoAutocomplete();
made.value = null;
export const [id, names, form]: [string, string | undefined, HTMLFormElement | null] = [made.value, field?.selected?.name, made.form];
// @ts-expect-error neither prefix nor fuzzy
made.match = 'exact';
// @ts-expect-error misspelt
made.primaryonly = true;
`;

const JSX = `
import 'geographic-data-client/widget';
export const field = <geo-autocomplete className="wide" resource="cities" fields="name latitude" limit={5} primaryOnly
  ref={(element) => element?.checkValidity()} ongeo-select={({ detail }) => console.log(detail.name)} />;
// @ts-expect-error neither cities nor countries
export const rivers = <geo-autocomplete resource="rivers" />;
// @ts-expect-error misspelt
export const misspelt = <geo-autocomplete tokn="a" />;
`;
/** Has the structure of the types of React 19. */
const REACT = `export = React;
declare namespace React {
  interface HTMLAttributes<T> { className?: string; lang?: string }
  type DetailedHTMLProps<E extends HTMLAttributes<T>, T> = E & { key?: string; ref?: (element: T | null) => void };
  namespace JSX { interface Element {} interface IntrinsicElements { div: HTMLAttributes<HTMLDivElement> } }
}`;
const RUNTIME = `import * as React from 'react';
export namespace JSX {
  type Element = React.JSX.Element;
  interface IntrinsicElements extends React.JSX.IntrinsicElements {}
}
export function jsx(): JSX.Element;`;

test('the element has types in JSX of React', async () => {
  const react = join(folder, 'node_modules/react');
  mkdirSync(react);
  const exports = { '.': './index.d.ts', './jsx-runtime': './jsx-runtime.d.ts' };
  writeFileSync(join(react, 'package.json'), JSON.stringify({ exports }));
  writeFileSync(join(react, 'index.d.ts'), REACT);
  writeFileSync(join(react, 'jsx-runtime.d.ts'), RUNTIME);
  writeFileSync(join(folder, 'field.tsx'), JSX);
  expect(await compile(['field.tsx'])).toBe('');
  rmSync(react, { recursive: true });
});

test('types accept valid programs only, and the examples of the README', async () => {
  const programs = [TYPED, ELEMENT, ...examples.map(programOf)];
  const files = programs.map((program, position) => {
    writeFileSync(join(folder, `${position}.ts`), program);
    return `${position}.ts`;
  });
  expect(await compile(files)).toBe('');
});

const own = untilEnd(
  await storeMarkers([
    { id: 'geonames-2988507', land_id: '881fb46625fffff', location: [2.3488, 48.85341] },
    // The examples build on the first one.
    { id: 'geonames-2660646', land_id: landAt({ latitude: 46.2044, longitude: 6.1432 }), location: [6.1432, 46.2044] }, // prettier-ignore
  ]),
);
const ofMarkers = untilEnd(await startApi({ indexPrefix: own.indexPrefix }));

describe('with the service', () => {
  test.each(
    examples.map((example) => [/\.(\w+\.\w+)\(/.exec(example)?.[1] ?? '', example] as const),
  )('the example of %s prints what it says', async (_, example) => {
    const { address } = example.includes('markers') ? ofMarkers : builtIn;
    const code = programOf(example).replaceAll('http://127.0.0.1:3000', address);
    writeFileSync(join(folder, 'example.js'), code);
    const said = [...example.matchAll(/\); \/\/ (.+)$/gm)].map(([, line = '']) => `${line}\n`);
    expect(said).not.toEqual([]);
    expect(await run(process.execPath, ['example.js'])).toBe(said.join(''));
  });

  test('a marker is in the state of its season', async () => {
    const { markers } = new GeographicData({ url: ofMarkers.address, token: 'dev-internal' });
    const inSeason = async (season: number) =>
      (await markers.findByRadius({ lat: 46.2044, lng: 6.1432, radius: 10, season })).data[0];
    await markers.update({ id: 'geonames-2660646', season: 9, icon: 12, skin: 'gold' });
    expect(await inSeason(9)).toMatchObject({ is_built: true, icon: 12, skin: 'gold' });
    expect(await inSeason(10)).toMatchObject({ is_built: false });
  });

  test('names of cities, regions and countries are in the language of the settings', async () => {
    const settings = { url: builtIn.address, token: 'dev-public', language: 'fr' } as const;
    const { cities, locate } = new GeographicData(settings);
    const geneva = { name: 'Genève', region_name: 'Canton de Genève' };
    const { data: city } = await cities.findByLocation({ lat: 46.2044, lng: 6.1432 });
    expect(city).toMatchObject(geneva);
    const { data: at } = await locate({ lat: 46.2044, lng: 6.1432 });
    expect(at).toMatchObject({
      countries: [{ name: 'Suisse' }, { name: 'France' }],
      city: geneva,
      land: { region_name: geneva.region_name },
    });
  });

  test('every invalid parameter is named, and ignored ones are reported', async () => {
    const ignored: unknown[] = [];
    const client = new GeographicData({
      url: builtIn.address,
      token: 'dev-public',
      onIgnored: (names, path) => ignored.push([names, path]),
    });
    const call = client.lands.findByLocation({ lat: 91, lng: NaN, k: 11 });
    await expect(call).rejects.toBeInstanceOf(InvalidRequest);
    await expect(call).rejects.toMatchObject({
      message: expect.stringMatching(
        /^`lat` must be a number from -90 to 90\n`lng` .+\n`k` .+\nThe request is not valid\. Correct what `details` lists/,
      ) as unknown,
      details: ['lat', 'lng', 'k'].map((path) => expect.objectContaining({ path }) as unknown),
      requestId: expect.stringMatching(/^[\w-]{36}$/) as unknown,
    });
    const misspelt = client.cities.findByName({ tokn: 'paris' } as never);
    await expect(misspelt).rejects.toThrow(
      /^`token` is required: .+\n`tokn` is not a parameter\.\nThe request is not valid\./,
    );
    expect(ignored.splice(0)).toEqual([[['tokn'], '/cities/findByName']]);
    const query = { token: 'paris', primaryOnly: true, 'a, b': 1 };
    await client.cities.findByName(query);
    expect(ignored).toEqual([[['primaryOnly', 'a, b'], '/cities/findByName']]);
  });
});
