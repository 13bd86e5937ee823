import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer } from '../lookups/answers.js';
import { codingFor, COMPRESSED_FROM_BYTES, encode } from './codings.js';
import type { RequestContext } from './context.js';
import { bodyHeaders, setHeaders } from './headers.js';

/** Elements that are serialized at once. Other requests have their turn in between. */
const ELEMENTS_PER_PART = 500;

/** Answers with serialized JSON in the coding that the caller prefers. */
export async function setJson(context: RequestContext, json: string): Promise<void> {
  const bytes = Buffer.from(json);
  const isShort = bytes.length < COMPRESSED_FROM_BYTES;
  const coding = isShort ? 'identity' : codingFor(context.req);
  setHeaders(context.res, bodyHeaders(coding));
  context.body = coding === 'identity' ? bytes : await encode(bytes, coding);
}

/** Returns the body of a success. */
export function successBody({ data, missing = [], truncated = false }: Answer): string {
  // Writes have no data.
  return enclose(data === undefined ? undefined : JSON.stringify(data), missing, truncated);
}

/** Returns the same, but serializes a long body in parts. */
export async function longSuccessBody(answer: Answer): Promise<string> {
  const { data, missing = [], truncated = false } = answer;
  const isLong = Array.isArray(data) && data.length > ELEMENTS_PER_PART;
  return isLong ? enclose(await inParts(data), missing, truncated) : successBody(answer);
}

/** Answers with success. */
export async function setAnswer(context: RequestContext, answer: Answer): Promise<void> {
  await setJson(context, await longSuccessBody(answer));
}

function enclose(
  data: string | undefined,
  missing: readonly string[],
  isTruncated: boolean,
): string {
  const members = [
    '"status":"ok"',
    ...(data === undefined ? [] : [`"data":${data}`]),
    ...(missing.length > 0 ? [`"missing":${JSON.stringify(missing)}`] : []),
    ...(isTruncated ? ['"truncated":true'] : []),
  ];
  return `{${members.join(',')}}`;
}

async function inParts(elements: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < elements.length; start += ELEMENTS_PER_PART) {
    if (start > 0) await nextTurn();
    parts.push(JSON.stringify(elements.slice(start, start + ELEMENTS_PER_PART)).slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}
