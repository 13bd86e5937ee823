import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { whenOrphaned } from '../engine/orphan.js';
import { type Extent, FULL, QUICK, type Session } from './bench.js';
import { GROUP_NAMES, type GroupName } from './groups.js';
import { measureGrowth } from './growth/measureGrowth.js';
import { KINDS, type Kind, QUICK_SIZES, SIZES, type Sizes } from './growth/sizes.js';
import { hostile } from './hostileBench.js';
import { measureAll } from './measureAll.js';
import { measureSizes } from './sizes/measureSizes.js';
import { describeMachine, type Report, type Row, toRowTable } from './report.js';
import { withSession } from './session.js';

const INTERRUPTED_EXIT_CODE = 130;
const CITY_ROWS = [100_000, 1_000_000, 5_000_000];
/** Of a machine of two processors that does nothing else. */
const HOURS_OF_INGESTIONS = `
Three rounds take, with two processors, about 2 minutes for 100,000 cities, 6 for 1,000,000, 45 for
5,000,000 (and some 6 GB of disk), and 5 for all lands.
A machine that others use, too, may take three times as long.

Examples:
  npm run bench -- ingestion-sizes --only lands --lands FRA,DEU
  npm run bench -- ingestion-sizes --only cities --cities 100000,1000000
  npm run bench -- ingestion-sizes --only cities --cities 5000000 --rounds 1`;
const NOT_TO_QUOTE = 'These figures show that the bench works, and nothing else.';

const interruption = new AbortController();
const { signal } = interruption;

const seconds = (): Option =>
  new Option('--seconds <number>', 'how long each load is measured in a round')
    .argParser(positive)
    .default(4);
const quickly = (...others: string[]): Option =>
  new Option('--quick', 'goes everywhere once, with little data: tells that the bench works')
    .conflicts(others)
    .default(false);

const program = new Command('npm run bench --')
  .description(
    'Compares the API and the ingestion with raw Elasticsearch and others; prints medians.\n' +
      'Uses ELASTICSEARCH_URL (which must need no login), else an engine of its own.\n' +
      'It makes indices of its own there, and deletes them at the end.',
  )
  .enablePositionalOptions()
  .option('--rounds <number>', 'rounds, at least 5 for figures to quote', positive, FULL.rounds)
  .addOption(seconds())
  .addOption(
    new Option('--only <groups...>', 'measures these groups of loads').choices(GROUP_NAMES),
  )
  .option('--output <file>', 'where the figures go as JSON', 'bench.json')
  .addOption(quickly('rounds', 'seconds', 'output'))
  .action(compare);

program
  .command('hostile')
  .description('Measures a light client beside loads that would starve it.')
  .addOption(seconds())
  .addOption(quickly('seconds'))
  .action(async (options: { seconds: number; quick: boolean }) => {
    await run(options.quick, (session) =>
      hostile({ ...session, extent: extentOf(options) }, options.quick ? 1 : options.seconds),
    );
  });

const growth = program
  .command('growth')
  .description(
    'Measures lookups among more and more made-up data, each question new. The largest sizes\n' +
      'take many gigabytes of disk, and an hour: choose smaller ones where that is too much.',
  )
  .option('--rounds <number>', 'how often each lookup is measured', positive, 3)
  .addOption(seconds())
  .addOption(new Option('--only <kinds...>', 'measures these kinds').choices(KINDS));
for (const kind of KINDS) {
  growth.addOption(
    new Option(`--${kind} <sizes>`, `how many ${kind}, the fewest first`)
      .argParser(ascending)
      .default(SIZES[kind], SIZES[kind].join(',')),
  );
}
growth
  .addOption(quickly('rounds', 'seconds', ...KINDS))
  .action(
    async (options: Sizes & { rounds: number; seconds: number; quick: boolean; only?: Kind[] }) => {
      const { quick, only = KINDS } = options;
      await run(quick, async (session) => {
        const sizes = quick ? QUICK_SIZES : options;
        const table = await measureGrowth({ ...session, extent: extentOf(options) }, sizes, only);
        console.log(`\n${table}\n`);
        if (quick) console.log(NOT_TO_QUOTE);
      });
    },
  );

program
  .command('ingestion-sizes')
  .description(
    'Measures whole ingestions, with their peak memory, beside raw bulks of the same documents:\n' +
      'made cities in files as GeoNames publishes them, and the lands of countries. Prints Markdown.',
  )
  .addHelpText('after', HOURS_OF_INGESTIONS)
  .option('--rounds <number>', 'how often each is measured', positive, 3)
  .addOption(new Option('--only <kinds...>', 'measures these kinds').choices(['cities', 'lands']))
  .option('--cities <rows>', 'how many, the fewest first', ascending, [...CITY_ROWS])
  .option('--lands <countries>', 'alpha-3 codes, separated by commas, or ALL', 'ALL')
  .addOption(quickly('rounds', 'cities', 'lands'))
  .action(async (options: SizesOptions) => {
    const { quick, only = ['cities', 'lands'], lands } = options;
    await run(quick, async (session) => {
      const extent = extentOf({ ...options, seconds: 1 });
      const sizes = {
        cities: quick ? QUICK_SIZES.cities.slice(0, 1) : options.cities,
        lands: quick ? [extent.landCountry] : lands.split(','),
      };
      const chosen = {
        cities: only.includes('cities') ? sizes.cities : [],
        lands: only.includes('lands') ? sizes.lands : [],
      };
      console.log(`\n${await measureSizes({ ...session, extent }, chosen)}\n`);
      if (quick) console.log(NOT_TO_QUOTE);
    });
  });

interface SizesOptions {
  rounds: number;
  only?: ('cities' | 'lands')[];
  cities: number[];
  lands: string;
  quick: boolean;
}

await program.parseAsync();

async function compare(options: {
  rounds: number;
  seconds: number;
  only?: GroupName[];
  output: string;
  quick: boolean;
}): Promise<void> {
  const { quick, only = GROUP_NAMES, output } = options;
  await run(quick, async (session) => {
    const rows = await measureAll({ ...session, extent: extentOf(options) }, only);
    console.log(`\n${toRowTable(rows)}\n`);
    if (quick) {
      console.log(NOT_TO_QUOTE);
      return;
    }
    const report = await reportOf(session, options, rows);
    writeFileSync(output, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`Written to ${output}.`);
  });
}

function extentOf(options: { quick: boolean; seconds: number; rounds?: number }): Extent {
  if (options.quick) return QUICK;
  const { rounds = FULL.rounds } = options;
  return { ...FULL, rounds, measurement: { duration: options.seconds } };
}

async function reportOf(
  { client }: Session,
  options: { rounds: number; seconds: number },
  rows: Row[],
): Promise<Report> {
  return {
    machine: describeMachine(),
    node: process.version,
    elasticsearch: Object.values((await client.nodes.info()).nodes)[0]?.version ?? 'unknown',
    date: new Date().toISOString().slice(0, 10),
    rounds: options.rounds,
    secondsPerMeasurement: options.seconds,
    rows,
  };
}

/** Does the work, and cleans up after it, also when a person interrupts it. */
async function run(quick: boolean, work: (session: Session) => Promise<void>): Promise<void> {
  const interrupt = (): void => {
    interruption.abort(new Error('Interrupted.'));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, interrupt);
  whenOrphaned(interrupt);
  try {
    await withSession({ quick, signal }, work);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(signal.aborted ? 'Interrupted.' : reason);
    process.exitCode = signal.aborted ? INTERRUPTED_EXIT_CODE : 1;
  }
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

function ascending(value: string): number[] {
  const sizes = value.split(',').map(positive);
  if (sizes.every((size, position) => size > (sizes[position - 1] ?? 0))) return sizes;
  throw new InvalidArgumentError('They must be whole numbers, each larger than the last one.');
}
