import { writeFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { createProgram, interruptible, runProgram } from '../../core/cli/program.js';
import { whenOrphaned } from '../engine/machine.js';
import { compareAll, type Comparison } from './comparison.js';
import { prepareData, someCities } from './data.js';
import { type Group, type GroupName, GROUPS } from './groups.js';
import { type Kind, KINDS, measureGrowth, QUICK_SIZES, SIZES, type Sizes } from './growth.js';
import { measureHostile } from './hostile.js';
import { compareIngestions, measureSizes } from './ingestion.js';
import { withProcesses } from './processes.js';
import { plainQuestions } from './references.js';
import { describeMachine, type Row, toComparisonTable } from './report.js';
import { type Bench, type Extent, FULL, QUICK, withBench } from './session.js';

const GROUP_NAMES = ['ingestion', ...Object.keys(GROUPS)] as readonly GroupName[];
const INGESTIONS = ['cities', 'lands'] as const;
const CITY_ROWS = [100_000, 1_000_000, 5_000_000];

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
const quick = (...others: string[]): Option =>
  new Option('--quick', 'run everything once with little data, to show that it works')
    .conflicts(others)
    .default(false);
const only = (what: string, choices: readonly string[]): Option =>
  new Option(`--only <${what}...>`, `measure only these ${what}`).choices(choices);

const program = createProgram(
  'npm run bench --',
  'Compares the API and the ingestion with Elasticsearch alone and with other libraries.\n' +
    'Prints medians of the rounds and ratios. Figures to quote need at least 5 rounds.\n' +
    'Uses ELASTICSEARCH_URL (without login), else starts an Elasticsearch.\n' +
    'Creates its own indices there and deletes them at the end.',
)
  .enablePositionalOptions()
  .addOption(rounds(FULL.rounds))
  .addOption(seconds())
  .addOption(only('groups', GROUP_NAMES))
  .option('--output <file>', 'write the figures here as JSON', 'bench.json')
  .addOption(quick('rounds', 'seconds', 'output'))
  .action(async (options: Options & { only?: GroupName[]; output: string }) => {
    await run(options, async (bench) => {
      const rows = await measureGroups(bench, options.only ?? GROUP_NAMES);
      if (!options.quick) await writeReport(bench, options, rows);
      return toComparisonTable(rows);
    });
  });

program
  .command('hostile')
  .description('Measures a light client beside loads that would starve it.')
  .addOption(seconds())
  .addOption(quick('seconds'))
  .action(async (options: Options) => {
    const perLoad = options.quick ? 1 : (options.seconds ?? 1);
    await run(options, (bench) => measureHostile(bench, perLoad));
  });

program
  .command('growth')
  .description(
    'Measures lookups among more and more made data. Each question is new. The largest sizes\n' +
      'need many gigabytes of disk and an hour.',
  )
  .addOption(rounds(3))
  .addOption(seconds())
  .addOption(only('kinds', KINDS))
  .option('--cities <sizes>', 'numbers of cities, ascending', ascending, SIZES.cities)
  .option('--markers <sizes>', 'numbers of markers, ascending', ascending, SIZES.markers)
  .addOption(quick('rounds', 'seconds', ...KINDS))
  .action(async (options: Options & Sizes & { only?: Kind[] }) => {
    const sizes = options.quick ? QUICK_SIZES : options;
    await run(options, (bench) => measureGrowth(bench, sizes, options.only ?? KINDS));
  });

program
  .command('ingestion-sizes')
  .description(
    'Measures whole ingestions and their peak memory beside bulks of the same documents:\n' +
      'made cities in the formats of GeoNames, and the lands of countries.',
  )
  .addHelpText(
    'after',
    `
Three rounds take, with two processors, about 2 minutes for 100,000 cities, 6 for 1,000,000, 45 for
5,000,000 (and 6 GB of disk), and 5 for all lands.

Examples:
  npm run bench -- ingestion-sizes --only lands --lands FRA,DEU
  npm run bench -- ingestion-sizes --only cities --cities 100000,1000000
  npm run bench -- ingestion-sizes --only cities --cities 5000000 --rounds 1`,
  )
  .addOption(rounds(3))
  .addOption(only('kinds', INGESTIONS))
  .option('--cities <rows>', 'numbers of rows, ascending', ascending, CITY_ROWS)
  .option('--lands <countries>', 'alpha-3 codes, separated by commas, or ALL', 'ALL')
  .addOption(quick('rounds', 'cities', 'lands'))
  .action(
    async (options: Options & { only?: string[]; cities: readonly number[]; lands: string }) => {
      const kinds = options.only ?? INGESTIONS;
      const cities = options.quick ? QUICK_SIZES.cities.slice(0, 1) : options.cities;
      const lands = options.quick ? [QUICK.lands] : options.lands.split(',');
      const sizes = {
        cities: kinds.includes('cities') ? cities : [],
        lands: kinds.includes('lands') ? lands : [],
      };
      await run(options, (bench) => measureSizes(bench, sizes));
    },
  );

await runProgram(program);

async function measureGroups(bench: Bench, names: readonly GroupName[]): Promise<Row[]> {
  const groups = Object.entries<Group>(GROUPS).flatMap(([name, group]) =>
    names.includes(name as GroupName) ? group : [],
  );
  const rows: Row[] = [];
  if (groups.length > 0) {
    await prepareData(bench, new Set(groups.flatMap(({ needs }) => needs)));
    await withProcesses(bench, async (processes) => {
      const cities = someCities(bench.extent.oneOf).rows();
      const references = plainQuestions(bench.indexPrefix);
      const setting = { bench, processes, cities, references };
      const comparisons: Comparison[] = [];
      for (const group of groups) comparisons.push(...(await group.comparisons(setting)));
      rows.push(...(await compareAll(comparisons, bench)));
    });
  }
  if (names.includes('ingestion')) rows.push(...(await compareIngestions(bench)));
  return rows;
}

async function writeReport(
  { client }: Bench,
  { rounds: count, seconds: duration, output }: Options & { output: string },
  rows: Row[],
): Promise<void> {
  const nodes = Object.values((await client.nodes.info()).nodes);
  const report = {
    machine: describeMachine(),
    node: process.version,
    elasticsearch: nodes[0]?.version ?? 'unknown',
    date: new Date().toISOString().slice(0, 10),
    rounds: count,
    secondsPerMeasurement: duration,
    rows,
  };
  writeFileSync(output, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written to ${output}.`);
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

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

function ascending(value: string): number[] {
  const sizes = value.split(',').map(positive);
  if (sizes.every((size, position) => size > (sizes[position - 1] ?? 0))) return sizes;
  throw new InvalidArgumentError('They must be whole numbers in ascending order.');
}
