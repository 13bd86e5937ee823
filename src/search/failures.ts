import { errors, type estypes } from '@elastic/elasticsearch';
import { type ApiError, internal, NoSuchIndex, unavailable } from '../errors.js';
import {
  describeAnswer,
  errorType,
  hasStatus,
  isOfElasticsearch,
} from '../../core/elasticsearch/failures.js';
import { type FailureKind, isBlock, kindOfStatus } from './failureKind.js';

/** Of the faults of a request, those that pass. */
const PASSING_STATUSES: readonly number[] = [408, 429];

/** An error of Elasticsearch inside an answer, as `_msearch` and `_bulk` give one per item. */
export interface ItemFailure {
  status: number;
  error: { type: string; reason?: string | null };
}

/** Why something of Elasticsearch failed, where the client tells of no error. */
export class ElasticsearchFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ElasticsearchFailure';
  }
}

/** Returns the error that a caller is told of a failure inside an answer; `cause` is the original. */
export function fromItemFailure(failure: ItemFailure): ApiError {
  const reason = `${failure.error.type}: ${failure.error.reason ?? 'no reason given'}`;
  const kind = kindOfStatus(failure.status, failure.error.type);
  return fromStatus(failure.status, failure.error.type, new ElasticsearchFailure(kind, reason));
}

/** Returns what an item of the answer to an `_mget` tells of its document, or why it tells nothing. */
export function resultIn<Document>(
  item: estypes.MgetResponseItem<Document> | null | undefined,
): estypes.GetGetResult<Document> | ApiError {
  // A proxy in between may say anything.
  if (item === undefined || item === null) return unavailable();
  // No status is told; what is at fault is the index or its shards, which passes.
  if ('error' in item) return fromItemFailure({ status: 503, error: item.error });
  return typeof (item as Partial<typeof item>).found === 'boolean' ? item : unavailable();
}

/**
 * Returns the error that a caller is told of a failed request: `unavailable` for whatever
 * passes or is repaired by operating the cluster, a full disk among it, `internal` for a request it does not understand.
 */
export function fromClientError(error: unknown): ApiError {
  if (error instanceof errors.ResponseError) {
    const body: unknown = error.body;
    // Another one is of a proxy in between.
    if (isOfElasticsearch(error.meta) || hasStatus(error, 401, 403))
      return fromStatus(error.statusCode ?? 503, errorType(body), error);
  }
  if (error instanceof errors.ElasticsearchClientError) return unavailable({ cause: error });
  return internal(error);
}

function fromStatus(status: number, type: string, cause: unknown): ApiError {
  if (type === 'index_not_found_exception') return new NoSuchIndex(cause);
  if (isBlock(type)) return unavailable({ cause });
  if (status === 401 || status === 403) return unavailable({ cause: refusedLogin(status, cause) });
  // Anything but a fault of the request is Elasticsearch's, or of what stands before it.
  const isOfRequest = status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);
  return isOfRequest ? internal(cause) : unavailable({ cause });
}

/** The log is where an operator looks first. */
function refusedLogin(status: number, cause: unknown): Error {
  const reason = cause instanceof errors.ResponseError ? describeAnswer(cause.body) : String(cause);
  return new ElasticsearchFailure(
    'login',
    `Elasticsearch refuses the login (${status}): correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD. ${reason}`,
    { cause },
  );
}
