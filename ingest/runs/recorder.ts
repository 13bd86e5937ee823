import type { RunOutcome } from '../../indices/runs.js';
import { RefusedError } from '../../core/cli/failure.js';
import type { Progress } from '../../core/cli/progress.js';
import type { Context } from '../generations/resource.js';
import type { ResourceName } from '../generations/resourceNames.js';
import { type Entry, record } from './history.js';

/** Does what changes what is live, or held, and notes in the history how it ended. */
export async function noted(
  context: Context,
  resource: ResourceName,
  { progress, signal }: { progress: Progress; signal?: AbortSignal | undefined },
  work: () => Promise<string | undefined>,
): Promise<void> {
  const begun = new Date().toISOString();
  const note = recorder(context, progress);
  const end = (outcome: RunOutcome, more: Partial<Entry>) =>
    note({ begun, resource, outcome, ...more });
  try {
    const index = await work();
    await end('done', index === undefined ? {} : { index });
  } catch (error) {
    const failed = error instanceof RefusedError ? 'refused' : 'failed';
    const reason = error instanceof Error ? error.message : String(error);
    await end(signal?.aborted === true ? 'interrupted' : failed, { reason });
    throw error;
  }
}

/** Returns how entries are added to the history; one that cannot be is told of, and fails nothing. */
export function recorder(context: Context, progress: Progress): (entry: Entry) => Promise<void> {
  const command = process.argv.slice(2).join(' ');
  return async (entry) => {
    try {
      await record(context, entry, command);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      progress.note(`the history could not be written: ${reason}`);
    }
  };
}
