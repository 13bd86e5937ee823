import { createProgress, type Progress } from '../../core/cli/progress.js';
import { DISK_FULL, isDiskFull } from '../../core/elasticsearch/disk.js';
import { retryingClient } from '../../core/elasticsearch/retry.js';
import { type Connection, withClient } from '../../core/elasticsearch/withClient.js';
import { builds } from '../../indices/builds.js';
import { markers } from '../../indices/markers.js';
import { runs } from '../../indices/runs.js';
import type { Made } from '../generations/promotion.js';
import type { Context, ResourceName } from '../generations/resource.js';
import { type AddEntry, recorded, recorder } from './history.js';

/**
 * Returns patterns of the aliases of resources, and of the generations behind the aliases. A command that takes
 * builds for missing would create a second index of builds, so markers include builds.
 */
export function patternsOf(names: readonly ResourceName[]): string[] {
  const all = names.some((name) => name === markers.resource) ? [...names, builds.resource] : names;
  return all.map((name) => `${name}*`);
}

/** The context of a command that changes data. */
export interface Changing {
  context: Context;
  progress: Progress;
  addEntry: AddEntry;
  /**
   * Does work that changes resources, and adds it to the history of each.
   * @param work returns the generations that it changed
   */
  record: (names: readonly ResourceName[], work: () => Promise<Made>) => Promise<void>;
}

/**
 * Does the work of a command that changes data.
 * @param needed names and patterns of the indices that it reads, beside the locks and the history
 * @param signal ends its waits
 */
export async function withChanges(
  needed: readonly string[],
  signal: AbortSignal | undefined,
  work: (changing: Changing) => Promise<void>,
): Promise<void> {
  const progress = createProgress();
  const all = [...needed, 'ingestions', runs.resource];
  const waiting = { progress, signal };
  const run = async (connection: Connection): Promise<void> => {
    const client = retryingClient(connection.client, waiting);
    const context = { ...connection, client };
    const addEntry = recorder(connection, progress);
    // Even the history waits for a disk that is full.
    if (await isDiskFull(connection.client)) progress.note(DISK_FULL);
    await work({
      context,
      progress,
      addEntry,
      record: (names, change) => {
        const add: AddEntry = (entry, id) => addEntry({ ...entry, kind: 'command' }, id);
        return recorded(add, names, { signal, areOne: true }, async (entries) => {
          const changed = await change();
          for (const entry of entries) {
            const { [entry.resource]: index } = changed;
            if (index === undefined) entry.outcome = 'skipped';
            else entry.index = index;
          }
        });
      },
    });
  };
  await withClient(all, run, waiting);
}
