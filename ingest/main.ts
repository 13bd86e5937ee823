#!/usr/bin/env node
import { Argument, Command, InvalidArgumentError } from 'commander';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from './cities/primary.js';
import type { RunOptions } from './plan.js';
import { RESOURCE_NAMES, type ResourceName } from './resourceNames.js';

/** As a shell reports a process that a signal ended. */
const INTERRUPTED_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 };

let failureExitCode = 1;

const program = new Command('npm run ingest --')
  .description(
    'Brings data into Elasticsearch, beside what is live, and makes it live once complete.',
  )
  .showHelpAfterError();

program
  .command('run', { isDefault: true })
  .description(
    'ingest resources, all of them when none is named; settings that are not given stay those of what is live',
  )
  .addArgument(new Argument('[resources...]').choices(RESOURCE_NAMES).default([]))
  .option(
    '--primary-minimum-population <inhabitants>',
    `cities from this size on are primary (at first ${DEFAULT_PRIMARY_MINIMUM_POPULATION})`,
    wholeNumber(0, 'inhabitants'),
  )
  .option(
    '--land-countries <codes>',
    'whole countries, such as FRA,DEU, instead of the disks around primary cities; `default`: these',
    countryCodes,
  )
  .option(
    '--land-shards <number>',
    'primary shards of the lands (at first 1)',
    wholeNumber(1, 'shards, at least 1'),
  )
  .option('--place-file <file>', 'places of your own (CSV or NDJSON, also .gz)')
  .option('--place-mapping <file>', 'which column of them is which field (JSON)')
  .option(
    '--current-season <number>',
    'markers whose place has gone and that were built before it are removed',
    wholeNumber(0, 'seasons'),
  )
  .option('--allow-shrink', 'let data go live that is much less than what is live', false)
  .option('--replace-source', 'let data go live in the place of data of other sources', false)
  .option(
    '--if-needed',
    'leave alone what is live already, made by this version, or your own',
    false,
  )
  .action(async (chosen: ResourceName[], options: RunOptions) => {
    const signal = interruption();
    const { run } = await commands();
    await run(chosen, options, signal);
  });

program
  .command('status')
  .description(
    'show which generation of every resource is live, what it was made from, and which one a rollback would take',
  )
  .action(async () => (await commands()).status());

program
  .command('rollback')
  .description(
    'make the previous generation of a resource live again, of places with their markers',
  )
  .addArgument(new Argument('<resource>').choices(RESOURCE_NAMES))
  .action(async (name: ResourceName) => (await commands()).goBack(name));

await program.parseAsync().catch((error: unknown) => {
  process.exitCode = failureExitCode;
  console.error(error instanceof Error ? error.message : error);
});

/** Loads what the commands need: a usage error is told without. */
function commands() {
  return import('./commands.js');
}

/** Aborted by the first SIGINT or SIGTERM; a second one ends the process at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      failureExitCode = INTERRUPTED_EXIT_CODES[signal];
      controller.abort(new Error('Interrupted; what was live is still live.'));
    });
  }
  return controller.signal;
}

function wholeNumber(least: number, what: string): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number of ${what}.`);
  };
}

/** None stand for the default area. */
function countryCodes(value: string): string[] {
  if (value === 'default') return [];
  const codes = value.split(',').map((code) => code.trim().toUpperCase());
  if (codes.every((code) => /^[A-Z]{3}$/.test(code))) return [...new Set(codes)];
  throw new InvalidArgumentError('It must be alpha-3 codes, separated by commas, or `default`.');
}
