#!/usr/bin/env node
import { createProgram, interruptible, runProgram } from '../../core/cli/program.js';
import type { RestoreCommandOptions, SaveOptions } from './commands.js';

const program = createProgram(
  'npm run backup --',
  'Saves and restores the data that cannot be made again: built markers, tokens (as hashes), city ids, the history, and the sources file.',
).addHelpText(
  'after',
  `
Examples:
  npm run backup -- save --file backup.ndjson.gz
  npm run backup -- restore --file backup.ndjson.gz --dry-run

docs/backup.md is the runbook.
Exit status: 0 done, 1 failed, 2 wrong usage, 3 refused (not a complete backup), 130 or 143 interrupted.`,
);

program
  .command('save')
  .description('save to a file')
  .requiredOption('--file <file>', 'the file to write: lines of JSON, gzipped if it ends in .gz')
  .option('--json', 'print JSON')
  .action(async (options: SaveOptions) => (await commands()).save(options, interruptible()));

program
  .command('restore')
  .description('restore what is missing; live data is newer, and stays')
  .requiredOption('--file <file>', 'a file that `save` wrote')
  .option('--dry-run', 'show what would be restored, and change nothing')
  .option('--rebuild', 'also rebuild markers that were cleared after the backup')
  .option('--files-to <folder>', 'write the sources file and its mappings there; never overwrites')
  .option('--json', 'print JSON')
  .action(async (options: RestoreCommandOptions) =>
    (await commands()).restoreFrom(options, interruptible()),
  );

await runProgram(program);

/** Loads the commands only when they run, so that usage errors are printed at once. */
function commands() {
  return import('./commands.js');
}
