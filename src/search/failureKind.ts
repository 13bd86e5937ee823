import { errors } from '@elastic/elasticsearch';
import { BUSY_STATUSES, errorType } from '../../core/elasticsearch/failures.js';

/**
 * The kinds of failures of Elasticsearch. `timeout`: no answer in time; `connection`: not reached;
 * `blocked`: an index that is closed, or takes no writes: the disk is full, or somebody said so; `busy`:
 * 429, 502, 503 or 504 for any other reason; `login`: 401 or 403, likewise; `no_index`: an index or
 * alias that is not there; `refused`: any other 4xx; `server`: any other 5xx; `answer`: nothing that Elasticsearch would answer.
 */
export const FAILURE_KINDS = [
  'timeout',
  'connection',
  'blocked',
  'busy',
  'login',
  'no_index',
  'refused',
  'server',
  'answer',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** A block with one of these is of the cluster, which has no master or has just been started. */
const OUTAGE_STATUSES = [502, 503, 504];

/**
 * Tells whether an error of this type is an operator's doing, or that of a full disk, although it is
 * told as a fault of the request (400), of the login (403), or of too many requests (429).
 */
export function isBlock(type: string): boolean {
  return type === 'index_closed_exception' || type === 'cluster_block_exception';
}

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
  if (isBlock(type) && !OUTAGE_STATUSES.includes(status)) return 'blocked';
  if (BUSY_STATUSES.includes(status)) return 'busy';
  if (status === 401 || status === 403) return 'login';
  if (status >= 500) return 'server';
  return status >= 400 ? 'refused' : 'answer';
}
