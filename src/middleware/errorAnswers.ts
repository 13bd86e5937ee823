import { type ApiError, asApiError } from '../errors.js';
import type { RequestContext, RequestMiddleware } from './context.js';
import { setJson } from './envelope.js';

/** Turns everything thrown into an answer. */
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
  context.state.error = error;
  // A body that breaks off is answered as soon as Node reports it.
  if (context.res.headersSent) return;
  context.res.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(error.headers)) context.res.setHeader(name, value);
  context.status = error.status;
  await setJson(context, errorBody(error, context.state.requestId));
}

/** Returns the body of an answer other than success. */
export function errorBody(error: ApiError, requestId: string): string {
  return JSON.stringify({ status: 'error', ...presentError(error, requestId) });
}

/** Returns the part of an error that callers see. */
export function presentError({ code, message, details = [] }: ApiError, requestId: string): object {
  const faults = details.length > 0 ? { details } : {};
  return { error: { code, message, ...faults, request_id: requestId } };
}
