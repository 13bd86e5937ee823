import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  describeRun,
  type Entry,
  readHistory,
  record,
  recorded,
} from '../../../ingest/runs/history.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import type { ResourceName } from '../../../ingest/generations/resource.js';
import { runIngestion } from '../../../ingest/runs/run.js';
import { describeStatus } from '../../../ingest/runs/status.js';
import { readStatus, type ResourceStatus } from '../../../ingest/runs/status.js';
import { createSandbox, type Sandbox } from './sandbox.js';
import { CITIES, city, smallJobs } from './small.js';

const MORE = smallJobs([...CITIES, city('3', 'Ordino', 42.556, 4_000)]);
const BEGUN = '2026-01-01T00:00:00.000Z';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await runNoted(['cities', 'lands']);
  await runNoted(['cities']);
  await runNoted(['cities'], { hold: true });
  await expect(runNoted(['cities'], { maxRejects: 0 }, smallJobs([]))).rejects.toThrow('gate');
});
afterAll(() => sandbox.remove());

async function runNoted(
  chosen: ResourceName[],
  options: RunOptions = {},
  jobs = MORE,
): Promise<void> {
  await runIngestion(sandbox, chosen, options, {
    progress: silentProgress,
    signal: new AbortController().signal,
    say: () => undefined,
    jobs,
    addEntry: (entry) => record(sandbox, entry, chosen.join(' ')),
  });
}

const statusOf = async (resource: ResourceName): Promise<ResourceStatus> => {
  const found = (await readStatus(sandbox)).find((each) => each.resource === resource);
  if (found === undefined) throw new Error(`nothing is told of ${resource}`);
  return found;
};

test('status tells what is live, how large it is, what is held, and what a rollback takes', async () => {
  const { live = '', previous = '', held = '' } = await sandbox.generations('cities');
  const status = await statusOf('cities');
  const made = { counts: { rows: 3, indexed: 3, rejected: 0 }, version: '0.1.0' };
  expect(status).toMatchObject({
    live: { index: live, documents: 3, bytes: expect.any(Number), made },
    previous: { index: previous, documents: 3 },
    held: { index: held, documents: 3, made },
    olderThan: null,
    remains: [],
  });
  expect(describeStatus(status)).toEqual([
    `cities: live ${live}, previous ${previous}`,
    expect.stringMatching(/^ {2}live since 20\S+Z, 3 documents of 3 rows; begun 20\S+Z by version/),
    expect.stringMatching(/^ {2}3 documents now, \d+\.\d kB on disk$/),
    expect.stringMatching(/^ {2}from cities\.pbf, built in, 1 bytes, SHA-256 0+$/),
    '  with --primary-minimum-population 100000',
    expect.stringMatching(
      new RegExp(
        `^  held: ${held}, 3 documents, since 20\\S+Z, from cities\\.pbf; .promote cities.`,
      ),
    ),
    expect.stringMatching(
      new RegExp(
        `^  a rollback would make live: ${previous}, 3 documents, last live since 20\\S+Z, from `,
      ),
    ),
  ]);
});

test('lands of other cities than the live ones are told to be out of date', async () => {
  const { live, previous } = await sandbox.generations('cities');
  const status = await statusOf('lands');
  expect(status.olderThan).toEqual({ madeFrom: previous, live });
  expect(describeStatus(status)).toContain(
    `  out of date: made from ${previous ?? ''}, but ${live ?? ''} is live; \`npm run ingest -- lands\` makes them again`,
  );
});

test('what cannot be read is unknown, and all else is told', async () => {
  const { live: index = '' } = await sandbox.generations('lands');
  await sandbox.client.indices.close({ index });
  const status = await statusOf('lands');
  expect(status.live).toMatchObject({ index, documents: null, made: { version: '0.1.0' } });
  expect(describeStatus(status).join('\n')).toContain('cannot be read now');
  await sandbox.client.indices.open({ index });
});

test('the history has every run, the latest first', async () => {
  const runs = await readHistory(sandbox, { limit: 10 });
  expect(runs.map(({ resource, outcome }) => `${resource} ${outcome}`)).toEqual([
    'cities refused',
    'cities held',
    'cities done',
    'lands done',
    'cities done',
  ]);
  const { held } = await sandbox.generations('cities');
  expect(runs[1]).toMatchObject({
    index: held,
    command: 'cities',
    version: '0.1.0',
    counts: { rows: 3, indexed: 3, rejected: 0 },
    sources: [{ name: 'cities.pbf' }],
  });
  expect(runs[0]?.reason).toMatch(/^The new generation of cities did not pass its gate:/);
  // Not only that it was refused, but why.
  expect(runs.slice(0, 1).flatMap(describeRun).slice(2)).toEqual([
    '  The new generation of cities did not pass its gate:',
    '  - its sources have no rows',
    expect.stringMatching(/^ {2}- it has 0 documents, the live one 3; .*--allow-shrink$/),
  ]);
  expect(runs.slice(1, 2).flatMap(describeRun)).toEqual([
    expect.stringMatching(/^20\S+Z cities: held after \d+ s, 3 documents of 3 rows, 0 rejected$/),
    expect.stringMatching(
      new RegExp(`^  by \`cities\` on \\S+, version 0\\.1\\.0: ${held ?? ''}$`),
    ),
  ]);
  const ofLands = await readHistory(sandbox, { resource: 'lands', limit: 10 });
  expect(ofLands.map(({ resource }) => resource)).toEqual(['lands']);
});

test.each([
  [false, 'failed'],
  [true, 'interrupted'],
])(
  'work that fails is recorded as failed, after an abort as interrupted: %s',
  async (isAborted, outcome) => {
    const entries: Entry[] = [];
    const addEntry = (entry: Entry): Promise<void> => {
      entries.push(entry);
      return Promise.resolve();
    };
    const signal = isAborted ? AbortSignal.abort() : new AbortController().signal;
    const failing = () => Promise.reject(new Error('it broke'));
    await expect(recorded(addEntry, 'cities', signal, failing)).rejects.toThrow('it broke');
    expect(entries).toMatchObject([{ resource: 'cities', outcome, reason: 'it broke' }]);
  },
);

test('a reason of many long lines is shortened, and that is told', () => {
  const [, , ...lines] = describeRun({
    ...{ begun: BEGUN, ended: BEGUN, resource: 'countries', outcome: 'failed' },
    ...{ command: 'countries', host: 'here', version: '0.1.0' },
    reason: Array.from({ length: 8 }, () => 'x'.repeat(400)).join('\n'),
  });
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatch(/^ {2}x+…$/);
  expect(lines[6]).toBe('  and 2 more lines: --json');
});

test('of a resource that nothing was ever done with, and in a new cluster, there is none', async () => {
  expect(await readHistory(sandbox, { resource: 'markers', limit: 10 })).toEqual([]);
  const { client } = sandbox;
  expect(await readHistory({ client, indexPrefix: 'never-used' }, { limit: 10 })).toEqual([]);
});

test('what is no entry is not told, and keeps no other one from being told', async () => {
  const context = { client: sandbox.client, indexPrefix: `${sandbox.indexPrefix}-odd` };
  await record(context, { begun: BEGUN, resource: 'cities', outcome: 'done' }, 'cities');
  const index = `${context.indexPrefix}-runs`;
  const [sound] = await readHistory(context, { limit: 1 });
  const odd = [{}, { ...sound, reason: 7 }, { ...sound, counts: 'many' }, { ...sound, sources: [null] }]; // prettier-ignore
  const operations = odd.flatMap((document) => [{ index: {} }, document]);
  await context.client.bulk({ index, operations, refresh: true });
  const runs = await readHistory(context, { limit: 10 });
  expect(runs).toEqual([sound]);
  expect(runs.flatMap(describeRun)).toHaveLength(2);
});

test('an entry is kept for 400 days', async () => {
  const context = { client: sandbox.client, indexPrefix: `${sandbox.indexPrefix}-old` };
  const add = (resource: string, at: string): Promise<void> =>
    record(context, { begun: BEGUN, resource, outcome: 'done' }, '', new Date(at));
  const kept = async (): Promise<string[]> => {
    await context.client.indices.refresh({ index: `${context.indexPrefix}-runs` });
    return (await readHistory(context, { limit: 10 })).map(({ resource }) => resource);
  };
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  await add('lands', daysAgo(399));
  expect(await kept()).toEqual(['lands']);
  await add('cities', daysAgo(401));
  await kept();
  // A wrong clock of this machine deletes none.
  await add('markers', '2099-01-01T00:00:00Z');
  expect(await kept()).toEqual(['markers', 'lands']);
});
