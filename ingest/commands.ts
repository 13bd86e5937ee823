import { createClient } from '../src/elasticsearch/client.js';
import { loadDataConfig, readEnvironment } from '../src/config.js';
import { builtInCities } from './cities/builtIn.js';
import { cityResource } from './cities/resource.js';
import { countryResource } from './countries/resource.js';
import { explain } from './explain.js';
import { findGenerations, isCurrent } from './generation.js';
import { ingestResource } from './ingestResource.js';
import { createProgress } from './progress.js';
import { rollback } from './promotion.js';
import type { Context, Resource } from './resource.js';

/** Making an index or merging it takes longer than a lookup may. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface RunOptions {
  primaryMinimumPopulation: number;
  allowShrink: boolean;
  ifNeeded: boolean;
}

type ResourceName = 'countries' | 'cities';

const resources: Record<ResourceName, (options: RunOptions) => Resource> = {
  countries: () => countryResource(),
  cities: (options) => cityResource(builtInCities(), options),
};

/** What can be ingested, in the order of a run of all. */
export const RESOURCE_NAMES = Object.keys(resources) as ResourceName[];

/** @throws with one sentence; when aborted, the signal's reason */
export async function run(
  chosen: ResourceName[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = createProgress(process.stderr);
  await withContext(async (context) => {
    for (const name of new Set(chosen.length > 0 ? chosen : RESOURCE_NAMES)) {
      signal.throwIfAborted();
      const resource = resources[name](options);
      if (options.ifNeeded && (await isLive(context, resource))) {
        console.log(`${name}: live already`);
        continue;
      }
      const { allowShrink } = options;
      const report = await ingestResource(context, resource, { progress, signal, allowShrink });
      const seconds = (report.durationMs / 1000).toFixed(1);
      console.log(
        `${name}: ${report.indexed} documents live in ${report.index} after ${seconds} s` +
          (report.rejected > 0 ? `, ${report.rejected} rows rejected` : ''),
      );
    }
  });
}

function isLive({ client, indexPrefix }: Context, resource: Resource): Promise<boolean> {
  return isCurrent(client, indexPrefix, resource.definition, resource.recipe ?? {});
}

export async function status(): Promise<void> {
  await withContext(async ({ client, indexPrefix }) => {
    for (const name of RESOURCE_NAMES) {
      const { live, previous, remains } = await findGenerations(client, indexPrefix, name);
      console.log(`${name}: live ${live ?? 'nothing'}, previous ${previous ?? 'nothing'}`);
      if (remains.length > 0) console.log(`  not finished, or under way: ${remains.join(', ')}`);
    }
  });
}

export async function goBack(name: ResourceName): Promise<void> {
  await withContext(async ({ client, indexPrefix }) => {
    const { live, previous } = await rollback(client, indexPrefix, name);
    console.log(`${name}: live is ${live} again; ${previous} is kept as the previous one`);
  });
}

async function withContext(work: (context: Context) => Promise<void>): Promise<void> {
  const { elasticsearch, indexPrefix } = loadDataConfig(readEnvironment());
  const timeoutMs = Math.max(elasticsearch.timeoutMs, REQUEST_TIMEOUT_MS);
  const client = createClient({ ...elasticsearch, timeoutMs });
  try {
    await work({ client, indexPrefix });
  } catch (error) {
    throw new Error(explain(error, elasticsearch.urls), { cause: error });
  } finally {
    await client.close();
  }
}
