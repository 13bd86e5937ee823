import { errors, type estypes } from '@elastic/elasticsearch';
import { type ApiError, internal, NoSuchIndex, unavailable } from '../errors.js';
import {
  describeAnswer,
  type FailureKind,
  isOfElasticsearch,
  kindOfFailure,
  kindOfStatus,
} from '../../core/elasticsearch/failures.js';

/** A failed item in an answer of `_msearch`, `_mget` or `_bulk`. */
export interface ItemFailure {
  status: number;
  error: { type: string; reason?: string | null };
}

/** Returns the error of a failed item, with the original as its cause. */
export function fromItemFailure({ status, error: { type, reason } }: ItemFailure): ApiError {
  const cause = new Error(`${type}: ${reason ?? 'no reason given'}`);
  return fromKind(kindOfStatus(status, type), cause);
}

/** Returns the result of an `_mget` item, or its error. */
export function resultIn<Document>(
  item: estypes.MgetResponseItem<Document> | null | undefined,
): estypes.GetGetResult<Document> | ApiError {
  // A proxy in between may answer anything.
  if (item === undefined || item === null) return unavailable();
  // The item has no status. Its index or shards failed, which is temporary.
  if ('error' in item) return fromItemFailure({ status: 503, error: item.error });
  return typeof (item as Partial<typeof item>).found === 'boolean' ? item : unavailable();
}

/**
 * Returns the error of a failed request: `internal` if Elasticsearch rejects the query, `unavailable`
 * for all that an operator or time repairs.
 */
export function fromClientError(error: unknown): ApiError {
  if (!(error instanceof errors.ElasticsearchClientError)) return internal(error);
  const isOfProxy = error instanceof errors.ResponseError && !isOfElasticsearch(error.meta);
  const kind = kindOfFailure(error);
  // A rejection by a proxy in between says nothing about our query.
  if (isOfProxy && kind !== 'login')
    return unavailable({ cause: error, reason: `elasticsearch_${kind}` });
  return fromKind(kind, error);
}

function fromKind(kind: FailureKind, cause: Error): ApiError {
  if (kind === 'no_index') return new NoSuchIndex(cause);
  // Our query is wrong.
  if (kind === 'refused') return internal(cause);
  const reason = `elasticsearch_${kind}`;
  return unavailable({ cause: kind === 'login' ? loginFailure(cause) : cause, reason });
}

/** Says what to do, because the cause is logged. */
function loginFailure(cause: Error): Error {
  const isAnswer = cause instanceof errors.ResponseError;
  const reason = isAnswer ? describeAnswer(cause.body) : cause.message;
  const status = isAnswer ? ` (${cause.statusCode ?? 0})` : '';
  return new Error(
    `Elasticsearch rejects the login${status}. Correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD. ${reason}`,
    { cause },
  );
}
