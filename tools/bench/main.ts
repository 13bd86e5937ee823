import { InvalidArgumentError, Option } from 'commander';
import { createProgram, interruptible, runProgram, wholeNumber } from '../../core/cli/program.js';
import { whenOrphaned } from '../engine/machine.js';
import { compareAll, type Comparison, COMPARISON_HEADER, toTable } from './comparison.js';
import { prepareData, someCities } from './data.js';
import { type GroupName, GROUPS, NEEDS } from './groups.js';
import { FULL_SIZES, measureGrowth, QUICK_SIZES, type Sizes } from './growth.js';
import { measureHostile } from './hostile.js';
import { measureSizes } from './ingestion.js';
import { measureNames } from './names/measure.js';
import { withProcesses } from './processes.js';
import { type Bench, type Extent, FULL, QUICK, withBench } from './session.js';

const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];
const CITY_ROWS = [100_000, 1_000_000, 5_000_000];
const positive = wholeNumber(1, 1_000_000_000);

interface Options {
  quick: boolean;
  rounds?: number;
  seconds?: number;
}

const seconds = (): Option =>
  new Option('--seconds <number>', 'how long each load is measured in a round')
    .argParser(positive)
    .default(4);
const rounds = (count: number): Option =>
  new Option('--rounds <number>', 'how often each load is measured')
    .argParser(positive)
    .default(count);
const sizes = (kind: string, what: string): Option =>
  new Option(`--${kind} <numbers>`, `numbers of ${what}, ascending`).argParser(ascending);
const quick = (...others: string[]): Option =>
  new Option('--quick', 'run everything once with little data, to show that it works')
    .conflicts(others)
    .default(false);

const program = createProgram(
  'npm run bench --',
  'Compares lookups and writes of the API with Elasticsearch alone.\n' +
    'Prints medians of the rounds and ratios. Figures to quote need at least 5 rounds.\n' +
    'Uses ELASTICSEARCH_URL (without login), else starts an Elasticsearch.\n' +
    'Creates its own indices there and deletes them at the end.',
)
  .enablePositionalOptions()
  .addOption(rounds(FULL.rounds))
  .addOption(seconds())
  .addOption(new Option('--only <groups...>', 'measure only these groups').choices(GROUP_NAMES))
  .addOption(quick('rounds', 'seconds'))
  .action((options: Options & { only?: GroupName[] }) =>
    run(options, (bench) => measureGroups(bench, options.only ?? GROUP_NAMES)),
  );

program
  .command('hostile')
  .description('Measures a light client beside loads that would starve it.')
  .addOption(seconds())
  .addOption(quick('seconds'))
  .action((options: Options) =>
    run(options, (bench) => measureHostile(bench, options.quick ? 1 : (options.seconds ?? 1))),
  );

program
  .command('growth')
  .description(
    'Measures lookups among more and more made data. Each question is new. The largest sizes\n' +
      'need many gigabytes of disk and an hour. With --cities or --markers, measures only these.',
  )
  .addOption(rounds(3))
  .addOption(seconds())
  .addOption(sizes('cities', 'cities'))
  .addOption(sizes('markers', 'markers'))
  .addOption(quick('rounds', 'seconds', 'cities', 'markers'))
  .action((options: Options & Sizes) => {
    const all = options.quick ? QUICK_SIZES : FULL_SIZES;
    const given = options.cities ?? options.markers;
    return run(options, (bench) => measureGrowth(bench, given === undefined ? all : options));
  });

program
  .command('ingestion-sizes')
  .description(
    'Measures whole ingestions and their peak memory beside bulks of the same documents:\n' +
      'made cities in the formats of GeoNames, and the lands of countries. With --cities or\n' +
      '--lands, measures only these.',
  )
  .addHelpText(
    'after',
    `
Three rounds take, with two processors, about 2 minutes for 100,000 cities, 6 for 1,000,000, 45 for
5,000,000 (and 6 GB of disk), and 5 for all lands.

Examples:
  npm run bench -- ingestion-sizes --lands FRA,DEU
  npm run bench -- ingestion-sizes --cities 100000,1000000
  npm run bench -- ingestion-sizes --cities 5000000 --rounds 1`,
  )
  .addOption(rounds(3))
  .addOption(sizes('cities', 'rows'))
  .option('--lands <countries>', 'alpha-3 codes, separated by commas, or ALL')
  .addOption(quick('rounds', 'cities', 'lands'))
  .action((options: Options & { cities?: number[]; lands?: string }) => {
    const all = options.quick
      ? { cities: [500], lands: [QUICK.lands] }
      : { cities: CITY_ROWS, lands: ['ALL'] };
    const { cities, lands } = options;
    const given = { cities: cities ?? [], lands: lands?.split(',') ?? [] };
    const isGiven = cities !== undefined || lands !== undefined;
    return run(options, (bench) => measureSizes(bench, isGiven ? given : all));
  });

program
  .command('names')
  .description(
    'Judges what `match=fuzzy` finds, and measures how fast, beside Elasticsearch alone.',
  )
  .addOption(rounds(FULL.rounds))
  .addOption(seconds())
  .option('--failures <number>', 'list this many failed queries of each kind', positive)
  .addOption(quick('rounds', 'seconds'))
  .action((options: Options & { failures?: number }) =>
    run(options, (bench) => measureNames(bench, options.failures)),
  );

await runProgram(program);

async function measureGroups(bench: Bench, names: readonly GroupName[]): Promise<string> {
  await prepareData(bench, new Set(names.flatMap((name) => NEEDS[name] ?? [])));
  return withProcesses(bench, async (start) => {
    const cities = someCities(bench.extent.oneOf).rows();
    const comparisons: Comparison[] = [];
    for (const name of names) comparisons.push(...(await GROUPS[name]({ bench, start, cities })));
    return toTable(COMPARISON_HEADER, await compareAll(comparisons, bench));
  });
}

/** @param work returns a table */
async function run(options: Options, work: (bench: Bench) => Promise<string>): Promise<void> {
  const { rounds: count = FULL.rounds, seconds: duration = 4 } = options;
  const extent: Extent = options.quick
    ? QUICK
    : { ...FULL, rounds: count, measurement: { duration } };
  const signal = interruptible();
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
  await withBench(extent, signal, async (bench) => {
    console.log(`\n${await work(bench)}\n`);
  });
  if (options.quick) console.log('These figures only show that the bench works.');
}

function ascending(value: string): number[] {
  const sizes = value.split(',').map(positive);
  if (sizes.every((size, position) => size > (sizes[position - 1] ?? 0))) return sizes;
  throw new InvalidArgumentError('They must be whole numbers in ascending order.');
}
