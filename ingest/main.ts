#!/usr/bin/env node
import { Command, InvalidArgumentError } from 'commander';
import { createClient } from '../src/elasticsearch/client.js';
import { ConfigError, loadDataConfig } from '../src/config.js';
import { builtInCities } from './cities/builtIn.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from './cities/primary.js';
import { cityResource } from './cities/resource.js';
import { countryResource } from './countries/resource.js';
import { findGenerations, isCurrent, rollback } from './generation.js';
import { ingestResource } from './ingestResource.js';
import { createProgress } from './progress.js';
import type { Context, Resource } from './resource.js';

const EXIT_INTERRUPTED = 130;
/** Making an index or merging it takes longer than a lookup may. */
const REQUEST_TIMEOUT_MS = 60_000;

interface RunOptions {
  primaryMinimumPopulation: number;
  allowShrink: boolean;
  ifNeeded: boolean;
}

const resources: Record<string, (options: RunOptions) => Resource> = {
  countries: () => countryResource(),
  cities: (options) => cityResource(builtInCities(), options),
};
const names = Object.keys(resources);

const program = new Command('ingest')
  .description(
    'Brings data into Elasticsearch, beside what is live, and makes it live once complete.',
  )
  .showHelpAfterError();

program
  .command('run', { isDefault: true })
  .description('ingest resources; all of them when none is named')
  .argument('[resources...]', names.join(', '), [])
  .option(
    '--primary-minimum-population <inhabitants>',
    'cities from this size on are primary',
    wholeNumber,
    DEFAULT_PRIMARY_MINIMUM_POPULATION,
  )
  .option('--allow-shrink', 'let data go live that is much less than what is live', false)
  .option('--if-needed', 'leave alone what is live already, made by this version', false)
  .action(run);

program
  .command('status')
  .description(
    'show which generation of every resource is live, and which one a rollback would take',
  )
  .action(status);

program
  .command('rollback')
  .description('make the previous generation of a resource live again')
  .argument('<resource>', names.join(', '))
  .action(goBack);

await program.parseAsync().catch((error: unknown) => {
  process.exitCode = process.exitCode ?? 1;
  const message = error instanceof Error ? error.message : String(error);
  console.error(error instanceof ConfigError ? message : `Ingestion failed: ${message}`);
});

async function run(chosen: string[], options: RunOptions): Promise<void> {
  const interruption = new AbortController();
  const interrupt = (): void => {
    process.exitCode = EXIT_INTERRUPTED;
    interruption.abort(new Error('interrupted; what was live is still live.'));
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = createProgress(process.stderr);
  await withContext(async (context) => {
    for (const name of chosen.length > 0 ? chosen.map(knownName) : names) {
      const resource = resourceOf(name, options);
      if (options.ifNeeded && (await isLive(context, resource))) continue;
      const report = await ingestResource(context, resource, {
        progress,
        signal: interruption.signal,
        allowShrink: options.allowShrink,
      });
      const seconds = (report.durationMs / 1000).toFixed(1);
      console.log(
        `${name}: ${report.indexed} documents live in ${report.index} after ${seconds} s` +
          (report.rejected > 0 ? `, ${report.rejected} rows rejected` : ''),
      );
    }
  });
}

async function isLive(
  { client, indexPrefix }: Context,
  { definition }: Resource,
): Promise<boolean> {
  const live = await isCurrent(client, indexPrefix, definition);
  if (live) console.log(`${definition.resource}: live already`);
  return live;
}

async function status(): Promise<void> {
  await withContext(async ({ client, indexPrefix }) => {
    for (const name of names) {
      const { live, previous, remains } = await findGenerations(client, indexPrefix, name);
      console.log(`${name}: live ${live ?? 'nothing'}, previous ${previous ?? 'nothing'}`);
      if (remains.length > 0) console.log(`  not finished, or under way: ${remains.join(', ')}`);
    }
  });
}

async function goBack(chosen: string): Promise<void> {
  const name = knownName(chosen);
  await withContext(async ({ client, indexPrefix }) => {
    const { live, previous } = await rollback(client, indexPrefix, name);
    console.log(`${name}: live is ${live} again; ${previous} is kept as the previous one`);
  });
}

async function withContext(work: (context: Context) => Promise<void>): Promise<void> {
  const { elasticsearch, indexPrefix } = loadDataConfig(process.env);
  const timeoutMs = Math.max(elasticsearch.timeoutMs, REQUEST_TIMEOUT_MS);
  const client = createClient({ ...elasticsearch, timeoutMs });
  try {
    await work({ client, indexPrefix });
  } finally {
    await client.close();
  }
}

function resourceOf(name: string, options: RunOptions): Resource {
  const make = resources[name];
  if (!make) throw new Error(`"${name}" cannot be ingested; choose of ${names.join(', ')}.`);
  return make(options);
}

function knownName(name: string): string {
  if (!names.includes(name)) {
    throw new Error(`"${name}" cannot be ingested; choose of ${names.join(', ')}.`);
  }
  return name;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('It must be a whole number of inhabitants.');
  }
  return number;
}
