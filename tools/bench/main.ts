import { Argument, InvalidArgumentError, Option } from 'commander';
import {
  createProgram,
  interruptible,
  mainOf,
  runProcess,
  wholeNumber,
} from '../../core/cli/program.js';
import { whenOrphaned } from '../engine/machine.js';
import { compareAll, type Comparison, COMPARISON_HEADER, toTable } from './comparison.js';
import { prepareData, someCities } from './data.js';
import { type GroupName, GROUPS, NEEDS } from './groups.js';
import { FULL_SIZES, measureGrowth, QUICK_SIZES } from './growth.js';
import { measureHostile } from './hostile.js';
import { measureSizes } from './ingestion.js';
import { withProcesses } from './processes.js';
import { judgeNames, judgePrefixes } from './quality.js';
import { type Bench, FULL, QUICK, withBench } from './session.js';

interface Options {
  quick: boolean;
  rounds: number;
  seconds: number;
  only?: GroupName[];
  cities?: number[];
  markers?: number[];
  lands?: string;
}

const GROUP_NAMES = (Object.keys(GROUPS) as GroupName[]).filter((name) => name !== 'fuzzy');
const CITY_ROWS = [100_000, 1_000_000, 5_000_000];

/** Returns the table of each kind of measurement. */
const TABLES = {
  lookups: (bench: Bench, { only = GROUP_NAMES }: Options) => measureGroups(bench, only),
  names: (bench: Bench) => measureGroups(bench, ['fuzzy'], true),
  hostile: (bench: Bench, { quick, seconds }: Options) =>
    measureHostile(bench, quick ? 1 : seconds),
  growth: (bench: Bench, { quick, cities, markers }: Options) => {
    const given = { ...(cities && { cities }), ...(markers && { markers }) };
    const all = quick ? QUICK_SIZES : FULL_SIZES;
    return measureGrowth(bench, (cities ?? markers) ? given : all);
  },
  'ingestion-sizes': (bench: Bench, { quick, cities, lands }: Options) => {
    const given = { cities: cities ?? [], lands: lands?.split(',') ?? [] };
    const all = quick
      ? { cities: [500], lands: [QUICK.lands] }
      : { cities: CITY_ROWS, lands: ['ALL'] };
    return measureSizes(bench, (cities ?? lands) ? given : all);
  },
};

const positive = wholeNumber(1, 1_000_000_000);
const sizes = (kind: string, what: string): Option =>
  new Option(`--${kind} <numbers>`, what).argParser(ascending);

const main = mainOf(() => {
  return createProgram(
    'npm run bench --',
    'Compares the service with Elasticsearch alone, and prints medians of the rounds and ratios.\n' +
      'Figures to quote need at least 5 rounds. Uses ELASTICSEARCH_URL (without login), else starts\n' +
      'an Elasticsearch. Creates its own indices there and deletes them at the end.',
  )
    .addHelpText(
      'after',
      `
Tables:
  lookups          lookups and writes beside Elasticsearch alone
  names            what \`match=fuzzy\` finds, and how fast
  hostile          a light client beside loads that would starve it
  growth           lookups among more and more made data; the largest sizes need many gigabytes of disk and an hour
  ingestion-sizes  whole ingestions and their peak memory beside bulks of the same documents: a round takes about
                   1 minute for 100,000 cities, 15 for 5,000,000 (and 6 GB of disk), and 2 for all lands

Examples:
  npm run bench -- --only cached players
  npm run bench -- ingestion-sizes --lands FRA,DEU
  npm run bench -- ingestion-sizes --cities 5000000 --rounds 1`,
    )
    .addArgument(
      new Argument('[table]', 'what to measure').choices(Object.keys(TABLES)).default('lookups'),
    )
    .addOption(
      new Option('--rounds <number>', 'how often each load is measured')
        .argParser(positive)
        .default(FULL.rounds),
    ) // prettier-ignore
    .addOption(
      new Option('--seconds <number>', 'how long each load is measured in a round')
        .argParser(positive)
        .default(4),
    ) // prettier-ignore
    .addOption(
      new Option('--only <groups...>', 'lookups: measure only these groups').choices(GROUP_NAMES),
    ) // prettier-ignore
    .addOption(sizes('cities', 'growth, ingestion-sizes: only these numbers of cities, ascending'))
    .addOption(sizes('markers', 'growth: only these numbers of markers, ascending'))
    .option('--lands <countries>', 'ingestion-sizes: only lands of these alpha-3 codes, or ALL')
    .addOption(
      new Option('--quick', 'run everything once with little data, to show that it works')
        .conflicts(['rounds', 'seconds', 'cities', 'markers', 'lands'])
        .default(false),
    )
    .action(async (table: keyof typeof TABLES, options: Options) => {
      const { quick, rounds, seconds: duration } = options;
      const extent = quick ? QUICK : { ...FULL, rounds, measurement: { duration } };
      const signal = interruptible();
      whenOrphaned(() => process.kill(process.pid, 'SIGTERM'));
      await withBench(extent, signal, async (bench) => {
        console.log(`\n${await TABLES[table](bench, options)}\n`);
      });
      if (quick) console.log('These figures only show that the bench works.');
    });
});
await runProcess(main);

async function measureGroups(
  bench: Bench,
  names: readonly GroupName[],
  isJudged = false,
): Promise<string> {
  await prepareData(bench, new Set(names.flatMap((name) => NEEDS[name] ?? [])));
  return withProcesses(bench, async (start) => {
    const { oneOf, queries } = bench.extent;
    const cities = someCities(oneOf).rows();
    if (isJudged) {
      const api = await start('api');
      console.log(`\n${await judgeNames(api, queries)}\n\n${await judgePrefixes(api)}\n`);
    }
    const comparisons: Comparison[] = [];
    for (const name of names) comparisons.push(...(await GROUPS[name]({ bench, start, cities })));
    return toTable(COMPARISON_HEADER, await compareAll(comparisons, bench));
  });
}

function ascending(value: string): number[] {
  const sizes = value.split(',').map(positive);
  if (sizes.every((size, position) => size > (sizes[position - 1] ?? 0))) return sizes;
  throw new InvalidArgumentError('They must be whole numbers in ascending order.');
}
