import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PROJECT } from '../../support/docs.js';
import { emptyFolder } from '../../support/folder.js';

const files = emptyFolder('the scripts ');
const { path: folder } = files;

const copy = (name: string): void => {
  cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
};

describe('.ci/run', () => {
  /** Runs the steps with an npm that fails at an argument, and leaves no report of a suite. */
  function runSteps(failing: string, unreported = 'nothing', ended = {}): { status: number | null; lastLine: string | undefined; stdout: string } {
    copy('.ci');
    const report = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [], ...ended };
    const script = `#!/bin/sh
for word; do case $word in *${unreported}*) ;; --outputFile=*) echo '${JSON.stringify(report)}' > "\${word#*=}";; esac; done
case "$*" in *${failing}*) exit 1;; esac
`;
    files.write('bin/npm', script, 0o755);
    const { status, stdout } = spawnSync(join(folder, '.ci/run'), {
      env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}` },
      encoding: 'utf8',
    });
    return { status, lastLine: stdout.trimEnd().split('\n').at(-1), stdout };
  } // prettier-ignore

  test.each(['format:check', 'lint', 'typecheck', 'build', 'bench -- --quick', 'bench -- names', 'bench -- hostile', 'bench -- ingestion-sizes'])(
    'a failed step is a failure: %s',
    (step) => {
      expect(runSteps(`"--silent ${step}"`)).toMatchObject({ status: 1, lastLine: '6 passed, 1 failed' });
    },
  ); // prettier-ignore

  test.each([
    ['/test.json', { lastLine: '3 passed, 1 failed' }],
    ['/faults.json', { lastLine: '3 passed, 1 failed' }],
    ['nothing', { status: 0, lastLine: '6 passed, 0 failed' }],
  ])('without the report %s', (unreported, outcome) => {
    expect(runSteps('nothing', unreported)).toMatchObject(outcome);
  });

  test('names the failed tests again at the end', () => {
    const testResults = [
      { name: 'right.test.ts', status: 'passed', message: '', assertionResults: [] },
      {
        name: 'wrong.test.ts',
        status: 'failed',
        message: `one is not two, ${'long '.repeat(1_000)}`,
        assertionResults: [
          { status: 'passed', fullName: 'one is one' },
          { status: 'failed', fullName: 'one is two' },
        ],
      },
    ];
    const { stdout, lastLine } = runSteps('--outputFile', 'nothing', {
      numFailedTests: 1,
      testResults,
    });
    expect(stdout).toMatch(/\nFailed in wrong\.test\.ts:\none is not two, (long )+…\n/);
    expect(stdout).toContain('\nFailed: wrong.test.ts: one is two\n');
    expect(stdout).not.toMatch(/right\.test\.ts|one is one/);
    expect(lastLine).toBe('6 passed, 2 failed');
  });
});
