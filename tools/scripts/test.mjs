/**
 * `npm test`, and with the first argument `faults` the suite of faults, or with `fuzz` many requests that nobody thought
 * of: everything a fresh clone needs, and then Jest with the other arguments.
 */
import { join } from 'node:path';
import { build, installIfNeeded, projectFolder, runOrExit } from './install.mjs';

const [suite, ...rest] = process.argv.slice(2);
const suites = {
  faults: ['--config', join(projectFolder, 'jest.faults.config.js'), ...rest],
  fuzz: ['test/integration/fuzz', ...rest],
};
const args = suites[suite] ?? process.argv.slice(2);
// `npm test` sends a few of the same requests each time.
const fuzz = { FUZZ_REQUESTS: '20000', FUZZ_SEED: String(Date.now() % 1_000_000), ...process.env };

await installIfNeeded();
console.log('Compiling.');
await build();
console.log('Testing.');
await runOrExit(
  process.execPath,
  [
    // The processors are taken by what is tested: no threads that collect garbage beside it.
    '--single-threaded-gc',
    join(projectFolder, 'node_modules/jest/bin/jest.js'),
    ...args,
  ],
  suite === 'fuzz' ? fuzz : {},
);
