import { errors } from '@elastic/elasticsearch';
import { errorType } from '../elasticsearch/failures.js';

/** Tells whether this is Elasticsearch's answer that it found an error of one of these types. */
export function isErrorOfType(error: unknown, ...types: string[]): boolean {
  return error instanceof errors.ResponseError && types.includes(errorType(error.body));
}
