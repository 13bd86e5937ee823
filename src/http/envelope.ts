import type { RequestContext } from './context.js';
import type { Answer } from './endpoint.js';

/** Answers with JSON that is already text, so that nothing measures it by serialising it again. */
export function setJson(context: RequestContext, json: string): void {
  context.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  context.body = json;
}

/** Answers with success. */
export function setAnswer(context: RequestContext, { data, missing }: Answer): void {
  const beside = missing !== undefined && missing.length > 0 ? { missing } : {};
  setJson(context, JSON.stringify({ status: 'ok', data, ...beside }));
}
