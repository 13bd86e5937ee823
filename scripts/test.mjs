/** `npm test`: everything a fresh clone needs, and then Jest with the arguments given here. */
import { join } from 'node:path';
import { build, installIfNeeded, projectFolder, runOrExit } from './install.mjs';

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
    ...process.argv.slice(2),
  ],
  { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${options}`.trim() },
);
