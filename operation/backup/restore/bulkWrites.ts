import type { estypes } from '@elastic/elasticsearch';
import { BUSY_STATUSES, describeAnswer } from '../../../core/elasticsearch/failures.js';
import { BusyError, patienceOf, retrying } from '../../../core/elasticsearch/retry.js';
import type { Restoration } from './restoration.js';

/** An action that is refused where something else is there than was judged, and what it writes. */
export type ConditionalWrite = readonly [action: estypes.BulkOperationContainer, document: object];

/**
 * Sends the writes of a batch, each of which is conditional, until each is taken or comes too late.
 * @returns the numbers of those that came too late: somebody else wrote meanwhile, or this very
 * batch did in an attempt whose answer was lost
 * @throws when one was refused for another reason, or Elasticsearch stays away or too busy
 */
export async function bulkWrites(
  { context: { client }, progress, signal }: Restoration,
  index: string,
  writes: readonly ConditionalWrite[],
): Promise<number[]> {
  const late: number[] = [];
  let left = writes.map((write, number) => ({ number, write }));
  await retrying(patienceOf({ progress, signal }), async () => {
    if (left.length === 0) return;
    const body = left.flatMap(({ write }) => write).map((each) => `${JSON.stringify(each)}\n`);
    // All retries are those of here.
    const { items } = await client.bulk({ index, body: body.join('') }, { maxRetries: 0 });
    let reason = '';
    left = left.filter(({ number }, position) => {
      const { create, index: indexed, update } = items[position] ?? {};
      const { status, error } = create ?? indexed ?? update ?? UNANSWERED;
      if (error === undefined) return false;
      reason = describeAnswer({ error });
      if (BUSY_STATUSES.includes(status)) return true;
      if (status !== 409) throw new Error(`${index} does not take what is restored: ${reason}`);
      late.push(number);
      return false;
    });
    if (left.length > 0) throw new BusyError(`Elasticsearch takes no more: ${reason}`);
  });
  return late;
}

const UNANSWERED = { status: 503, error: { type: 'no answer for this document' } };
