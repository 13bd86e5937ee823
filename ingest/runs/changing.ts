import { createProgress, type Progress } from '../../core/cli/progress.js';
import { patientClient } from '../../core/elasticsearch/retry.js';
import { assertReadable, withClient } from '../../core/elasticsearch/withClient.js';
import { type Context, RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { type AddEntry, type Entry, recorded, recorder } from './history.js';

/** The aliases and the generations behind them. */
export const GENERATIONS = RESOURCE_NAMES.map((name) => `${name}*`);

/** The context of a command that changes data. */
export interface Changing {
  context: Context;
  progress: Progress;
  addEntry: AddEntry;
  /** Does work that changes a resource, and adds it to the history. */
  record: (name: ResourceName, work: (entry: Entry) => Promise<void>) => Promise<void>;
}

/**
 * Does the work of a command that changes data.
 * @param signal ends its waits
 */
export async function withChanges(
  signal: AbortSignal | undefined,
  work: (changing: Changing) => Promise<void>,
): Promise<void> {
  const progress = createProgress(process.stderr);
  await withClient(async (connection) => {
    const client = patientClient(connection.client, { progress, signal });
    const context = { ...connection, client };
    await assertReadable(context, [...GENERATIONS, 'city-ids', 'ingestions', 'runs']);
    const addEntry = recorder(connection, progress);
    await work({
      context,
      progress,
      addEntry,
      record: (name, change) => {
        const add: AddEntry = (entry, id) => addEntry({ ...entry, kind: 'command' }, id);
        return recorded(add, name, signal, change);
      },
    });
  });
}
