import { secondsToWait } from '../../client/src/waiting.js';
import { type Failure, failureOf, unreachable } from './failures.js';
import { type ApiRequest, targetOf, serviceAddress } from './requests.js';

/** The service always answers sooner, so a longer request has lost its connection. */
const TIMEOUT_MS = 15_000;

/** A request and its answer. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly token: string;
  readonly milliseconds: number;
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  readonly source: AnswerSource | undefined;
  readonly body: unknown;
  readonly failure: Failure | undefined;
}

/** Sends a request. @throws the reason of the signal, and nothing else */
export async function send(
  request: ApiRequest,
  token: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const start = performance.now();
  const exchange = (answer: Pick<Exchange, 'failure'> & Partial<Exchange>): Exchange => ({
    request,
    token,
    milliseconds: performance.now() - start,
    status: undefined,
    source: undefined,
    body: undefined,
    ...answer,
  });
  const sent = request.body === undefined ? undefined : JSON.stringify(request.body);
  try {
    const response = await fetch(`${serviceAddress()}${targetOf(request)}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: sent }),
      // The page shows what the service answers now, not what the browser has cached.
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const { status, headers } = response;
    const text = await response.text();
    const body = parsed(text);
    const failure = isSuccess(body)
      ? undefined
      : failureOf(status, messageIn(body), secondsToWait(headers));
    return exchange({
      status,
      source: sourceOf(headers.get('cache-status')),
      body: body ?? text,
      failure,
    });
  } catch {
    signal.throwIfAborted();
    return exchange({ failure: unreachable(navigator.onLine) });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isSuccess(body: unknown): boolean {
  return isObject(body) && body.status === 'ok';
}

function messageIn(body: unknown): string | undefined {
  if (!isObject(body) || !isObject(body.error)) return undefined;
  const { message } = body.error;
  return typeof message === 'string' ? message : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Where an answer comes from. */
export type AnswerSource = 'cache' | 'elasticsearch';

/** Reads the header `Cache-Status`. */
export function sourceOf(cacheStatus: string | null): AnswerSource | undefined {
  if (cacheStatus === null) return undefined;
  return /;\s*hit\s*(;|,|$)/.test(cacheStatus) ? 'cache' : 'elasticsearch';
}
