import type { RequestContext } from './context.js';
import type { Answer } from './answers.js';

/** Answers with JSON that is already text, so that nothing measures it by serialising it again. */
export function setJson(context: RequestContext, json: string): void {
  context.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  context.body = json;
}

/** Answers with success. */
export function setAnswer(
  context: RequestContext,
  { data, missing = [], truncated = false }: Answer,
): void {
  const beside = {
    ...(missing.length > 0 ? { missing } : {}),
    ...(truncated ? { truncated } : {}),
  };
  setJson(context, JSON.stringify({ status: 'ok', data, ...beside }));
}
