import { withClient } from '../elasticsearch/withClient.js';
import { findGenerations } from './generation.js';
import { type DataOptions, JOBS, type ResourceName } from './jobs.js';
import { lockOptions } from './lock.js';
import { patientClient } from './patientClient.js';
import { createProgress } from './progress.js';
import { rollback } from './promotion.js';
import { patienceOf } from './retry.js';

export interface RunOptions extends DataOptions {
  allowShrink: boolean;
  ifNeeded: boolean;
}

/** All resources that can be ingested, in the order of a run of all. */
export const RESOURCE_NAMES = Object.keys(JOBS) as ResourceName[];

/** Resources with a generation before the live one to go back to; markers are kept up in place. */
export const ROLLBACK_NAMES = RESOURCE_NAMES.filter((name) => name !== 'markers');

/** @throws with one sentence; when aborted, the signal's reason */
export async function run(
  chosen: ResourceName[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = createProgress(process.stderr);
  const { allowShrink, ifNeeded } = options;
  await withClient(async ({ client, indexPrefix }) => {
    const patience = patienceOf({ progress, signal });
    const context = { client: patientClient(client, patience), indexPrefix };
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
  await withClient(async ({ client, indexPrefix }) => {
    for (const name of RESOURCE_NAMES) {
      const { live, previous, remains } = await findGenerations(client, indexPrefix, name);
      console.log(`${name}: live ${live ?? 'nothing'}, previous ${previous ?? 'nothing'}`);
      if (remains.length > 0) console.log(`  not finished, or under way: ${remains.join(', ')}`);
    }
  });
}

export async function goBack(name: ResourceName): Promise<void> {
  const progress = createProgress(process.stderr);
  await withClient(async ({ client, indexPrefix }) => {
    const patient = patientClient(client, patienceOf({ progress }));
    const options = lockOptions({ progress });
    const { live, previous } = await rollback(patient, indexPrefix, name, options);
    console.log(`${name}: live is ${live} again; ${previous} is kept as the previous one`);
  });
}
