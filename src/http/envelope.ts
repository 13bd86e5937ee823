import type { ApiError } from '../errors.js';

/** Returns the body of an answer other than success. */
export function errorBody(error: ApiError, requestId: string): string {
  return JSON.stringify({ status: 'error', ...presentError(error, requestId) });
}

/** Returns the part of an error that callers see. */
export function presentError({ code, message, details }: ApiError, requestId: string): object {
  const faults = details.length > 0 ? { details } : {};
  return { error: { code, message, ...faults, request_id: requestId } };
}
