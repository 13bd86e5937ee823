import { secondsToWait } from '../../client/src/retryAfter.js';
import { type Source, sourceOf } from './cacheStatus.js';
import { type Failure, failureOf, unreachable } from './failures.js';
import { type ApiRequest, targetOf } from './requests.js';
import { serviceAddress } from './service.js';

/** The service answers sooner, if only that it cannot: what takes longer has lost its connection. */
const TIMEOUT_MS = 15_000;

/** What was asked and answered. */
export interface Exchange {
  readonly request: ApiRequest;
  readonly token: string;
  readonly milliseconds: number;
  /** Undefined: no answer came. */
  readonly status: number | undefined;
  readonly source: Source | undefined;
  readonly body: unknown;
  readonly failure: Failure | undefined;
}

/**
 * Asks the service.
 * @throws the reason of the signal, and nothing else
 */
export async function send(
  request: ApiRequest,
  token: string,
  signal: AbortSignal,
): Promise<Exchange> {
  const start = performance.now();
  const asked = { request, token };
  try {
    const response = await fetch(`${serviceAddress()}${targetOf(request)}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      // What stands beside the map is what the service does, not what this browser remembers.
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    const body = parsed(text);
    return {
      ...asked,
      milliseconds: performance.now() - start,
      status: response.status,
      source: sourceOf(response.headers.get('cache-status')),
      body: body ?? text,
      failure: isSuccess(body)
        ? undefined
        : failureOf(response.status, messageIn(body), secondsToWait(response.headers)),
    };
  } catch {
    signal.throwIfAborted();
    return {
      ...asked,
      milliseconds: performance.now() - start,
      status: undefined,
      source: undefined,
      body: undefined,
      failure: unreachable(navigator.onLine),
    };
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
