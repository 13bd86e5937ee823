import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PROJECT } from '../../support/docs.js';
import { emptyFolder } from '../../support/folder.js';
import { SLOW, turnsOf } from '../../../.ci/turns.mjs';

const files = emptyFolder('the steps ');
const { path: folder } = files;

const copy = (name: string): void => {
  cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
};

describe('.ci/run', () => {
  /** Runs all steps, because there is no history, with an npm that fails at an argument, and leaves no report of a suite. */
  function runSteps(failing: string, unreported = 'nothing', ended = {}): { status: number | null; lastLine: string | undefined; stdout: string } {
    copy('.ci');
    const report = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [], ...ended };
    const script = `#!/bin/sh
for word; do case $word in *${unreported}*) ;; --outputFile=*) echo '${JSON.stringify(report)}' > "\${word#*=}";; esac; done
case "$*" in *${failing}*) exit 1;; esac
`;
    files.write('bin/npm', script, 0o755);
    // Nothing is installed.
    for (const name of ['firefox-esr', 'promtool']) files.write(`bin/${name}`, '', 0o755);
    files.write('bin/xvfb-run', '#!/bin/sh\nshift\nexec "$@"\n', 0o755);
    const { status, stdout } = spawnSync(join(folder, '.ci/run'), {
      env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}` },
      encoding: 'utf8',
    });
    return { status, lastLine: stdout.trimEnd().split('\n').at(-1), stdout };
  } // prettier-ignore

  test.each(['format:check', 'lint', 'typecheck', 'build', 'test:clients', 'bench -- --quick', 'bench -- names', 'bench -- hostile', 'bench -- ingestion-sizes'])(
    'a failed step is a failure: %s',
    (step) => {
      expect(runSteps(`"--silent ${step}"`)).toMatchObject({ status: 1, lastLine: '12 passed, 1 failed' });
    },
  ); // prettier-ignore

  test.each([
    ['/test.json', { lastLine: '9 passed, 1 failed' }],
    ['/world.json', { lastLine: '9 passed, 1 failed' }],
    ['/pages.json', { lastLine: '9 passed, 1 failed' }],
    ['/faults.json', { lastLine: '9 passed, 1 failed' }],
    ['nothing', { status: 0, lastLine: '12 passed, 0 failed' }],
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
    expect(lastLine).toBe('12 passed, 4 failed');
  });
});

describe('the turns of the slow suites', () => {
  const unchanged = () => [];
  const names = (history: Partial<Parameters<typeof turnsOf>[0]>): string =>
    turnsOf({ commits: 300, changedSince: unchanged, all: false, ...history })
      .filter(({ runs }) => runs)
      .map(({ name }) => name)
      .join(' ');

  test.each([
    [300, 'faults'],
    [301, 'clients'],
    [302, 'bench'],
    [303, 'faults'],
    [1, 'clients'],
  ])('commit %d is that of %s', (commits, expected) => {
    expect(names({ commits })).toBe(expected);
  });

  test.each([
    [{ all: true }, 'faults clients bench'],
    [{ commits: undefined }, 'faults clients bench'],
    [{ changedSince: () => undefined }, 'faults clients bench'],
    [{ changedSince: () => ['test/clients/run.mjs'] }, 'faults clients'],
    [{ changedSince: () => ['src/openapi/document.ts', 'tools/bench/main.ts'] }, 'faults clients bench'], // prettier-ignore
    [{ changedSince: () => ['test/clientside.ts', 'README.md'] }, 'faults'],
  ])('%o: %s', (history, expected) => {
    expect(names(history)).toBe(expected);
  });

  test('changes are looked for since the last turn of each', () => {
    const asked: number[] = [];
    const changedSince = (back: number) => {
      asked.push(back);
      return [];
    };
    turnsOf({ commits: 301, changedSince, all: false });
    // Its own turn was the commit before; that of the benches two before.
    expect(asked).toEqual([1, 2]);
  });

  test('what is left out says until when, and how to run it', () => {
    const [, clients] = turnsOf({ commits: 300, changedSince: unchanged, all: false });
    expect(clients).toEqual({ name: 'clients', runs: false, why: 'its turn is at commit 301, this is 300; CI_ALL=1 runs all' }); // prettier-ignore
  });

  test('their code exists', () => {
    for (const path of SLOW.flatMap(({ code }) => code))
      expect([path, existsSync(join(PROJECT, path))]).toEqual([path, true]);
  });
});
