#!/usr/bin/env node
import { Option } from 'commander';
import {
  countryCodes,
  faultOfFirst,
  resourceArgument,
  share,
  wholeNumber,
} from './runs/arguments.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from './cities/primary.js';
import { createProgram, interruptible, runProgram } from '../core/cli/program.js';
import type { ResourceName } from './generations/resource.js';

/** As many as Elasticsearch finds at once. */
const MOST_ENTRIES = 10_000;

type Commands = Awaited<ReturnType<typeof commands>>;

const program = createProgram(
  'npm run ingest --',
  'Brings data into Elasticsearch, beside what is live, and makes it live once complete.',
)
  .addHelpText('after', examples('', 'cities --dry-run', 'status', 'help promote'))
  .addHelpText(
    'after',
    '\nExit status: 0 done, 1 failed, 2 wrong usage, 3 refused by the gate, 130 or 143 interrupted.',
  );

program
  .command('run', { isDefault: true })
  .description(
    'ingest resources, all of them when none is named; settings that are not given stay those of what is live',
  )
  .addArgument(resourceArgument('[resources...]', { several: true }))
  .option(
    '--sources <file>',
    'what the data is made of, JSON or YAML (at first SOURCES_FILE, or what is built in)',
  )
  .option(
    '--primary-minimum-population <inhabitants>',
    `cities from this size on are primary (at first ${DEFAULT_PRIMARY_MINIMUM_POPULATION})`,
    wholeNumber(0, 'inhabitants'),
  )
  .option(
    '--land-countries <codes>',
    'lands of these countries only, such as FRA,DEU; `default`, or ALL: of all',
    countryCodes,
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
  .addOption(
    new Option(
      '--dry-run',
      'read, load and check all, tell what would change, and change nothing',
    ).conflicts('hold'),
  )
  .option('--hold', 'keep what is made beside what is live, until `promote` or `discard`')
  .option('--max-rejects <share>', 'of the rows that may be refused (at first 0.1%)', share)
  .option(
    '--rejects <folder>',
    'where refused rows are written (at first REJECTS_FOLDER, or the folder rejects)',
  )
  .addHelpText(
    'after',
    examples(
      '--sources sources.json',
      'cities --primary-minimum-population 50000',
      'lands --land-countries FRA,DEU --allow-shrink',
      'cities lands --dry-run',
      'cities lands --hold',
    ),
  )
  .action(async (chosen: ResourceName[], options: Parameters<Commands['run']>[1]) => {
    const signal = interruptible();
    const { run } = await commands();
    await run(chosen, options, signal);
  });

program
  .command('status')
  .description(
    'show which generation of every resource is live, what it was made from, what is held, and what a rollback would take',
  )
  .option('--json', 'for programs')
  .addHelpText('after', examples('status', 'status --json'))
  .action(async ({ json = false }: { json?: boolean }) => (await commands()).status(json));

program
  .command('history')
  .description('show the runs of the last months, the latest first')
  .addArgument(resourceArgument('[resource]'))
  .option(
    '--limit <number>',
    'so many',
    wholeNumber(1, `entries, 1 to ${MOST_ENTRIES}`, MOST_ENTRIES),
    20,
  )
  .option('--json', 'for programs')
  .addHelpText('after', examples('history', 'history cities --limit 5'))
  .action(
    async (
      resource: ResourceName | undefined,
      { limit, json = false }: { limit: number; json?: boolean },
    ) => (await commands()).history({ resource, limit, json }),
  );

program
  .command('diff')
  .description('compare what is live of a resource with what is held, or was live before')
  .addArgument(resourceArgument('<resource>'))
  .addOption(
    new Option('--with <generation>', 'the other one')
      .choices(['held', 'previous'])
      .default('held'),
  )
  .option('--json', 'for programs')
  .addHelpText('after', examples('diff cities', 'diff cities --with previous'))
  .action(
    async (
      name: ResourceName,
      { with: other, json = false }: { with: 'held' | 'previous'; json?: boolean },
    ) => (await commands()).diff(name, other, json),
  );

program
  .command('promote')
  .description('make what is held live, of one resource or of all; the markers follow the places')
  .addArgument(resourceArgument('[resource]'))
  .option('--allow-shrink', 'though it is much less than what is live')
  .option('--replace-source', 'in the place of data of other sources')
  .addHelpText('after', examples('promote', 'promote cities'))
  .action(
    async (
      name: ResourceName | undefined,
      options: { allowShrink?: boolean; replaceSource?: boolean },
    ) => {
      const signal = interruptible();
      await (await commands()).promote(name, { ...options, signal });
    },
  );

program
  .command('discard')
  .description('delete what is held, of one resource or of all')
  .addArgument(resourceArgument('[resource]'))
  .addHelpText('after', examples('discard cities'))
  .action(async (name: ResourceName | undefined) => (await commands()).discard(name));

program
  .command('rollback')
  .description(
    'make the previous generation of a resource live again, of places with their markers',
  )
  .addArgument(resourceArgument('<resource>'))
  .addHelpText('after', examples('rollback cities'))
  .action(async (name: ResourceName) => (await commands()).goBack(name));

const fault = faultOfFirst(process.argv[2]);
if (fault !== undefined) program.error(fault);

await runProgram(program);

/** Loads what the commands need: a usage error is told without. */
function commands() {
  return import('./runs/commands.js');
}

function examples(...commandLines: string[]): string {
  const lines = commandLines.map((line) => `  npm run ingest${line === '' ? '' : ` -- ${line}`}`);
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`;
}
