/**
 * `npm test`, and with the first argument `faults` the suite of faults: everything a fresh clone needs, and then Jest with
 * the other arguments.
 */
import { join } from 'node:path';
import { build, installIfNeeded, projectFolder, runOrExit } from './install.mjs';

const [suite, ...rest] = process.argv.slice(2);
const args =
  suite === 'faults'
    ? ['--config', join(projectFolder, 'jest.faults.config.js'), ...rest]
    : process.argv.slice(2);

await installIfNeeded();
console.log('Compiling.');
await build();
console.log('Testing.');
const options = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
await runOrExit(
  process.execPath,
  [
    // The processors are taken by what is tested: no threads that collect garbage beside it.
    '--single-threaded-gc',
    join(projectFolder, 'node_modules/jest/bin/jest.js'),
    ...args,
  ],
  { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${options}`.trim() },
);
