import { setTimeout as sleep } from 'node:timers/promises';
import { asApiError } from '../errors.js';
import { bodyHeaders, codingFor } from '../http/codings.js';
import { errorBody, Reply } from '../http/reply.js';
import { setHeaders } from '../http/headers.js';
import { requestFaults } from '../http/target.js';
import { type Answer, largeAnswerJson } from '../lookups/answers.js';
import type { RequestContext, RequestMiddleware } from './context.js';

/** Answers with a reply in the coding that the caller prefers. */
export async function setReply(context: RequestContext, reply: Reply): Promise<void> {
  const coding = reply.codingFor(codingFor(context.req));
  setHeaders(context.res, bodyHeaders(coding));
  context.body = Buffer.from(await reply.encoded(coding), 'latin1');
}

/** Answers with serialized JSON. */
export function setJson(context: RequestContext, json: string): Promise<void> {
  return setReply(context, new Reply(json));
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
    if (error.delayMs > 0) await sleep(error.delayMs);
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
