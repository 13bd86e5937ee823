import { errors } from '@elastic/elasticsearch';
import { BUSY_STATUSES, errorType } from '../../elasticsearch/failures.js';

/**
 * The kinds of failures of Elasticsearch. `timeout`: no answer in time; `connection`: not reached;
 * `busy`: 429, 502, 503 or 504; `login`: 401 or 403; `no_index`: an index or alias that is not there;
 * `refused`: any other 4xx; `server`: any other 5xx; `answer`: nothing that Elasticsearch would answer.
 */
export const FAILURE_KINDS = [
  'timeout',
  'connection',
  'busy',
  'login',
  'no_index',
  'refused',
  'server',
  'answer',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Returns the kind of a failed request. */
export function kindOfFailure(error: unknown): FailureKind {
  if (error instanceof errors.ResponseError)
    return kindOfStatus(error.statusCode ?? 0, errorType(error.body));
  // Of what is aborted, the time was over.
  if (error instanceof errors.TimeoutError || error instanceof errors.RequestAbortedError)
    return 'timeout';
  // A signal of ours that ends a request is told as a broken connection.
  if (error instanceof errors.ConnectionError && /abort|timeout/i.test(error.message))
    return 'timeout';
  const isUnread =
    error instanceof errors.DeserializationError ||
    error instanceof errors.ProductNotSupportedError;
  return isUnread ? 'answer' : 'connection';
}

/** Returns the kind of a failure inside an answer. */
export function kindOfStatus(status: number, type: string): FailureKind {
  if (type === 'index_not_found_exception') return 'no_index';
  if (BUSY_STATUSES.includes(status)) return 'busy';
  if (status === 401 || status === 403) return 'login';
  if (status >= 500) return 'server';
  return status >= 400 ? 'refused' : 'answer';
}
