import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { RefusedError, UsageError } from '../../../../core/cli/failure.js';
import { beginReport, type RunReport } from '../../../../ingest/runs/report.js';
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
