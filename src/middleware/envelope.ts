import { asApiError } from '../errors.js';
import { bodyHeaders, codingFor, COMPRESSED_FROM_BYTES, encode } from '../http/codings.js';
import { errorBody } from '../http/reply.js';
import { setHeaders } from '../http/headers.js';
import { requestFaults } from '../http/target.js';
import { type Answer, largeAnswerJson } from '../lookups/answers.js';
import type { RequestContext, RequestMiddleware } from './context.js';

/** Answers with serialized JSON in the coding that the caller prefers. */
export async function setJson(context: RequestContext, json: string): Promise<void> {
  const bytes = Buffer.from(json);
  const isShort = bytes.length < COMPRESSED_FROM_BYTES;
  const coding = isShort ? 'identity' : codingFor(context.req);
  setHeaders(context.res, bodyHeaders(coding));
  context.body = coding === 'identity' ? bytes : await encode(bytes, coding);
}

/** Answers with success. */
export async function setAnswer(context: RequestContext, answer: Answer): Promise<void> {
  await setJson(context, await largeAnswerJson(answer));
}

/** Turns everything thrown into an answer. */
export const errorAnswers: RequestMiddleware = async (context, next) => {
  try {
    await next();
  } catch (thrown) {
    const error = asApiError(thrown);
    context.state.error = error;
    // A body that breaks off is answered as soon as Node reports it.
    if (context.res.headersSent) return;
    context.set({ 'Cache-Control': 'no-store', ...error.headers });
    context.status = error.status;
    await setJson(context, errorBody(error, context.state.requestId));
  }
};

/** Rejects requests that cannot be read. */
export const rejectUnreadable: RequestMiddleware = ({ req, res }, next) => {
  const fault = requestFaults.get(req);
  if (fault === undefined) return next();
  res.setHeader('Connection', 'close');
  throw fault;
};
