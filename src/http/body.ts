import bodyParser from 'koa-bodyparser';
import { invalidRequest, payloadTooLarge, unsupportedMediaType } from '../errors.js';
import type { RequestContext } from './context.js';

export const MAX_BODY_BYTES = 16 * 1_024;

const parse = bodyParser({
  enableTypes: ['json'],
  jsonLimit: `${MAX_BODY_BYTES}b`,
  onerror: (error) => {
    throw refusalOf(error);
  },
});

/**
 * The members of a request's JSON body; none when it is empty.
 *
 * @throws {ApiError} 415 if it is not declared as JSON in UTF-8, 413 if it is longer than 16 KiB,
 * 400 if it is anything but a JSON object.
 */
export async function readJsonBody(context: RequestContext): Promise<Record<string, unknown>> {
  const { type, charset } = context.request;
  if (type !== 'application/json' || !['', 'utf-8'].includes(charset.toLowerCase())) {
    throw unsupportedMediaType();
  }
  await parse(context, () => Promise.resolve());
  const { body } = context.request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject();
  return body as Record<string, unknown>;
}

function refusalOf(error: Error & { status?: number }): Error {
  if (error.status === 413) return payloadTooLarge(MAX_BODY_BYTES);
  return error.status === 415 ? unsupportedMediaType() : notAnObject();
}

function notAnObject(): Error {
  return invalidRequest([], 'The body must be one JSON object, such as {"id":"…"}.');
}
