import { errors, type estypes } from '@elastic/elasticsearch';
import {
  type FailureKind,
  isOfProxy,
  kindOfFailure,
  kindOfStatus,
} from '../../core/elasticsearch/failures.js';
import { type ApiError, internal, NoSuchIndex, unavailable } from '../errors.js';

/** A failed item in an answer of `_msearch`, `_mget` or `_bulk`. */
export interface ItemFailure {
  status: number;
  error: { type: string; reason?: string | null };
}

/** Returns the error of a failed item, with the original as its cause. */
export function fromItemFailure(item: ItemFailure): ApiError {
  const { type, reason } = item.error;
  const cause = new Error(`${type}: ${reason ?? 'no reason given'}`);
  return fromKind(kindOfStatus(item.status, item), cause);
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
  const kind = kindOfFailure(error);
  // A rejection by a proxy in between says nothing about our query.
  return isOfProxy(error) ? unavailableBecause(kind, error) : fromKind(kind, error);
}

function fromKind(kind: FailureKind, cause: Error): ApiError {
  if (kind === 'no_index') return new NoSuchIndex(cause);
  // Our query is wrong.
  return kind === 'refused' ? internal(cause) : unavailableBecause(kind, cause);
}

function unavailableBecause(kind: FailureKind, cause: Error): ApiError {
  return unavailable({ cause, reason: `elasticsearch_${kind}` });
}
