import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import { RefusedError, UsageError } from '../../../../core/cli/failure.js';
import { publish } from '../../../../ingest/runs/publish.js';
import {
  beginReport,
  type ResourceReport,
  type RunReport,
} from '../../../../ingest/runs/report.js';
import { answering } from '../../../support/answering.js';
import { Folder, testFolder } from '../../../support/folder.js';

const folder = testFolder();

const BEGUN = '2026-11-26T03:15:00.000Z';
const sources = [
  { name: 'cities.csv', bytes: 3, sha256: 'a'.repeat(64) },
  { generation: 'geo-countries-g20261126t031400000' },
];

function read(file: string): RunReport {
  return JSON.parse(readFileSync(file, 'utf8')) as RunReport;
}

/** Reports a run that adds an entry, and then fails with the error. */
function reportOf(file: string, error?: Error): RunReport {
  const report = beginReport(file);
  expect(read(file)).toMatchObject({ schema: 1, outcome: 'running', exitStatus: null, resources: [] }); // prettier-ignore
  const detail = { sources, counts: { rows: 2, indexed: 1, rejected: 1 }, complaints: ['too few'] };
  const entry = { begun: BEGUN, resource: 'cities' };
  report.add({ ...entry, outcome: 'running' });
  report.add({ ...entry, outcome: 'refused', reason: 'why', ...detail });
  return report.end(error);
}

test.each<[Error | undefined, object]>([
  [undefined, { outcome: 'done', exitStatus: 0 }],
  [new RefusedError('too few'), { outcome: 'refused', exitStatus: 3, reason: 'too few' }],
  [new UsageError('what?'), { outcome: 'failed', exitStatus: 2, reason: 'what?' }],
  [
    new Error('gone', { cause: new Error('deep') }),
    { outcome: 'failed', exitStatus: 1, reason: 'gone' },
  ],
])('a run is reported however it ends (%#)', (error, expected) => {
  const file = join(folder.path, 'report.json');
  const published = reportOf(file, error);
  expect(read(file)).toEqual(published);
  expect(published).toMatchObject({
    ...expected,
    resources: [
      {
        ...{ resource: 'cities', outcome: 'refused', reason: 'why', begun: BEGUN, sources },
        ...{ complaints: ['too few'], counts: { rows: 2, indexed: 1, rejected: 1 } },
        ...{ seconds: expect.any(Number), ended: published.resources[0]?.ended },
      },
    ],
  });
});

test.each([
  ['in a folder that does not exist', 'none/report.json'],
  ['that is a folder', '.'],
  ['that is a device', 'null'],
])('a report %s is wrong usage before the run begins', (_, name) => {
  const own = new Folder();
  const { path } = own;
  // A rename would replace it, as it would the device itself.
  symlinkSync('/dev/null', join(path, 'null'));
  const begin = () => beginReport(join(path, name));
  expect(begin).toThrow(UsageError);
  expect(begin).toThrow(/^The report cannot be written to .*Correct --report\.$/);
  expect(readdirSync(path)).toEqual(['null']);
  own.remove();
});

test('runs that overlap write files of their own before they replace the report', () => {
  const file = join(folder.path, 'shared.json');
  folder.write('shared.json.part', 'of another run');
  reportOf(file);
  expect(readFileSync(`${file}.part`, 'utf8')).toBe('of another run');
  expect(readdirSync(folder.path).filter((name) => /^shared.*part$/.test(name))).toHaveLength(1);
});

const step: ResourceReport = {
  ...{ resource: 'cities', outcome: 'done', index: 'geo-cities-g20261126t031500000', sources },
  ...{ counts: { rows: 9, indexed: 8, rejected: 1 } },
  ...{ begun: BEGUN, ended: '2026-11-26T03:16:00.000Z', seconds: 60 },
};
const report = {
  ...{ schema: 1, outcome: 'done' },
  resources: [
    step,
    { ...step, resource: 'lands', outcome: 'skipped' },
    { ...step, resource: 'places', outcome: 'refused', reason: 'too few' },
  ],
} as RunReport;

test('the report goes to a webhook, and events of OpenLineage to an address or a file', async () => {
  const received: { url: string | undefined; login: string | undefined; body: unknown }[] = [];
  const server = await answering((request, response) => {
    void request.toArray().then((pieces) => {
      const body: unknown = JSON.parse(Buffer.concat(pieces as Buffer[]).toString());
      received.push({ url: request.url, login: request.headers.authorization, body });
      response.writeHead(201).end();
    });
  });
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const withLogin = server.url.replace('//', '//me:p%40ss@');
  await publish(
    report,
    { INGEST_WEBHOOK_URL: `${server.url}/hook?key=1`, OPENLINEAGE_URL: withLogin },
    note,
  );
  server.close();
  expect(notes).toEqual([]);
  expect(received.map(({ url }) => url)).toEqual(['/hook?key=1', ...Array<string>(4).fill('/api/v1/lineage')]); // prettier-ignore
  expect(received[0]?.body).toEqual(report);
  const login = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(received.map((each) => each.login)).toEqual([undefined, ...Array<string>(4).fill(login)]);
  const [start, complete, , fail] = received.slice(1).map(({ body }) => body);
  expect(start).toMatchObject({
    ...{ eventType: 'START', eventTime: BEGUN, job: { name: 'ingest.cities' } },
    run: { runId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
  expect(complete).toMatchObject({
    ...{ eventType: 'COMPLETE', eventTime: step.ended },
    run: { runId: (start as { run: { runId: string } }).run.runId },
    inputs: [
      { namespace: 'file', name: 'cities.csv', facets: { version: { datasetVersion: 'a'.repeat(64) } } },
      { namespace: 'elasticsearch', name: 'geo-countries' },
    ],
    outputs: [
      { name: 'geo-cities', facets: { version: { datasetVersion: step.index } } },
    ],
  }); // prettier-ignore
  expect(fail).toMatchObject({ eventType: 'FAIL', job: { name: 'ingest.places' } });

  const file = join(folder.path, 'lineage.ndjson');
  await publish(report, { OPENLINEAGE_URL: file }, note);
  await publish(report, { OPENLINEAGE_URL: pathToFileURL(file).href }, note);
  const types = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => (JSON.parse(line) as { eventType: string }).eventType); // prettier-ignore
  expect(types).toEqual(['START', 'COMPLETE', 'START', 'FAIL', 'START', 'COMPLETE', 'START', 'FAIL']); // prettier-ignore
});

test('a receiver that fails is a note, which does not show its address', async () => {
  const server = await answering((_, response) => response.writeHead(404).end());
  const notes: string[] = [];
  const receivers = {
    INGEST_WEBHOOK_URL: `${server.url}/secret`,
    OPENLINEAGE_URL: '/none/there.ndjson',
  };
  await publish(report, receivers, (text) => notes.push(text));
  server.close();
  expect(notes).toEqual([
    'the report could not be sent to INGEST_WEBHOOK_URL: status 404',
    expect.stringMatching(/^the report could not be sent to OPENLINEAGE_URL: ENOENT/),
  ]);
  const secret = { INGEST_WEBHOOK_URL: 'http://me:secret@127.0.0.1:1/', OPENLINEAGE_URL: 'ftp://me:secret@none/' }; // prettier-ignore
  await publish(report, secret, (text) => notes.push(text));
  expect(notes).toHaveLength(4);
  expect(notes.join()).not.toContain('secret@');
});
