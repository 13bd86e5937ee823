import { errors, type estypes } from '@elastic/elasticsearch';
import { type ApiError, internal, NoSuchIndex, unavailable } from '../errors.js';
import {
  describeAnswer,
  type FailureKind,
  isOfElasticsearch,
  kindOfFailure,
  kindOfStatus,
} from '../../core/elasticsearch/failures.js';

/** An error of Elasticsearch inside an answer, as `_msearch` and `_bulk` give one per item. */
export interface ItemFailure {
  status: number;
  error: { type: string; reason?: string | null };
}

/** Returns the error that a caller is told of a failure inside an answer; its cause is the original. */
export function fromItemFailure({ status, error: { type, reason } }: ItemFailure): ApiError {
  const cause = new Error(`${type}: ${reason ?? 'no reason given'}`);
  return fromKind(kindOfStatus(status, type), cause);
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
  if (!(error instanceof errors.ElasticsearchClientError)) return internal(error);
  const isOfProxy = error instanceof errors.ResponseError && !isOfElasticsearch(error.meta);
  const kind = kindOfFailure(error);
  // What a proxy in between refuses says nothing of our request.
  if (isOfProxy && kind !== 'login')
    return unavailable({ cause: error, reason: `elasticsearch_${kind}` });
  return fromKind(kind, error);
}

function fromKind(kind: FailureKind, cause: Error): ApiError {
  if (kind === 'no_index') return new NoSuchIndex(cause);
  // A fault of the request is a defect of ours; anything else is Elasticsearch's, or of what stands before it.
  if (kind === 'refused') return internal(cause);
  const reason = `elasticsearch_${kind}`;
  return unavailable({ cause: kind === 'login' ? refusedLogin(cause) : cause, reason });
}

/** The log is where an operator looks first. */
function refusedLogin(cause: Error): Error {
  const isAnswer = cause instanceof errors.ResponseError;
  const reason = isAnswer ? describeAnswer(cause.body) : cause.message;
  const status = isAnswer ? ` (${cause.statusCode ?? 0})` : '';
  return new Error(
    `Elasticsearch refuses the login${status}: correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD. ${reason}`,
    { cause },
  );
}
