import type { RunOutcome } from '../../indices/runs.js';
import type { Done } from './done.js';
import { RefusedError } from '../../core/cli/failure.js';
import type { Ending } from '../generations/ingestResource.js';
import type { Entry } from './history.js';

const OUTCOMES: Record<Ending, RunOutcome> = { live: 'done', held: 'held', dry: 'dry' };

/** A resource's part in a run, of which the end is to be noted. */
export interface Noting {
  /** It does not fail. */
  note: (entry: Entry) => Promise<void>;
  resource: string;
  ending: Ending;
  signal: AbortSignal;
}

/**
 * Does a resource's part in a run, and notes how it ended.
 * @throws what the work throws
 */
export async function noting(
  { note, resource, ending, signal }: Noting,
  work: () => Promise<Done>,
): Promise<Done> {
  const entry = { begun: new Date().toISOString(), resource };
  try {
    const done = await work();
    const { index, counts, sources, complaints = [] } = done;
    // Markers, which are kept up in place, are not held.
    if (ending === 'held' && index === undefined) return done;
    await note({
      ...entry,
      outcome: OUTCOMES[ending],
      ...(index !== undefined && { index }),
      ...(counts && { counts }),
      ...(sources && { sources }),
      ...(complaints.length > 0 && { reason: `would be refused: ${complaints.join('; ')}` }),
    });
    return done;
  } catch (error) {
    const failed = error instanceof RefusedError ? 'refused' : 'failed';
    const reason = error instanceof Error ? error.message : String(error);
    await note({ ...entry, outcome: signal.aborted ? 'interrupted' : failed, reason });
    throw error;
  }
}
