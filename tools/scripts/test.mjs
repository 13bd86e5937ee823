/**
 * Runs `npm test` and `npm run test:…`: installs and compiles what is missing, then starts Jest. The first argument is
 * the suite; without one, or with paths, these are the suites `unit`, `http`, `store` and `pages`, or those of the paths.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, installIfNeeded, projectFolder, runOrExit } from './install.mjs';

const EVERY_TIME = ['unit', 'http', 'store', 'pages'];
const SUITES = {
  world: { projects: ['world'] },
  pages: { projects: ['browsers'] },
  // These tests measure times: a third one beside them would make them late.
  faults: { projects: ['faults'], args: ['--maxWorkers=2'] },
  fuzz: {
    projects: ['http', 'store'],
    args: ['/fuzz/'],
    // Without these, `npm test` sends few requests, the same ones each time.
    env: { FUZZ_REQUESTS: '20000', FUZZ_SEED: String(Date.now() % 1_000_000) },
  },
};

const [first = '', ...others] = process.argv.slice(2);
if (first === 'clean') {
  rmSync(join(projectFolder, 'data/tests'), { recursive: true, force: true });
  process.exit();
}
const suite = SUITES[first];
const given = suite === undefined ? process.argv.slice(2) : others;
const hasPaths = given.some((each) => each.startsWith('test/'));
const projects = suite?.projects ?? (hasPaths ? undefined : EVERY_TIME);

await installIfNeeded(true);
console.log('Compiling.');
await build();
console.log('Testing.');
await runOrExit(
  process.execPath,
  [
    // Jest loads ES modules by this experimental interface of Node.
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    // The tests use all processors: no extra threads for garbage collection.
    '--single-threaded-gc',
    join(projectFolder, 'node_modules/jest/bin/jest.js'),
    ...(suite?.args ?? []),
    ...given,
    // The last one, because it takes all words that follow.
    ...(projects === undefined ? [] : ['--selectProjects', ...projects]),
  ],
  { ...suite?.env, ...process.env },
  { wholeGroup: true },
);
