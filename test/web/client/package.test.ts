import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { omitBy } from 'es-toolkit/object';
import { type Api, startApi } from '../../support/api.js';
import { type OwnMarkers, storeMarkers } from '../../support/ownDocuments.js';
import { PROJECT } from '../../support/docs.js';

const PACKAGE = join(PROJECT, 'web/client');
const COMPILER = join(PROJECT, 'node_modules/typescript/bin/tsc');

/** What npm tells the commands that it runs would tell those that they run about another folder. */
const env = omitBy(process.env, (_, name) => name.startsWith('npm_'));

let folder: string;
async function run(command: string, args: string[], cwd = folder): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env });
  return stdout;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'a page of mine '));
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(await run('npm', pack, PACKAGE)) as { filename: string }[];
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const quiet = ['--offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet, `./${packed?.filename ?? ''}`]);
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Compiles programs that import the package as it is installed, as strictly as can be. */
function compile(files: string[]): Promise<string> {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const node = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  // What the compiler brings itself is right, and takes half of the time.
  const own = ['--noEmit', '--skipDefaultLibCheck'];
  return run(process.execPath, [COMPILER, ...own, ...strict, ...node, ...files]).catch(
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

test('it has no dependencies, and nothing in it that is not needed', async () => {
  const listed = JSON.parse(await run('npm', ['ls', '--all', '--json'])) as {
    dependencies: Record<string, { dependencies?: object }>;
  };
  expect(Object.keys(listed.dependencies)).toEqual(['geographic-data-client']);
  expect(listed.dependencies['geographic-data-client']?.dependencies).toBeUndefined();
  const installed = JSON.parse(
    readFileSync(join(folder, 'node_modules/geographic-data-client/package.json'), 'utf8'),
  ) as { dependencies?: object };
  expect(installed.dependencies).toBeUndefined();
});

test('the widget in it is the one that the service serves', () => {
  const path = createRequire(join(folder, 'index.js')).resolve('geographic-data-client/widget');
  const served = readFileSync(join(PROJECT, 'dist/web/widget.js'), 'utf8');
  expect(readFileSync(path, 'utf8')).toBe(served);
});

/** Every line below a comment has to be refused. */
const TYPED = `
import { GeographicData, type City, type CallOptions } from 'geographic-data-client';
const client = new GeographicData({ url: new URL('http://a'), token: 'a', fetch, language: undefined });
const options: CallOptions = { signal: new AbortController().signal };
const ids: readonly string[] = ['FRA_Paris'];
const { data, missing, requestId } = await client.cities.findByIds({ city_ids: ids }, options);
export const first: City | undefined = data[0];
export const known: [string | undefined, string[] | undefined, string | undefined] = [first?.name, missing, requestId];
export const altitudes: (number | null)[] = (await client.lands.findByLocation({ land_id: 'a', k: 2 })).data.map((land) => land.altitude);
export const shares: number[] = (await client.lands.findByIds({ land_ids: ids })).data.flatMap((land) => Object.values(land.biome_percents));
export const more: true | undefined = (await client.places.findByLocation({ lat: 1, lng: 2 })).truncated;
await client.countries.findAll();
await client.markers.update({ id: 'a', season: 1, icon: 2 });

// @ts-expect-error misspelt
await client.cities.findByName({ tokn: 'a' });
// @ts-expect-error unknown
await client.cities.findByName({ token: 'a', primaryOnly: true });
// @ts-expect-error one way to say where is needed
await client.lands.findByLocation({ k: 1 });
// @ts-expect-error half a pair
await client.lands.findByLocation({ lat: 1 });
// @ts-expect-error both kinds at once
await client.lands.findByLocation({ lat: 1, lng: 1, land_id: 'a' });
// @ts-expect-error the empty city has no position
first?.latlng.latitude;
// @ts-expect-error nothing is missing from a search
(await client.cities.findByName({ token: 'a' })).missing;
// @ts-expect-error a number
await client.markers.update({ id: 'a', season: '1', icon: 2 });
`;
const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const [setup = '', ...examples] = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(
  ([, code = '']) => code,
);
const programOf = (example: string): string =>
  /^import /m.test(example) ? example : setup + example;

test('types tell right from wrong, and the examples of README are right', async () => {
  const programs = [TYPED, ...examples.map(programOf)];
  const files = programs.map((program, position) => {
    writeFileSync(join(folder, `${position}.ts`), program);
    return `${position}.ts`;
  });
  expect(await compile(files)).toBe('');
});

describe('README', () => {
  let own: OwnMarkers;
  let builtIn: Api;
  let ofMarkers: Api;
  beforeAll(async () => {
    own = await storeMarkers([
      { id: 'geonames-2988507', land_id: '881fb46625fffff', location: [2.3488, 48.85341] },
    ]);
    builtIn = await startApi();
    ofMarkers = await startApi({ indexPrefix: own.indexPrefix });
  });
  afterAll(async () => {
    await builtIn.stop();
    await ofMarkers.stop();
    await own.remove();
  });

  test('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(5);
  });

  test.each(
    examples.map((example) => [/\.(\w+\.\w+)\(/.exec(example)?.[1] ?? '', example] as const),
  )('the example of %s runs, and prints what it says', async (_, example) => {
    // What is written is written to markers of our own.
    const { address } = example.includes('markers') ? ofMarkers : builtIn;
    const code = programOf(example).replaceAll('http://127.0.0.1:3000', address);
    writeFileSync(join(folder, 'example.js'), code);
    const said = [...example.matchAll(/\); \/\/ (.+)$/gm)].map(([, line = '']) => `${line}\n`);
    expect(said).not.toEqual([]);
    expect(await run(process.execPath, ['example.js'])).toBe(said.join(''));
  });
});
