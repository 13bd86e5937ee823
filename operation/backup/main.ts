#!/usr/bin/env node
import { createProgram, interruptible, runProgram } from '../../core/cli/program.js';
import type { RestoreCommandOptions, SaveOptions } from './commands.js';

const program = createProgram(
  'npm run backup --',
  'Saves what cannot be made again, and brings it back: what the game has built, tokens (their hashes), city ids, the history, and the sources file.',
).addHelpText(
  'after',
  `
Examples:
  npm run backup -- save --file backup.ndjson.gz
  npm run backup -- restore --file backup.ndjson.gz --dry-run
  npm run backup -- save --repository nightly --location geo
  npm run backup -- restore --repository nightly

docs/backup.md is the runbook.
Exit status: 0 done, 1 failed, 2 wrong usage, 3 refused (no whole backup), 130 or 143 interrupted.`,
);

program
  .command('save')
  .description('save it to a file, or as a snapshot of Elasticsearch')
  .option('--file <file>', 'lines of JSON, gzipped if it is called .gz')
  .option('--repository <name>', 'a snapshot repository of Elasticsearch')
  .option(
    '--location <folder>',
    'of a repository that is not there yet, on a file system that all nodes share, within `path.repo`',
  )
  .option('--snapshot <name>', 'what it is called (without it: prefix and time)')
  .option('--json', 'for programs')
  .action(async (options: SaveOptions) => (await commands()).save(options, interruptible()));

program
  .command('restore')
  .description('bring back what is missing; what is live is newer, and stays')
  .option('--file <file>', 'a file that `save` made')
  .option('--repository <name>', 'a snapshot repository of Elasticsearch')
  .option('--snapshot <name>', 'which one (without it: the latest that is whole)')
  .option('--dry-run', 'tell what would be restored, and change nothing')
  .option('--rebuild', 'build again also what was cleared after the backup')
  .option('--files-to <folder>', 'write the sources file and its mappings there, over none')
  .option('--json', 'for programs')
  .action(async (options: RestoreCommandOptions) =>
    (await commands()).restoreFrom(options, interruptible()),
  );

program
  .command('list')
  .description('show the snapshots of a repository')
  .requiredOption('--repository <name>', 'a snapshot repository of Elasticsearch')
  .option('--json', 'for programs')
  .action(async ({ repository, json = false }: { repository: string; json?: boolean }) =>
    (await commands()).list(repository, json),
  );

await runProgram(program);

/** Loads what the commands need: a usage error is told without. */
function commands() {
  return import('./commands.js');
}
