import type { Client, estypes } from '@elastic/elasticsearch';
import { describeAnswer } from '../../../elasticsearch/failures.js';

/**
 * Sends the writes of a batch, each of which is conditional.
 * @returns the numbers of those that came too late: somebody else wrote meanwhile, or this very
 * batch did in an attempt whose answer was lost
 * @throws when one was refused for another reason
 */
export async function bulkWrites(
  client: Client,
  index: string,
  writes: readonly (readonly [action: estypes.BulkOperationContainer, document: object])[],
): Promise<number[]> {
  if (writes.length === 0) return [];
  const lines = writes.flat().map((each) => `${JSON.stringify(each)}\n`);
  const { items } = await client.bulk({ index, body: lines.join('') });
  return items.flatMap((item, number) => {
    const { status, error } = item.create ?? item.index ?? item.update ?? { status: 0 };
    if (error === undefined) return [];
    if (status === 409) return [number];
    throw new Error(`${index} does not take what is restored: ${describeAnswer({ error })}`);
  });
}
