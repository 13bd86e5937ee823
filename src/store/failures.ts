import { errors, type estypes } from '@elastic/elasticsearch';
import { type ApiError, internal, NoSuchIndex, unavailable } from '../errors.js';
import { describeAnswer, errorType } from '../../elasticsearch/failures.js';
import { type FailureKind, isBlock, kindOfStatus } from './failureKind.js';

const UNAVAILABLE_STATUSES = new Set([408, 429, 502, 503, 504]);

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
  item: estypes.MgetResponseItem<Document> | undefined,
): estypes.GetGetResult<Document> | ApiError {
  if (item === undefined) return unavailable();
  // No status is told; what is at fault is the index or its shards, which passes.
  return 'error' in item ? fromItemFailure({ status: 503, error: item.error }) : item;
}

/**
 * Returns the error that a caller is told of a failed request: `unavailable` for whatever
 * passes or is repaired by operating the cluster, `internal` for a request it does not understand.
 */
export function fromClientError(error: unknown): ApiError {
  if (error instanceof errors.ResponseError) {
    const body: unknown = error.body;
    return fromStatus(error.statusCode ?? 503, errorType(body), error);
  }
  if (error instanceof errors.ElasticsearchClientError) {
    return unavailable({ cause: error });
  }
  return internal(error);
}

function fromStatus(status: number, type: string, cause: unknown): ApiError {
  if (type === 'index_not_found_exception') {
    return new NoSuchIndex(cause);
  }
  if (isBlock(type)) return unavailable({ cause });
  if (status === 401 || status === 403) {
    return unavailable({ cause: refusedLogin(status, cause) });
  }
  return UNAVAILABLE_STATUSES.has(status) ? unavailable({ cause }) : internal(cause);
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
