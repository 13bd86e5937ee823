import { parseBody, secondsToWait } from '../../client/src/answers.js';
import { type Failure, failureOf, NO_TOKEN, unreachable } from './failures.js';
import { type ApiRequest, isSameTyping, serviceAddress, targetOf } from './requests.js';
import type { Tokens } from './tokens.js';

/** The service always answers sooner, so a longer request has lost its connection. */
const TIMEOUT_MS = 15_000;
const LISTED_EXCHANGES = 20;

type AnswerSource = 'the cache' | 'Elasticsearch';

interface Received {
  readonly failure: Failure | undefined;
  /** Undefined, like the next two, if no answer came. */
  readonly status?: number;
  readonly source?: AnswerSource | undefined;
  readonly body?: unknown;
}

/** A request and its answer. */
export interface Exchange extends Received {
  /** Unique. */
  readonly number: number;
  readonly request: ApiRequest;
  readonly token: string;
  readonly milliseconds: number;
  /** The earlier searches while the same text was typed, the latest first. */
  readonly earlier: readonly Exchange[];
}

export type Outcome =
  | { readonly failure: Failure }
  | { readonly failure: undefined; readonly body: Record<string, unknown> };

/** Sends requests with the right token, and lists the latest exchanges. */
export class Sender {
  readonly #tokens: Tokens;
  readonly #changed: () => void;
  #count = 0;
  /** The latest first. */
  exchanges: readonly Exchange[] = [];

  /** @param changed is called after every exchange */
  constructor(tokens: Tokens, changed: () => void) {
    this.#tokens = tokens;
    this.#changed = changed;
  }

  /** @throws the reason of the signal, and nothing else */
  async send(request: ApiRequest, signal: AbortSignal): Promise<Outcome> {
    const token = this.#tokens.for(request.scope);
    if (token === undefined) return { failure: NO_TOKEN };
    const startMs = performance.now();
    const received = await receive(request, token, signal);
    const milliseconds = performance.now() - startMs;
    this.#count += 1;
    // A text may be searched in two ways at once.
    const last = this.exchanges.slice(0, 2).find((each) => isSameTyping(request, each.request));
    const earlier = last
      ? [{ ...last, earlier: [] }, ...last.earlier].slice(0, LISTED_EXCHANGES)
      : [];
    const exchange = { ...received, number: this.#count, request, token, milliseconds, earlier };
    const others = this.exchanges.filter((each) => each !== last);
    this.exchanges = [exchange, ...others].slice(0, LISTED_EXCHANGES);
    this.#changed();
    const { failure, body } = received;
    return failure === undefined ? { failure, body: body as Record<string, unknown> } : { failure };
  }
}

async function receive(request: ApiRequest, token: string, signal: AbortSignal): Promise<Received> {
  const sent = request.body === undefined ? null : JSON.stringify(request.body);
  try {
    const response = await fetch(`${serviceAddress()}${targetOf(request)}`, {
      method: request.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent === null ? {} : { 'content-type': 'application/json' }),
      },
      body: sent,
      // The page shows what the service answers now, not what the browser has cached.
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const { status, headers } = response;
    const text = await response.text();
    const body = parseBody(text);
    const failure =
      body?.status === 'ok'
        ? undefined
        : failureOf(status, body?.error?.message, secondsToWait(headers));
    const source = sourceOf(headers.get('cache-status'));
    return { failure, status, source, body: body ?? text };
  } catch {
    signal.throwIfAborted();
    return { failure: unreachable(navigator.onLine) };
  }
}

/** Reads the header `Cache-Status`. */
export function sourceOf(cacheStatus: string | null): AnswerSource | undefined {
  if (cacheStatus === null) return undefined;
  return /;\s*hit\s*(;|,|$)/.test(cacheStatus) ? 'the cache' : 'Elasticsearch';
}
