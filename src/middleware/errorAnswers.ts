import { type ApiError, asApiError } from '../errors.js';
import type { RequestContext, RequestMiddleware } from './context.js';
import { setJson } from './envelope.js';

/** The one exit of every failure: turns what was thrown into an answer. */
export function errorAnswers(): RequestMiddleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      await answer(context, asApiError(error));
    }
  };
}

async function answer(context: RequestContext, error: ApiError): Promise<void> {
  context.state.refusal = error;
  // What could not be read to its end is refused as soon as that shows.
  if (context.res.headersSent) return;
  context.res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(error.headers)) context.res.setHeader(name, value);
  context.status = error.status;
  await setJson(context, errorBody(error, context.state.requestId));
}

/** The body of an answer other than success. */
export function errorBody(error: ApiError, requestId: string): string {
  return JSON.stringify({ status: 'error', ...presentError(error, requestId) });
}

/** Returns what callers see of a failure. */
export function presentError({ code, message, details = [] }: ApiError, requestId: string): object {
  const faults = details.length > 0 ? { details } : {};
  return { error: { code, message, ...faults, request_id: requestId } };
}
