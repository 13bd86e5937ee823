import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { PROJECT, readProjectFile } from '../../support/docs.js';
import { emptyFolder } from '../../support/folder.js';

const files = emptyFolder('the scripts ');
const { path: folder } = files;

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const copy = (name: string): void => {
  cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
};

test.each(['build', 'tokens', 'start'])(
  '`npm run %s` before anything is installed: one sentence, and what to do',
  (command) => {
    for (const name of ['package.json', 'tools/scripts']) copy(name);
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('npm', ['run', '--silent', command], options);
    expect(stderr).toMatch(/^The dependencies are not installed\. Run `npm ci.*$/m);
    expect(stderr).not.toMatch(/not found|Cannot find|at /);
    expect(status).toBe(1);
  },
);

test('`npm run sources:schema` writes the schema that is committed', () => {
  const args = ['run', '--silent', 'sources:schema', '--', '--check'];
  const { status, stderr } = spawnSync('npm', args, { cwd: PROJECT, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('`npm run region-borders` without a file says what it needs', () => {
  const args = ['run', '--silent', 'region-borders'];
  const { status, stderr } = spawnSync('npm', args, { cwd: PROJECT, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Name the file: npm run region-borders -- world_map.gpkg\n' }); // prettier-ignore
});

test('quickstart and tests install what each needs, beside what is there', () => {
  for (const name of ['install.mjs', 'buildWeb.mjs']) copy(`tools/scripts/${name}`);
  files.write('bin/npm', '#!/bin/sh\nexec node npm.cjs "$@"\n', 0o755);
  // Stands for npm: notes its command, and makes the folders of the packages.
  const npm = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const [command, ...options] = process.argv.slice(2);
appendFileSync('ran', command + ' ' + options.find((one) => one.endsWith('=dev')));
const { packages } = JSON.parse(readFileSync('package-lock.json'));
if (options.includes('--omit=dev')) delete packages['node_modules/jest'];
for (const path of Object.keys(packages)) mkdirSync(path, { recursive: true });
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
`;
  files.write('npm.cjs', npm);
  const lock = (version: string): void => {
    const packages = {
      'node_modules/koa': { version },
      'node_modules/jest': { version, dev: true },
    };
    files.write('package-lock.json', JSON.stringify({ packages }));
  };
  const install = (forTests: boolean): string => {
    files.write('ran', '');
    const script = `import { installIfNeeded } from './tools/scripts/install.mjs'; await installIfNeeded(${forTests});`;
    const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}`;
    const args = ['--input-type=module', '--eval', script];
    expect(spawnSync(process.execPath, args, { cwd: folder, env: { PATH } }).status).toBe(0);
    return read('ran');
  };
  lock('1.0.0');
  expect([false, false, true, true, false].map(install)).toEqual(['ci --omit=dev', '', 'install --include=dev', '', '']); // prettier-ignore
  lock('2.0.0');
  expect(install(false)).toBe('install --include=dev');
});

describe('the build of the pages', () => {
  /** Stands for Vite: notes that it ran, and writes what Vite writes. */
  const VITE = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const folder = process.argv[process.argv.indexOf('--outDir') + 1];
const mode = process.argv.indexOf('--mode');
appendFileSync('ran', mode === -1 ? 'pages ' : process.argv[mode + 1] + ' ');
if (process.env.FAILS) process.exit(1);
for (const name of ['explorer', 'widget', 'assets']) mkdirSync(folder + '/' + name, { recursive: true });
writeFileSync(folder + '/explorer/index.html', readFileSync('web/main.ts'));
writeFileSync(folder + '/widget.js', '');
`;
  const BUILD = `
import { spawnSync } from 'node:child_process';
import { buildWeb } from './tools/scripts/buildWeb.mjs';
process.exitCode = await buildWeb(process.cwd(), async (command, args) => {
  const { status } = spawnSync(command, args);
  if (process.env.INTERRUPTED) process.exit(130);
  return status;
});
`;
  /** Builds, and returns which builds of Vite ran. */
  function build(env: Record<string, string> = {}): { status: number | null; ran: string } {
    files.write('ran', '');
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', BUILD], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
    });
    return { status, ran: read('ran').trim() };
  }

  beforeEach(() => {
    copy('tools/scripts/buildWeb.mjs');
    for (const name of ['package.json', 'node_modules/vite/package.json'])
      files.write(name, '{"type":"module"}');
    for (const name of ['package-lock.json', 'tsconfig.json', 'ingest/data/capitals.tsv', 'ingest/data/elevation.tif', 'ingest/data/biomes.tif', 'dist/other'])
      files.write(name, '{}'); // prettier-ignore
    files.write('web/main.ts', 'one');
    files.write('web/client/package.json', '{"name":"client","version":"1.0.0"}');
    files.write('web/client/dist/index.js', 'another build writes this');
    files.write('node_modules/vite/bin/vite.js', VITE);
    expect(build()).toEqual({ status: 0, ran: 'pages widget client' });
    expect(readdirSync(join(folder, 'dist/web'))).toContain('client.tgz');
    files.write('web/client/dist/index.js', 'another build writes this, too');
  });

  test('runs again only after a change of a source or a dependency', () => {
    expect(read('dist/web/index.html')).toBe('one');
    expect(build().ran).toBe('');
    files.write('web/main.ts', 'two');
    expect(build().ran).toBe('pages widget client');
    expect(read('dist/web/index.html')).toBe('two');
    for (const name of ['package-lock.json', 'ingest/data/capitals.tsv']) {
      files.write(name, '{"packages":{}}');
      expect(build().ran).toBe('pages widget client');
    }
    expect(readdirSync(join(folder, 'web/client/dist'))).toEqual(['index.js', 'widget.js']);
    rmSync(join(folder, 'dist/web'), { recursive: true });
    expect(build().ran).toBe('pages widget client');
  });

  test.each([
    [{ FAILS: 'yes' }, 1],
    [{ INTERRUPTED: 'yes' }, 130],
  ])('keeps the pages of before if it ends early (%j)', (env, status) => {
    files.write('web/main.ts', 'two');
    expect(build(env)).toEqual({ status, ran: 'pages' });
    expect(read('dist/web/index.html')).toBe('one');
    expect(readdirSync(join(folder, 'dist'))).toEqual(['other', 'web']);
    expect(build().ran).toBe('pages widget client');
  });
});

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

describe('package-lock.json', () => {
  interface Package {
    resolved?: string;
    integrity?: string;
    dev?: boolean;
    optional?: boolean;
    link?: boolean;
    hasInstallScript?: boolean;
  }
  const lock = JSON.parse(readProjectFile('package-lock.json')) as {
    packages: Record<string, Package & Record<string, Record<string, string>>>;
  };
  const { '': own, 'tools/scripts': build, ...all } = lock.packages;
  const packages = Object.fromEntries(Object.entries(all).filter(([, { link }]) => link !== true));

  test('holds every package to its checksum and to the registry', () => {
    const unchecked = Object.entries(packages).filter(([, one]) => !one.integrity?.startsWith('sha512-')); // prettier-ignore
    // These compile for other systems than that of the lock file, in development only.
    for (const [name, { dev, optional }] of unchecked)
      expect([name, dev, optional]).toEqual([name, true, true]);
    // The lock file has no addresses of packages of the registry: see `.npmrc`.
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    const ranges = Object.values({ ...own?.dependencies, ...own?.devDependencies, ...build?.dependencies }); // prettier-ignore
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.filter((range) => !/^[~^]?\d+\.\d+\.\d+$/.test(range))).toEqual([]);
  });

  test('lists the packages that may run something when they are installed', () => {
    const running = Object.entries(packages).filter(([, one]) => one.hasInstallScript);
    const names = running.map(([name]) => name.replace('node_modules/', '')).sort();
    expect(names).toEqual(['@parcel/watcher', '@scarf/scarf', '@swc/core', 'cpu-features', 'protobufjs', 'ssh2']); // prettier-ignore
    // `@scarf/scarf` counts installations.
    expect(JSON.parse(readProjectFile('package.json'))).toMatchObject({
      scarfSettings: { enabled: false },
    });
  });
});
