import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ci-'));
  cpSync(join(import.meta.dirname, '../../../../.ci'), join(folder, '.ci'), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/**
 * Runs the steps with an npm whose three tests of each suite all pass, which fails where its arguments hold a text, and
 * leaves no report where they hold another one.
 */
function runSteps(
  failing: string,
  unreported = 'nothing',
): { status: number | null; lastLine: string | undefined } {
  const report = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
  const script = `#!/bin/sh
for word; do case $word in *${unreported}*) ;; --outputFile=*) echo '${JSON.stringify(report)}' > "\${word#*=}";; esac; done
case "$*" in *${failing}*) exit 1;; esac
`;
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 });
  const { status, stdout } = spawnSync(join(folder, '.ci/run'), {
    env: { PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` },
    encoding: 'utf8',
  });
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

test.each([
  'format:check',
  'lint',
  'typecheck',
  'build',
  'bench -- --quick',
  'bench -- ingestion-sizes',
])('a failed step is a failure: %s', (step) => {
  expect(runSteps(`"--silent ${step}"`)).toEqual({ status: 1, lastLine: '6 passed, 1 failed' });
});

test.each(['test', 'faults'])('a suite without a report is a failure: %s', (suite) => {
  expect(runSteps('nothing', `/${suite}.json`)).toMatchObject({ lastLine: '3 passed, 1 failed' });
});

test('without failures it says so', () => {
  expect(runSteps('nothing')).toEqual({ status: 0, lastLine: '6 passed, 0 failed' });
});
