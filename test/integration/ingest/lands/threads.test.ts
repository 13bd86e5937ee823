import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { LandDocument } from '../../../../indices/lands.js';
import { landResource, type LandOptions } from '../../../../ingest/lands/resource.js';
import { biomesFrom } from '../../../../ingest/rasters/biomes.js';
import { heightsFrom } from '../../../../ingest/rasters/heights.js';
import { inThreads } from '../../../../ingest/threads.js';
import { writeGeoTiff } from '../../../support/geoTiffs.js';
import { readLands } from '../../../support/storedLands.js';
import { createSandbox, type Sandbox } from '../sandbox.js';
import { citiesOf } from '../sources.js';

// The first of all makes the borders of all countries, and keeps them.
jest.setTimeout(300_000);

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'threads-'));
  sandbox = createSandbox();
  await sandbox.ingest(
    citiesOf([
      { countryCode: 'LI', name: 'Vaduz', latitude: 47.14, longitude: 9.52, population: 200_000 },
      { countryCode: 'CH', name: 'Buchs', latitude: 47.17, longitude: 9.48, population: 13_000 },
    ]),
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await sandbox.remove();
});

/** Two tiles of heights, and biomes that meet in the middle of the country. */
function ownTerrain(): Pick<LandOptions, 'heights' | 'biomes'> {
  const frame = { columns: 50, rows: 50, west: 9, north: 47.5, cellWidth: 0.01, cellHeight: 0.01 };
  const slope = Array.from({ length: 2_500 }, (_, at) => at % 997);
  writeGeoTiff(join(folder, 'west.tif'), frame, slope);
  writeGeoTiff(join(folder, 'east.tif'), { ...frame, west: 9.5 }, slope);
  const half = (name: string, south: number, north: number) => ({
    type: 'Feature',
    properties: { name },
    geometry: {
      type: 'Polygon',
      coordinates: [[[9, south], [10, south], [10, north], [9, north], [9, south]]],
    },
  }); // prettier-ignore
  const polygons = join(folder, 'biomes.geojson');
  const features = [half('South', 46, 47.13), half('North', 47.13, 48)];
  writeFileSync(polygons, JSON.stringify({ type: 'FeatureCollection', features }));
  return { heights: heightsFrom(folder), biomes: biomesFrom({ polygons, name: 'name' }) };
}

async function landsBy(options: LandOptions): Promise<LandDocument[]> {
  const { rows } = await sandbox.ingest(await landResource(sandbox, options));
  const found = await readLands(sandbox.client, sandbox.indexPrefix);
  expect(found.size).toBe(rows);
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

test.each<[string, LandOptions]>([
  ['of countries', { area: { countries: ['LIE', 'VAT'] } }],
  ['of disks', { area: { stepsAroundPrimaryCities: 12 } }],
])('lands %s are the same, whoever makes them', async (_, options) => {
  const own = { ...options, ...ownTerrain() };
  const alone = await landsBy({ ...own, workers: 0 });
  expect(alone.length).toBeGreaterThan(150);
  const shares = alone.map(({ biome_percents: biomes }) => Object.keys(biomes).length);
  expect(new Set(shares)).toEqual(new Set(options.area && 'countries' in options.area ? [0, 1, 2] : [1, 2])); // prettier-ignore
  expect(await landsBy({ ...own, workers: 2 })).toEqual(alone);
  const resource = await landResource(sandbox, { ...own, workers: 3 });
  const { outcomes } = await resource.begin(sandbox);
  const one: LandDocument[] = [];
  for await (const outcome of outcomes) if ('document' in outcome) one.push(outcome.document);
  expect(one).toEqual(alone);
});

test('a land that is refused is told by the same number, whoever finds it', async () => {
  const frame = { columns: 50, rows: 50, west: 9, north: 47.5, cellWidth: 0.02, cellHeight: 0.02 };
  const values = Array.from({ length: 2_500 }, (_, at) => (at % 5 === 0 ? Infinity : 1));
  const path = join(folder, 'infinite.tif');
  writeGeoTiff(path, frame, values);
  const linesBy = async (workers: number): Promise<string[]> => {
    const options = { area: { stepsAroundPrimaryCities: 45 }, heights: heightsFrom(path), workers };
    const { outcomes } = await (await landResource(sandbox, options)).begin(sandbox);
    const lines: string[] = [];
    for await (const outcome of outcomes) {
      const { line, id } = outcome.origin;
      lines.push(`${line} ${id} ${'reason' in outcome ? outcome.reason : ''}`);
    }
    return lines.sort();
  };
  const alone = await linesBy(0);
  expect(alone.filter((line) => line.endsWith('is not a number of metres')).length).toBeGreaterThan(100); // prettier-ignore
  expect(await linesBy(2)).toEqual(alone);
});

describe('a thread', () => {
  const program = (name: string, text: string): URL => {
    const path = join(folder, name);
    writeFileSync(path, `import { parentPort, workerData } from 'node:worker_threads';\n${text}`);
    return new URL(`file://${path}`);
  };
  const collect = async (text: string, tasks: number[], count = 2): Promise<unknown[]> => {
    const file = program(`${String(Math.random())}.mjs`, text);
    const made: unknown[] = [];
    for await (const each of inThreads(tasks, { file, data: 3, count, purpose: 'counts' })) made.push(each); // prettier-ignore
    return made;
  };
  const TIMES = `const clock = new Int32Array(new SharedArrayBuffer(4));
    parentPort.on('message', (task) => { Atomics.wait(clock, 0, 0, task % 3); parentPort.postMessage(task * workerData); });`;

  test('gives what it makes in the order of the tasks', async () => {
    const tasks = Array.from({ length: 50 }, (_, at) => at);
    expect(await collect(TIMES, tasks, 3)).toEqual(tasks.map((task) => 3 * task));
    expect(await collect(TIMES, [])).toEqual([]);
  });

  test('is not given more than a few tasks ahead', async () => {
    let given = 0;
    function* tasks(): Generator<number> {
      for (; given < 1_000; given += 1) yield given;
    }
    const file = program('ahead.mjs', TIMES);
    const made = inThreads(tasks(), { file, data: 1, count: 2, purpose: 'counts' });
    await made.next();
    expect(given).toBeLessThan(8);
    await made.return();
  });

  test('that fails, or ends by itself, ends all with a sentence', async () => {
    const throwing = `parentPort.on('message', () => { throw new Error('no such height'); });`;
    await expect(collect(throwing, [1, 2, 3])).rejects.toThrow('no such height');
    const ending = `parentPort.on('message', () => process.exit(7));`;
    await expect(collect(ending, [1, 2, 3])).rejects.toThrow('A thread that counts ended by itself (7). Start again.'); // prettier-ignore
  });
});

test('a run that is interrupted ends its threads, and leaves nothing', async () => {
  const before = await sandbox.indices();
  const signal = AbortSignal.timeout(50);
  const resource = await landResource(sandbox, { area: { countries: ['CHE'] }, workers: 1 });
  await expect(sandbox.ingest(resource, { signal })).rejects.toThrow(/aborted|timeout/i);
  expect(await sandbox.indices()).toEqual(before);
});

test('a height that cannot be read fails the run before anything is written', async () => {
  const path = join(folder, 'broken.tif');
  writeFileSync(path, 'not a GeoTIFF');
  const resource = await landResource(sandbox, { area: { countries: ['LIE'] }, heights: heightsFrom(path), workers: 1 }); // prettier-ignore
  const before = await sandbox.indices();
  await expect(sandbox.ingest(resource)).rejects.toThrow(/^broken\.tif cannot be read as a GeoTIFF/); // prettier-ignore
  expect(await sandbox.indices()).toEqual(before);
});
