import { builtInIdentity } from '../../../ingest/borders/builtIn.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, expect, jest, test } from '@jest/globals';
import {
  describeRun,
  type Entry,
  readHistory,
  recorded,
  recorder,
} from '../../../ingest/runs/history.js';
import { silentProgress } from '../../../core/cli/progress.js';
import { PROCESS_ID, processId } from '../../../core/processes.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import type { Context, ResourceName } from '../../../ingest/generations/resource.js';
import { runIngestion } from '../../../ingest/runs/run.js';
import { describeStatus, readStatus, type ResourceStatus } from '../../../ingest/runs/status.js';
import { countryResource } from '../../../ingest/countries/resource.js';
import { acquireLocks } from '../../../ingest/generations/lock.js';
import { createLastRuns } from '../../../src/observe/lastRuns.js';
import { createSandbox, holdLock } from './sandbox.js';
import { CITIES, city, MORE, run, smallJobs } from './small.js';
import { untilEnd } from '../../support/each.js';

const BEGUN = '2026-01-01T00:00:00.000Z';
/** The other timers are those of the client of Elasticsearch. */
const ALL_BUT_DATE = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const; // prettier-ignore

const RING = [[1.4, 42.4], [1.8, 42.4], [1.8, 42.7], [1.4, 42.7], [1.4, 42.4]]; // prettier-ignore
const ANDORRA = {
  type: 'Feature',
  properties: { code: 'AND' },
  geometry: { type: 'Polygon', coordinates: [RING] },
};

const sandbox = untilEnd(createSandbox());
beforeAll(async () => {
  await runNoted(['cities', 'lands']);
  await runNoted(['cities']);
  await runNoted(['cities'], { hold: true });
  await expect(runNoted(['cities'], { maxRejects: 0 }, smallJobs([]))).rejects.toThrow('gate');
});

async function runNoted(
  chosen: ResourceName[],
  options: RunOptions = {},
  jobs = MORE,
  context: Context = sandbox,
) {
  const argv = jest.replaceProperty(process, 'argv', ['node', 'ingest', ...chosen]);
  const addEntry = recorder(context, silentProgress);
  argv.restore();
  await runIngestion(context, chosen, options, {
    progress: silentProgress,
    signal: new AbortController().signal,
    say: () => undefined,
    jobs,
    addEntry,
  });
}

async function statusOf(resource: ResourceName, context: Context = sandbox) {
  const found = (await readStatus(context)).find((each) => each.resource === resource);
  return { ...found, text: found ? describeStatus(found, true).join('\n') : '' };
}

test('status shows what is live, how large it is, what is held, and what a rollback takes', async () => {
  const { live = '', previous = '', held = '' } = await sandbox.generations('cities');
  const { text, ...status } = await statusOf('cities');
  const made = { counts: { rows: 3, indexed: 3, rejected: 0 }, version: '0.1.0' };
  expect(status).toMatchObject({
    live: { index: live, documents: 3, bytes: expect.any(Number), made },
    previous: { index: previous, documents: 3 },
    held: { index: held, documents: 3, made },
    olderThan: null,
    leftovers: [],
    run: null,
  });
  const short = describeStatus(status as ResourceStatus);
  expect(short).toEqual([
    expect.stringMatching(`^cities: ${live}, 3 documents, live since 20\\S+Z$`),
    expect.stringMatching(`^  held: ${held}, `),
  ]);
  expect(text).toMatch(
    new RegExp(
      [
        `^cities: live ${live}, previous ${previous}`,
        '  live since 20\\S+Z, 3 documents of 3 rows; begun 20\\S+Z by version 0.1.0',
        '  3 documents now, \\d+\\.\\d kB on disk',
        '  from cities\\.pbf, built in, 1 bytes, SHA-256 0+',
        '  with --primary-minimum-population 100000',
        `  held: ${held}, 3 documents, since 20\\S+Z, from cities\\.pbf; .promote cities. .*`,
        `  a rollback would make live: ${previous}, 3 documents, last live since 20\\S+Z, from .*$`,
      ].join('\n'),
    ),
  );
});

test('a run is shown while it is running, and as killed once its lock is not alive', async () => {
  const context = { client: sandbox.client, indexPrefix: `${sandbox.indexPrefix}-killed` };
  const outcome = async () => (await readHistory(context, { limit: 1 }))[0]?.outcome;
  const entry: Entry = { begun: new Date().toISOString(), resource: 'cities', outcome: 'running' };
  await recorder(context, silentProgress)(entry, 'one');
  expect(await outcome()).toBe('running');
  const change = async (doc: object): Promise<void> => {
    await context.client.update({ index: `${context.indexPrefix}-runs`, id: 'one', doc, refresh: true }); // prettier-ignore
  };
  await (await acquireLocks(context, ['cities'])).release();
  // It was killed before it had a lock, or its lock was released by the next run. Its number may be given again.
  const child = spawn('sleep', ['60']);
  const ofChild = processId(child.pid ?? 0);
  child.kill('SIGKILL');
  await once(child, 'close');
  for (const process of [ofChild, PROCESS_ID.replace(/ \d+ /, ' 1 ')]) {
    await change({ process });
    expect(await outcome()).toBe('killed');
  }
  // The process of another machine cannot be looked up: it waits for its lock, or its lock has heartbeats.
  const elsewhere = '1 2 on another machine';
  await change({ process: elsewhere });
  expect(await outcome()).toBe('running');
  await change({ begun: BEGUN });
  expect(await outcome()).toBe('killed');
  const beatAt = new Date().toISOString();
  await holdLock(context, 'cities', { process: elsewhere, begunAt: BEGUN, beatAt });
  expect(await outcome()).toBe('running');
  // Its clock is an hour ahead, and a later run has begun.
  const ahead = { begun: new Date(Date.now() + 3_600_000).toISOString() };
  await holdLock(context, 'cities', { process: '3 4 on another machine', beatAt });
  await change(ahead);
  expect(await outcome()).toBe('killed');
  await change({ begun: BEGUN });
  // The lock is that of the next run.
  await holdLock(context, 'cities', { process: '3 4 on another machine', begunAt: BEGUN, beatAt });
  expect(await outcome()).toBe('killed');
  await recorder(context, silentProgress)({ ...entry, outcome: 'done' }, 'one');
  expect(await outcome()).toBe('done');
  // Elasticsearch may get to a write that has timed out.
  await recorder(context, silentProgress)(entry, 'one');
  expect(await outcome()).toBe('done');
});

test('the metrics have the last run of each resource, whatever came of it', async () => {
  const found = await createLastRuns(sandbox.client, sandbox.indexPrefix)();
  const told = found.map(({ resource, outcome, counts }) => [resource, outcome, counts?.rejected]);
  expect(told.sort()).toEqual([['cities', 'refused', 0], ['lands', 'done', 0]]); // prettier-ignore
  expect(await createLastRuns(sandbox.client, `${sandbox.indexPrefix}-none`)()).toEqual([]);
});

test('the metrics count ingestions only, and the history and they go by the order of the writes, not by clocks', async () => {
  const context = { client: sandbox.client, indexPrefix: `${sandbox.indexPrefix}-last` };
  const add = recorder(context, silentProgress);
  jest.useFakeTimers({ now: new Date('2099-01-01T00:00:00Z'), doNotFake: [...ALL_BUT_DATE] });
  await add({ begun: '2098-12-31T00:00:00.000Z', resource: 'cities', outcome: 'held' });
  jest.useRealTimers();
  const ofMetrics = async () => (await createLastRuns(context.client, context.indexPrefix)()).map(({ outcome }) => outcome); // prettier-ignore
  // The clock of Elasticsearch is behind.
  expect(await ofMetrics()).toEqual(['held']);
  await add({ begun: BEGUN, resource: 'cities', outcome: 'refused' });
  await add({ begun: BEGUN, resource: 'cities', outcome: 'done', kind: 'command' });
  expect(await ofMetrics()).toEqual(['refused']);
  const found = await readHistory(context, { limit: 10 });
  expect(found.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'held']);
});

test('status shows lands of other cities than the live ones as out of date, and what cannot be read', async () => {
  const { live, previous } = await sandbox.generations('cities');
  const { live: index = '' } = await sandbox.generations('lands');
  await sandbox.client.indices.close({ index });
  const status = await statusOf('lands');
  expect(status.olderThan).toEqual({ madeFrom: previous, live });
  expect(status.text).toContain(
    `  out of date: made from ${previous ?? ''}, but ${live ?? ''} is live; \`npm run ingest -- lands\` makes them again`,
  );
  expect(status.live).toMatchObject({ index, documents: null, made: { version: '0.1.0' } });
  expect(status.text).toContain('cannot be read now');
  await sandbox.client.indices.open({ index });
});

test('the history has every run, the latest first, and why it was refused', async () => {
  const runs = await readHistory(sandbox, { limit: 10 });
  const outcomes = runs.map(({ resource, outcome }) => `${resource} ${outcome}`);
  expect(outcomes.join()).toBe('cities refused,cities held,cities done,lands done,cities done');
  const { held = '' } = await sandbox.generations('cities');
  expect(runs[1]).toMatchObject({ index: held, command: 'cities', sources: [{ name: 'cities.pbf' }] }); // prettier-ignore
  expect(runs[1]?.values).toContainEqual({ check: 'size', value: 0, limit: 0.1, unit: 'share' });
  const near = { check: 'size', value: 0.06, limit: 0.1, unit: 'share' } as const;
  expect(runs.slice(1, 2).flatMap((entry) => describeRun({ ...entry, values: [near] })).at(-1)).toBe('  warning: size: 6 %, at most 10 %'); // prettier-ignore
  expect(runs.slice(0, 1).flatMap(describeRun).slice(2)).toEqual([
    '  The new generation of cities did not pass its gate:',
    '  - its sources have no rows',
    expect.stringMatching(/^ {2}- it has 0 documents, the live one 3; .*--allow-shrink$/),
  ]);
  expect(runs.slice(1, 2).flatMap(describeRun)).toEqual([
    expect.stringMatching(/^20\S+Z cities: held after \d+ s, 3 documents of 3 rows, 0 rejected$/),
    expect.stringMatching(new RegExp(`^  by \`cities\` on \\S+, version 0\\.1\\.0: ${held}$`)),
  ]);
  const ofLands = await readHistory(sandbox, { resource: 'lands', limit: 10 });
  expect(ofLands.map(({ resource }) => resource)).toEqual(['lands']);
  expect(await readHistory(sandbox, { resource: 'markers', limit: 10 })).toEqual([]);
});

test.each([
  [false, 'failed'],
  [true, 'interrupted'],
])('work that fails is recorded; after an abort (%j) as %s', async (isAborted, outcome) => {
  const entries: Entry[] = [];
  const addEntry = (entry: Entry) => Promise.resolve(void entries.push(entry));
  const signal = isAborted ? AbortSignal.abort() : new AbortController().signal;
  const failing = () => Promise.reject(new Error('it broke'));
  await expect(recorded(addEntry, ['cities'], { signal }, failing)).rejects.toThrow('it broke');
  expect(entries).toMatchObject([
    { resource: 'cities', outcome: 'running' },
    { resource: 'cities', outcome, reason: 'it broke' },
  ]);
  entries.length = 0;
  const both = ['places', 'markers'];
  await expect(recorded(addEntry, both, { signal, areOne: true }, failing)).rejects.toThrow();
  expect(entries.slice(2).map((entry) => entry.outcome)).toEqual([outcome, outcome]);
});

test('a reason of many long lines is shortened, and says so', () => {
  const [, , ...lines] = describeRun({
    ...{ begun: BEGUN, ended: BEGUN, resource: 'countries', outcome: 'failed' },
    ...{ command: 'countries', host: 'here', version: '0.1.0' },
    reason: Array.from({ length: 8 }, () => 'x'.repeat(400)).join('\n'),
  });
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatch(/^ {2}x+…$/);
  expect(lines[6]).toBe('  and 2 more lines: --json');
});

test('malformed entries are left out; sound ones are kept for 400 days, by the clock of Elasticsearch', async () => {
  const context = { client: sandbox.client, indexPrefix: `${sandbox.indexPrefix}-old` };
  const index = `${context.indexPrefix}-runs`;
  const add = async (resource: string, at: Date): Promise<void> => {
    jest.useFakeTimers({ now: at, doNotFake: [...ALL_BUT_DATE] });
    try {
      await recorder(context, silentProgress)({ begun: BEGUN, resource, outcome: 'done' });
    } finally {
      jest.useRealTimers();
    }
  };
  const kept = async (): Promise<string[]> => {
    await context.client.indices.refresh({ index });
    return (await readHistory(context, { limit: 10 })).map(({ resource }) => resource);
  };
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  expect(await readHistory(context, { limit: 10 })).toEqual([]);
  await add('lands', daysAgo(399));
  const [sound] = await readHistory(context, { limit: 1 });
  const odd = [{}, { ...sound, reason: 7 }, { ...sound, counts: 'many' }, { ...sound, sources: [null] }]; // prettier-ignore
  const operations = odd.flatMap((document) => [{ index: {} }, document]);
  await context.client.bulk({ index, operations, refresh: true });
  await add('cities', daysAgo(401));
  await kept();
  // A wrong clock of this machine deletes none.
  await add('markers', new Date('2099-01-01T00:00:00Z'));
  expect(await kept()).toEqual(['markers', 'lands']);
});

test('status shows cities at sea, and lands of other borders than the live countries', async () => {
  const other = createSandbox();
  await run(other, ['cities', 'lands'], {}, MORE);
  expect((await statusOf('lands', other)).otherBorders).toBeNull();
  const collection = { type: 'FeatureCollection', features: [ANDORRA] };
  const borders = other.folder.write('own.geojson', JSON.stringify(collection));
  await other.ingest(await countryResource({ borders, code: 'code', missing: 'left-out' }));
  const { otherBorders, text } = await statusOf('lands', other);
  const live = expect.stringMatching(/^own\.geojson \([0-9a-f]{12}\)$/);
  expect(otherBorders).toEqual({ madeFrom: builtInIdentity(), live });
  expect(text).toContain(
    `out of date: made of the borders of ${builtInIdentity()}, but the live countries have the borders of own.geojson`,
  );
  const said: string[] = [];
  expect(await statusOf('cities', other)).toMatchObject({ elsewhere: null });
  const south = smallJobs([...CITIES, city('3', 'Ordino', 42.3, 4_000)]);
  await runNoted(['cities', 'lands'], { allowChange: true }, south, other);
  const { elsewhere, text: ofCities } = await statusOf('cities', other);
  expect(elsewhere).toEqual({ inAnother: 0, atSea: 1 / 3 });
  expect(ofCities).toContain('of the cities, 0 % lie in another country, and 33.33 % at sea');
  await run(other, ['lands'], { ifNeeded: true }, MORE, said);
  expect(said).toEqual([
    expect.stringMatching(/^lands: left alone: made of the borders of borders\.geojson\.gz/),
  ]);
  await other.remove();
});
