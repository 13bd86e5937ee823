/**
 * Runs `npm test`: installs and compiles what is missing, then starts Jest with the arguments. With `faults` as the first
 * argument, Jest runs the suite of faults; with `fuzz`, it sends many random requests.
 */
import { join } from 'node:path';
import { build, installIfNeeded, projectFolder, runOrExit } from './install.mjs';

const [suite, ...rest] = process.argv.slice(2);
const suites = {
  faults: ['--config', join(projectFolder, 'jest.faults.config.js'), ...rest],
  fuzz: ['test/integration/fuzz', ...rest],
};
const args = suites[suite] ?? process.argv.slice(2);
// Without these, `npm test` sends few requests, the same ones each time.
const fuzz = { FUZZ_REQUESTS: '20000', FUZZ_SEED: String(Date.now() % 1_000_000), ...process.env };

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
    ...args,
  ],
  suite === 'fuzz' ? fuzz : {},
  { wholeGroup: true },
);
