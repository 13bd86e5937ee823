import type { Client } from '@elastic/elasticsearch';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { BusyError, type Patience, retrying } from '../../core/elasticsearch/retry.js';
import type { Action } from './batches.js';

export interface BulkTarget extends Patience {
  client: Client;
  index: string;
  /** The alias that bulks are written through, so that they never create a deleted index again. */
  alias: string;
  /** Called before every attempt of a bulk, which is not made when it throws. */
  beforeAttempt?: () => Promise<void>;
}

/** An action that Elasticsearch rejects for good. */
export interface BulkRejection {
  action: Action;
  /** The HTTP status; undefined if there was no answer for the action. */
  status: number | undefined;
  reason: string;
}

interface BulkResult {
  status: number;
  error?: { type: string; reason?: string; caused_by?: { reason?: string } };
}

/** Part of the answer, for one action, under its kind. */
type BulkItem = Record<string, BulkResult>;

/**
 * Sends a batch until every action is done or rejected for good:
 * - a `create` of an id that is there already is rejected;
 * - an `update` that lost against a concurrent writer is sent again;
 * - a `delete` is rejected with 409 if its `if_seq_no` is no longer that of the document. (Also if an
 *   earlier attempt whose answer was lost has deleted it.)
 * @throws when Elasticsearch stays away or overloaded through all retries, or the index is gone
 */
export async function sendBatch(
  target: BulkTarget,
  batch: readonly Action[],
): Promise<BulkRejection[]> {
  const rejections: BulkRejection[] = [];
  /** Ids that an action of this batch has written: a second action with the id is a duplicate. */
  const written = new Set<string>();
  let waiting = batch;
  /** Whether an attempt without an answer may have written actions that wait. */
  let isUncertain = false;

  return await retrying(target, async () => {
    await target.beforeAttempt?.();
    const items = await post(target, waiting).catch((error: unknown) => {
      // With these, Elasticsearch has taken nothing.
      isUncertain ||= !hasStatus(error, 401, 429);
      throw error;
    });
    const wasUncertain = isUncertain;
    const busy: Action[] = [];
    let reason = '';
    for (const [position, action] of waiting.entries()) {
      const [kind, result] = Object.entries(items[position] ?? {})[0] ?? [];
      switch (judge(kind, result, wasUncertain && !written.has(action.id))) {
        case 'done':
          written.add(action.id);
          break;
        case 'rejected':
          rejections.push({ action, status: result?.status, reason: reasonOf(kind, result) });
          break;
        case 'busy':
          busy.push(action);
          reason = reasonOf(kind, result);
          isUncertain ||= result === undefined || result.status === 503;
          break;
        case 'gone':
          throw new Error(
            `${target.index} was deleted while it was loaded, by a person or another ingestion.`,
          );
      }
    }
    waiting = busy;
    if (busy.length > 0) throw new BusyError(`Elasticsearch takes no more: ${reason}`);
    return rejections;
  });
}

async function post(
  { client, alias, signal }: BulkTarget,
  actions: readonly Action[],
): Promise<readonly BulkItem[]> {
  const { items } = await client.transport.request<{ items?: BulkItem[] }>(
    {
      method: 'POST',
      path: `/${alias}/_bulk`,
      querystring: 'require_alias=true&filter_path=items.*.status,items.*.error',
      bulkBody: actions.map(({ lines }) => lines).join(''),
    },
    // No timeout of its own: the client would abort the signal, which other requests share.
    { signal, maxRetries: 0 },
  );
  // A proxy may have shortened the answer.
  return items ?? [];
}

/** @param mayBeOurs whether an earlier attempt may have written this action */
function judge(
  kind: string | undefined,
  result: BulkResult | undefined,
  mayBeOurs: boolean,
): 'done' | 'busy' | 'gone' | 'rejected' {
  if (result === undefined) return 'busy';
  const { status, error } = result;
  // A document to be deleted may be missing already.
  if (error === undefined) return status < 300 || kind === 'delete' ? 'done' : 'rejected';
  if (status === 409 && kind === 'create' && mayBeOurs) return 'done';
  if (status === 409 && kind === 'update') return 'busy';
  if (status === 429 || status === 503) return 'busy';
  return status === 404 && error.type !== 'document_missing_exception' ? 'gone' : 'rejected';
}

function reasonOf(kind: string | undefined, result: BulkResult | undefined): string {
  if (result?.status === 409 && kind === 'create') return 'another row has the same id';
  if (!result?.error) return 'Elasticsearch gave no answer for this document';
  const cause = result.error.caused_by?.reason;
  return `${result.error.type}: ${result.error.reason ?? ''}${cause ? ` (${cause})` : ''}`;
}
