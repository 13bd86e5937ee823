import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { invocation } from '../core/cli/invocation.js';
import { nearest } from '../core/cli/nearest.js';
import { readShare } from '../core/cli/share.js';
import { callerPath, createProgram, mainOf, wholeNumber } from '../core/cli/program.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from './cities/ids.js';
import { RESOURCE_NAMES, type ResourceName } from './generations/resource.js';
import { beginReportOf } from './runs/report.js';

/** Elasticsearch finds no more at once. */
const MAX_ENTRIES = 10_000;

type Commands = typeof import('./runs/commands.js') & typeof import('./runs/ingest.js');

const OLDER = 'accept sources that are older than those of the live data';

/** Runs `npm run ingest`. */
export const main = mainOf(() => {
  const { args } = invocation();
  const report = beginReportOf(args);
  const program = createProgram(
    'npm run ingest --',
    'Loads data into Elasticsearch beside the live data, and makes it live once it is complete.',
  )
    .exitOverride((error) => {
      report?.end(error.exitCode === 0 ? undefined : error);
      throw error;
    })
    .addHelpText(
      'after',
      `${examples('', 'cities --dry-run', 'status', 'help promote')}

Exit status: 0 done, 1 failed, 2 wrong usage, 3 refused by a check, 130 or 143 interrupted.`,
    );

  command(
    program,
    'run',
    'ingest resources, or all of them; an option that is not given keeps the setting of the live data',
    ['--sources sources.json', 'cities --primary-minimum-population 50000', 'lands --land-countries FRA,DEU --allow-shrink', 'cities lands --dry-run', 'cities lands --hold'], // prettier-ignore
    { isDefault: true, isChecked: true },
  )
    .addArgument(resourceArgument(program, '[resources...]'))
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
    .option('--place-file <file>', 'your own places (CSV, NDJSON or GeoJSON, also .gz)', callerPath)
    .option('--place-mapping <file>', 'the mapping of its columns to fields', callerPath)
    .option('--replace-source', 'replace data of other sources', false)
    .option(
      '--if-needed',
      'skip data that is live already and that this version would make again, and your own data',
      false,
    )
    .addOption(
      new Option(
        '--if-changed',
        'skip data that was made of the same content (SHA-256) with the same settings and code, and what depends on it',
      ).conflicts('ifNeeded'),
    );

  command(
    program,
    'apply',
    'apply files of changes to the live cities or places: NDJSON, or daily files of GeoNames',
    ['apply cities changes.ndjson', 'apply cities modifications-2026-11-25.txt deletes-2026-11-25.txt --minimum-population 500', 'apply places changes.ndjson --mapping places.mapping.json --dry-run'], // prettier-ignore
    { isChecked: true },
  )
    .addArgument(new Argument('<resource>').choices(['cities', 'places']))
    .argument('<files...>', 'in the order of the changes', callerPaths)
    .option('--mapping <file>', 'the mapping of the members of a row to fields', callerPath)
    .option(
      '--minimum-population <inhabitants>',
      'leave out new places of GeoNames with fewer',
      wholeNumber(0, undefined, 'inhabitants'),
    );

  command(
    program,
    'status',
    'show the live generation of every resource, and what needs a decision',
    ['status', 'status --long', 'status --json'],
  )
    .option('--long', 'also show sizes, sources, settings and the previous generations')
    .option('--json', 'print JSON, which has all of that');

  command(program, 'history', 'show the runs of the last months, the latest first', [
    'history',
    'history cities --limit 5',
  ])
    .addArgument(resourceArgument(program, '[resource]'))
    .option('--limit <number>', 'number of entries', wholeNumber(1, MAX_ENTRIES, 'entries'), 20)
    .option('--json', 'print JSON');

  command(
    program,
    'diff',
    'compare the live generation of a resource with the held or the previous one',
    ['diff cities', 'diff cities --with previous'],
  )
    .addArgument(resourceArgument(program, '<resource>'))
    .addOption(
      new Option('--with <generation>', 'the other generation')
        .choices(['held', 'previous'])
        .default('held'),
    )
    .option('--json', 'print JSON');

  command(
    program,
    'promote',
    'make the held generation of a resource, or of all, live; regions with the cities, markers with the places',
    ['promote', 'promote cities'],
  )
    .addArgument(resourceArgument(program, '[resource]'))
    .option('--allow-shrink', 'accept data that is much smaller than the live data')
    .option(
      '--allow-change',
      'accept data that differs much, or was compared with another generation',
    )
    .option('--allow-older', OLDER)
    .option('--replace-source', 'replace data of other sources');

  command(program, 'discard', 'delete the held generation of a resource, or of all', [
    'discard cities',
  ]).addArgument(resourceArgument(program, '[resource]'));

  command(
    program,
    'rollback',
    'make the previous generation of a resource live again; regions with the cities, markers with the places',
    ['rollback cities', 'rollback cities --pin'],
  )
    .addArgument(resourceArgument(program, '<resource>'))
    .option('--pin', 'let no run replace it until `unpin`');

  command(program, 'pin', 'let no run replace what is live of a resource', [
    'pin cities',
  ]).addArgument(resourceArgument(program, '<resource>'));

  command(program, 'unpin', 'let runs replace what is live of a resource again', [
    'unpin cities',
  ]).addArgument(resourceArgument(program, '<resource>'));

  command(
    program,
    'remove',
    'delete all data with the INDEX_PREFIX of a trial: its generations, builds, city ids, history and tokens',
    ['remove', 'remove --confirm trial'],
  ).option('--confirm <prefix>', 'repeat the prefix; without it, the indices are only listed');

  const fault = faultOfFirst(program, args[0]);
  if (fault !== undefined) program.error(fault);

  return program;
});

/** Adds a command to the program. Its code is loaded when it runs, so a usage error is shown sooner. */
function command(
  program: Command,
  name: keyof Commands,
  description: string,
  lines: string[],
  { isChecked = false, ...options }: { isDefault?: boolean; isChecked?: boolean } = {},
): Command {
  const made = program
    .command(name, options)
    .description(description)
    .addHelpText('after', examples(...lines))
    .action(async (...given: unknown[]) => {
      const commands = await (isChecked
        ? import('./runs/ingest.js')
        : import('./runs/commands.js'));
      const run: unknown = commands[name as keyof typeof commands];
      await (run as (...given: unknown[]) => Promise<void>)(...given);
    });
  return isChecked ? checked(made) : made;
}

/** Adds the options of commands that make generations and check them. */
function checked(made: Command): Command {
  return made
    .option(
      '--sources <file>',
      'the sources file, JSON or YAML (default: SOURCES_FILE, or the built-in data)',
      callerPath,
    )
    .option('--allow-shrink', 'accept data that is much smaller than the live data', false)
    .option('--allow-change', 'accept data that differs much from the live data', false)
    .option('--allow-older', OLDER, false)
    .addOption(
      new Option(
        '--dry-run',
        'read, load and check everything, show what would change, and change nothing',
      ).conflicts('hold'),
    )
    .option('--hold', 'keep the new data beside the live data until `promote` or `discard`')
    .option('--json', 'print the report as JSON; messages go to standard error')
    .option('--report <file>', 'write the report as JSON, also after a failure', callerPath)
    .option('--max-rejects <share>', 'share of rows that may be rejected (default: 0.1%)', share)
    .option(
      '--rejects <folder>',
      'folder for rejected rows (default: REJECTS_FOLDER, or the folder rejects)',
      callerPath,
    );
}

function examples(...commandLines: string[]): string {
  const lines = commandLines.map((line) => `  npm run ingest${line === '' ? '' : ` -- ${line}`}`);
  return `\n${lines.length > 1 ? 'Examples' : 'Example'}:\n${lines.join('\n')}`;
}

/** Returns an argument for one resource, or several. The error for a mistyped one suggests a word. */
function resourceArgument(program: Command, name: string): Argument {
  const argument = new Argument(name).choices(RESOURCE_NAMES);
  return argument.variadic
    ? argument
        .argParser((value: string, before: ResourceName[]) => [
          ...before,
          resourceName(program, value),
        ])
        .default([], 'all')
    : argument.argParser((value: string) => resourceName(program, value));
}

/**
 * Returns the error for a first word that is neither a command nor a resource. Without it, commander would
 * complain about the options of a mistyped command.
 */
function faultOfFirst(program: Command, word = '-'): string | undefined {
  if (word.startsWith('-') || word === 'help' || words(program).includes(word)) return undefined;
  return `error: command-argument value '${word}' is invalid for argument 'resources'. ${choices(program, word)}`;
}

/** A mistyped command looks like a resource of the command `run`, which is the default. */
function words(program: Command): readonly string[] {
  return [...RESOURCE_NAMES, ...program.commands.map((each) => each.name())];
}

function resourceName(program: Command, value: string): ResourceName {
  const name = RESOURCE_NAMES.find((each) => each === value);
  if (name !== undefined) return name;
  throw new InvalidArgumentError(choices(program, value));
}

function choices(program: Command, value: string): string {
  const near = nearest(value, words(program));
  const suggestion = near === undefined ? '' : ` Did you mean ${near}?`;
  return `Allowed choices are ${RESOURCE_NAMES.join(', ')}.${suggestion}`;
}

/** Parses a share such as `0.001` or `0.1%`. */
function share(value: string): number {
  const read = readShare(value);
  if (read !== undefined) return read;
  throw new InvalidArgumentError('It must be a share, such as 0.001 or 0.1%.');
}

/** Parses country codes. An empty list stands for all countries. */
function countryCodes(value: string): string[] {
  if (value === 'default') return [];
  const codes = value.split(',').map((code) => code.trim().toUpperCase());
  if (codes.every((code) => /^[A-Z]{3}$/.test(code))) return [...new Set(codes)];
  throw new InvalidArgumentError('It must be alpha-3 codes, separated by commas, or `default`.');
}

/** Parses the paths of several files, one at a time. */
function callerPaths(path: string, before: readonly string[] = []): string[] {
  return [...before, callerPath(path)];
}
