import { withClient } from '../elasticsearch/withClient.js';
import { findGenerations } from './generation.js';
import { lockOptions } from './lock.js';
import { patientClient } from './patientClient.js';
import type { RunOptions } from './plan.js';
import { createProgress } from './progress.js';
import { rollback } from './promotion.js';
import { RESOURCE_NAMES, type ResourceName } from './resourceNames.js';
import { patienceOf } from './retry.js';
import { rollbackPlaces } from './rollback.js';
import { runIngestion } from './run.js';
import { describeGeneration } from './status.js';

const say = (text: string): void => {
  console.log(text);
};

/** @throws with one sentence; when aborted, the signal's reason */
export async function run(
  chosen: ResourceName[],
  options: RunOptions,
  signal: AbortSignal,
): Promise<void> {
  const progress = createProgress(process.stderr);
  await withClient(async ({ client, indexPrefix }) => {
    const patience = patienceOf({ progress, signal });
    const context = { client: patientClient(client, patience), indexPrefix };
    await runIngestion(context, chosen, options, { progress, signal, say });
  });
}

export async function status(): Promise<void> {
  await withClient(async (context) => {
    for (const name of RESOURCE_NAMES) {
      const { client, indexPrefix } = context;
      const { live, previous, remains } = await findGenerations(client, indexPrefix, name);
      say(`${name}: live ${live ?? 'nothing'}, previous ${previous ?? 'nothing'}`);
      if (remains.length > 0) say(`  not finished, or under way: ${remains.join(', ')}`);
      const lines = live === undefined ? [] : await describeGeneration(context, live);
      for (const line of lines) say(`  ${line}`);
    }
  });
}

export async function goBack(name: ResourceName): Promise<void> {
  if (name === 'markers') {
    throw new Error(
      'Markers are kept up in place and have no generation before; they follow the places: `npm run ingest -- rollback places` takes both back. What the game has built stays in any case.',
    );
  }
  const progress = createProgress(process.stderr);
  await withClient(async ({ client, indexPrefix }) => {
    const patient = patientClient(client, patienceOf({ progress }));
    if (name === 'places') {
      await rollbackPlaces({ client: patient, indexPrefix }, { progress, say });
      return;
    }
    const options = lockOptions({ progress });
    const { live, previous } = await rollback(patient, indexPrefix, name, options);
    say(`${name}: live is ${live} again; ${previous} is kept as the previous one`);
  });
}
