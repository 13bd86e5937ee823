import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestContext } from './context.js';
import type { Answer } from './answers.js';

/** Elements that are made into text at once; others have their turn in between. */
const ELEMENTS_A_PART = 500;

/** Answers with JSON that is already text, so that nothing measures it by serialising it again. */
export function setJson(context: RequestContext, json: string): void {
  context.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  context.body = json;
}

/** Answers with success. */
export async function setAnswer(
  context: RequestContext,
  { data, missing = [], truncated = false }: Answer,
): Promise<void> {
  const isLong = Array.isArray(data) && data.length > ELEMENTS_A_PART;
  const members = [
    '"status":"ok"',
    // Writes answer none.
    ...(data === undefined
      ? []
      : [`"data":${isLong ? await inParts(data) : JSON.stringify(data)}`]),
    ...(missing.length > 0 ? [`"missing":${JSON.stringify(missing)}`] : []),
    ...(truncated ? ['"truncated":true'] : []),
  ];
  setJson(context, `{${members.join(',')}}`);
}

async function inParts(elements: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < elements.length; start += ELEMENTS_A_PART) {
    if (start > 0) await nextTurn();
    parts.push(JSON.stringify(elements.slice(start, start + ELEMENTS_A_PART)).slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}
