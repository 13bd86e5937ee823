#!/usr/bin/env node
import { type Command, Option } from 'commander';
import { createProgram, runProgram, wholeNumber } from '../core/cli/program.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from './cities/ids.js';
import { countryCodes, faultOfFirst, resourceArgument, share } from './runs/arguments.js';

/** Elasticsearch finds no more at once. */
const MAX_ENTRIES = 10_000;

/** Loads what the commands need. A usage error is shown without it. */
const commands = () => import('./runs/commands.js');

type Commands = Awaited<ReturnType<typeof commands>>;

const program = createProgram(
  'npm run ingest --',
  'Loads data into Elasticsearch beside the live data, and makes it live once it is complete.',
).addHelpText(
  'after',
  `${examples('', 'cities --dry-run', 'status', 'help promote')}

Exit status: 0 done, 1 failed, 2 wrong usage, 3 refused by a check, 130 or 143 interrupted.`,
);

command(
  'run',
  'ingest resources, or all of them; an option that is not given keeps the setting of the live data',
  ['--sources sources.json', 'cities --primary-minimum-population 50000', 'lands --land-countries FRA,DEU --allow-shrink', 'cities lands --dry-run', 'cities lands --hold'], // prettier-ignore
  { isDefault: true },
)
  .addArgument(resourceArgument('[resources...]', { several: true }))
  .option(
    '--sources <file>',
    'the sources file, JSON or YAML (default: SOURCES_FILE, or the built-in data)',
  )
  .option(
    '--primary-minimum-population <inhabitants>',
    `cities of at least this size are primary (default: ${DEFAULT_PRIMARY_MINIMUM_POPULATION})`,
    wholeNumber(0, undefined, 'inhabitants'),
  )
  .option(
    '--land-countries <codes>',
    'lands of these countries only, such as FRA,DEU; `default` or ALL: of all countries',
    countryCodes,
  )
  .option('--place-file <file>', 'your own places (CSV or NDJSON, also .gz)')
  .option('--place-mapping <file>', 'the mapping of its columns to fields (JSON)')
  .option(
    '--current-season <number>',
    'remove markers without a place that were last built in an older season',
    wholeNumber(0, undefined, 'seasons'),
  )
  .option('--allow-shrink', 'accept data that is much smaller than the live data', false)
  .option('--replace-source', 'replace data of other sources', false)
  .option(
    '--if-needed',
    'skip data that is live already and made by this version, and your own data',
    false,
  )
  .addOption(
    new Option(
      '--dry-run',
      'read, load and check everything, show what would change, and change nothing',
    ).conflicts('hold'),
  )
  .option('--hold', 'keep the new data beside the live data until `promote` or `discard`')
  .option('--max-rejects <share>', 'share of rows that may be rejected (default: 0.1%)', share)
  .option(
    '--rejects <folder>',
    'folder for rejected rows (default: REJECTS_FOLDER, or the folder rejects)',
  )
  .action(async (...given: Parameters<Commands['run']>) => (await commands()).run(...given));

command(
  'status',
  'show the live, held and previous generation of every resource, and what they were made from',
  ['status', 'status --json'],
)
  .option('--json', 'print JSON')
  .action(async (...given: Parameters<Commands['status']>) => (await commands()).status(...given));

command('history', 'show the runs of the last months, the latest first', [
  'history',
  'history cities --limit 5',
])
  .addArgument(resourceArgument('[resource]'))
  .option('--limit <number>', 'number of entries', wholeNumber(1, MAX_ENTRIES, 'entries'), 20)
  .option('--json', 'print JSON')
  .action(async (...given: Parameters<Commands['history']>) =>
    (await commands()).history(...given),
  );

command('diff', 'compare the live generation of a resource with the held or the previous one', [
  'diff cities',
  'diff cities --with previous',
])
  .addArgument(resourceArgument('<resource>'))
  .addOption(
    new Option('--with <generation>', 'the other generation')
      .choices(['held', 'previous'])
      .default('held'),
  )
  .option('--json', 'print JSON')
  .action(async (...given: Parameters<Commands['diff']>) => (await commands()).diff(...given));

command(
  'promote',
  'make the held generation of a resource, or of all, live; the markers follow the places',
  ['promote', 'promote cities'],
)
  .addArgument(resourceArgument('[resource]'))
  .option('--allow-shrink', 'accept data that is much smaller than the live data')
  .option('--replace-source', 'replace data of other sources')
  .action(async (...given: Parameters<Commands['promote']>) =>
    (await commands()).promote(...given),
  );

command('discard', 'delete the held generation of a resource, or of all', ['discard cities'])
  .addArgument(resourceArgument('[resource]'))
  .action(async (...given: Parameters<Commands['discard']>) =>
    (await commands()).discard(...given),
  );

command(
  'rollback',
  'make the previous generation of a resource live again; the markers follow the places',
  ['rollback cities'],
)
  .addArgument(resourceArgument('<resource>'))
  .action(async (...given: Parameters<Commands['goBack']>) => (await commands()).goBack(...given));

const fault = faultOfFirst(process.argv[2]);
if (fault !== undefined) program.error(fault);

await runProgram(program);

/** Adds a command to the program. */
function command(
  name: string,
  description: string,
  lines: string[],
  options: { isDefault?: boolean } = {},
): Command {
  return program
    .command(name, options)
    .description(description)
    .addHelpText('after', examples(...lines));
}

function examples(...commandLines: string[]): string {
  const lines = commandLines.map((line) => `  npm run ingest${line === '' ? '' : ` -- ${line}`}`);
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`;
}
