/**
 * Runs `npm test`: installs and compiles what is missing, then starts Jest with the arguments. With `faults` as the first
 * argument, Jest runs the suite of faults; with `fuzz`, it sends many random requests; with `pictures`, it writes docs/pictures.
 */
import { join } from 'node:path';
import { build, installIfNeeded, projectFolder, runOrExit } from './install.mjs';

const [suite, ...rest] = process.argv.slice(2);
const suites = {
  faults: ['--config', join(projectFolder, 'jest.faults.config.js'), ...rest],
  fuzz: ['test/integration/fuzz', ...rest],
  pictures: ['test/web/pictures.test.ts', ...rest],
};
const args = suites[suite] ?? process.argv.slice(2);
const environments = {
  // Without these, `npm test` sends few requests, the same ones each time.
  fuzz: { FUZZ_REQUESTS: '20000', FUZZ_SEED: String(Date.now() % 1_000_000), ...process.env },
  // Without it, `npm test` keeps no picture.
  pictures: { PICTURES: join(projectFolder, 'docs/pictures') },
};

await installIfNeeded();
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
    ...args,
  ],
  environments[suite],
  { wholeGroup: true },
);
