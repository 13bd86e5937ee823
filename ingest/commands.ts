import { createClient } from '../elasticsearch/client.js';
import { readEnvironment } from '../elasticsearch/environment.js';
import { loadDataConfig } from '../elasticsearch/settings.js';
import { explain } from './explain.js';
import { findGenerations } from './generation.js';
import { type DataOptions, JOBS, type ResourceName } from './jobs.js';
import { createProgress } from './progress.js';
import { rollback } from './promotion.js';
import type { Context } from './resource.js';

/** Making an index or merging it takes longer than a lookup may. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface RunOptions extends DataOptions {
  allowShrink: boolean;
  ifNeeded: boolean;
}

/** What can be ingested, in the order of a run of all. */
export const RESOURCE_NAMES = Object.keys(JOBS) as ResourceName[];

/** What has a generation before the live one to go back to; markers are kept up in place. */
export const ROLLBACK_NAMES = RESOURCE_NAMES.filter((name) => name !== 'markers');

/** @throws with one sentence; when aborted, the signal's reason */
export async function run(
  chosen: ResourceName[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = createProgress(process.stderr);
  const { allowShrink, ifNeeded } = options;
  await withContext(async (context) => {
    for (const name of RESOURCE_NAMES) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      signal.throwIfAborted();
      const job = await JOBS[name](context, options);
      if (ifNeeded && (await job.isCurrent())) {
        console.log(`${name}: live already`);
        continue;
      }
      console.log(`${name}: ${await job.ingest({ progress, signal, allowShrink })}`);
    }
  });
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
