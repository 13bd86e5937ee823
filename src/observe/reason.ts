import { errors } from '@elastic/elasticsearch';
import { kindOfFailure } from '../search/failureKind.js';
import { ElasticsearchFailure } from '../search/failures.js';
import { type ApiError, NoSuchIndex, overloaded } from '../errors.js';

/**
 * Returns in one word why an answer is no success: few words, by which refusals are counted. The
 * first of them tell of a caller, the last ones of this service.
 */
export function reasonOf(error: ApiError): string {
  if (error.status < 500) return error.code;
  if (error === overloaded()) return 'overloaded';
  if (error instanceof NoSuchIndex) return 'not_ingested';
  if (error.details !== undefined) return 'not_ready';
  if (error.status !== 503) return 'internal';
  if (error.cause instanceof errors.ElasticsearchClientError)
    return `elasticsearch_${kindOfFailure(error.cause)}`;
  if (error.cause instanceof ElasticsearchFailure) return `elasticsearch_${error.cause.kind}`;
  // Whatever was to be done for it was not done in time.
  return 'late';
}
