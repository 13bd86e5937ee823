import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { errors } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import { describeAnswer } from '../../core/elasticsearch/failures.js';
import { type ApiError, asApiError } from '../errors.js';
import { pathOf } from '../http/target.js';
import type { Trace } from './elasticsearch.js';
import { httpDuration, httpRejections, httpRequests, httpRunning } from './metrics.js';
import type { StateLog } from './stateLog.js';

/** The values of the setting `LOG_REQUESTS`. */
export const LOGGED_REQUESTS = ['all', 'failures', 'none'] as const;

export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];

/** Per status. In an outage all requests fail, and their lines must not push older ones out. */
const MOST_LINES_PER_SECOND = 10;
/** Longer messages of Elasticsearch repeat themselves. */
const MOST_CAUSE_CHARACTERS = 300;
/** Our own paths are shorter. */
const MOST_PATH_CHARACTERS = 200;
const RATE_LIMITED = 429;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'];
/** Rejections for a reason are over after this time without one. */
const QUIET_MS = 10_000;

const WELL_FORMED_ID = /^[\w.:=+/-]{1,128}$/;

/** The rule of `X-Request-Id`; other values are replaced. */
export const REQUEST_ID_RULE = '1 to 128 letters, digits and `_ . : = + / -`';

/** The header `traceparent` of W3C Trace Context. Versions after 00 may append to it. */
const TRACEPARENT =
  /^(?!ff|00.{54})[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?![^-])/;

/** The facts of a request when it arrives. */
export interface RequestStart {
  /** Sent back as `X-Request-Id`. */
  readonly requestId: string;
  /** The caller's `traceparent`, if it is well-formed. */
  readonly traceparent?: string | undefined;
  /** The address of the caller. */
  readonly client: string;
  /** A time of `performance.now()`. */
  readonly since: number;
}

/** The facts of a request when it is answered. */
export interface RequestEnd {
  readonly status: number;
  /** The route template; `unmatched` if there is none. */
  readonly route: string;
  /** True if the answer came from the cache. */
  readonly isHit?: boolean;
  /** Absent if no token was accepted. */
  readonly caller?: { readonly id: string; readonly name: string } | undefined;
  /** Absent for a success. */
  readonly error?: unknown;
  readonly trace: Trace;
}

export interface AccessLogOptions {
  readonly logger: Logger;
  readonly states: StateLog;
  /** The number of own proxies that append to `X-Forwarded-For`. 0 ignores the header. */
  readonly trustProxy: number;
  /** Requests that take this long are logged as slow. 0 means none. */
  readonly slowRequestMs: number;
  readonly logRequests: LoggedRequests;
}

/**
 * Counts requests, and logs one line for each, without query string and token. An outage, which makes
 * many requests fail, is logged once on a line of its own.
 */
export class AccessLog {
  readonly #options: AccessLogOptions;
  readonly #lines = new Map<number, number>();
  #second = 0;

  constructor(options: AccessLogOptions) {
    this.#options = options;
  }

  /** Notes the arrival of a request. */
  begin({ headers, socket }: IncomingMessage): RequestStart {
    httpRunning.inc();
    const { trustProxy } = this.#options;
    const forwarded = trustProxy === 0 ? undefined : headers['x-forwarded-for'];
    const addresses = forwarded === undefined ? [] : String(forwarded).split(',');
    // A closed connection has no address.
    const forwardedFor = addresses.slice(-trustProxy)[0]?.trim() ?? '';
    const client = forwardedFor === '' ? (socket.remoteAddress ?? '') : forwardedFor;
    const given = headers['x-request-id'];
    const isGood = typeof given === 'string' && WELL_FORMED_ID.test(given);
    const [traceparent] = TRACEPARENT.exec(String(headers.traceparent)) ?? [];
    const requestId = isGood ? given : randomUUID();
    return { requestId, traceparent, client, since: performance.now() };
  }

  /** Counts and logs an answered request. */
  write(
    request: IncomingMessage,
    { requestId, traceparent, client, since }: RequestStart,
    end: RequestEnd,
  ): void {
    const { logger, slowRequestMs } = this.#options;
    const { status, route, isHit = false, caller, error, trace } = end;
    const { method = '' } = request;
    const durationMs = performance.now() - since;
    httpRunning.dec();
    const counted = METHODS.includes(method) ? method : 'other';
    httpRequests.inc({ route, method: counted, status: String(status) });
    const answered = answeredBy(status, isHit);
    httpDuration.observe({ route, method: counted, answered }, durationMs / 1_000);
    const path = shortened(pathOf(request));
    // Counted even if the request itself is not logged.
    const reasons = error === undefined ? {} : this.#rejected(asApiError(error), status, { requestId, path }); // prettier-ignore
    const isSlow = slowRequestMs > 0 && durationMs >= slowRequestMs;
    if (!this.#isLogged(status, isSlow)) return;
    const line = {
      requestId,
      method,
      path,
      status,
      durationMs: round(durationMs),
      client,
      token: caller?.name,
      tokenId: caller?.id,
      traceId: traceparent?.split('-')[1],
      ...reasons,
      ...(isSlow && partsOf(durationMs, trace)),
    };
    if (status === 500) logger.error(line, 'request');
    // If Elasticsearch hangs, all requests are slow and fail, which is logged already.
    else if (isSlow && status < 500) logger.warn(line, 'slow request');
    else logger.info(line, 'request');
  }

  /** Counts a rejection, and returns its members of the line. */
  #rejected(error: ApiError, status: number, first: { requestId: string; path: string }): object {
    const { reason } = error;
    httpRejections.inc({ reason });
    if (status === 500) return { reason, err: error.cause ?? error };
    const cause = causeOf(error);
    // A readiness check that fails is the answer that was wanted.
    if ((status > 500 || status === RATE_LIMITED) && reason !== 'not_ready') {
      const lines = { begin: 'requests are rejected', goOn: 'requests are still rejected', end: 'requests are no longer rejected' }; // prettier-ignore
      this.#options.states.begin(
        `rejected: ${reason}`,
        lines,
        { reason, ...first, cause },
        { quietMs: QUIET_MS },
      );
    }
    return status > 500 ? { reason, cause } : { reason };
  }

  #isLogged(status: number, isSlow: boolean): boolean {
    const { logRequests } = this.#options;
    if (logRequests !== 'failures') return logRequests === 'all';
    if (status < 400 && !isSlow) return false;
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#lines.clear();
    this.#second = second;
    const count = (this.#lines.get(status) ?? 0) + 1;
    this.#lines.set(status, count);
    return count <= MOST_LINES_PER_SECOND;
  }
}

/** Returns the metric label: a cache hit or miss, rejected (4xx) or failed (5xx). */
function answeredBy(status: number, isHit: boolean): 'hit' | 'miss' | 'rejected' | 'failed' {
  if (status >= 500) return 'failed';
  if (status >= 400) return 'rejected';
  return isHit ? 'hit' : 'miss';
}

function causeOf({ cause }: ApiError): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const isAnswer = cause instanceof errors.ResponseError;
  // The page of a proxy has no reason, but a status.
  const message = isAnswer
    ? `${cause.statusCode ?? 0} ${describeAnswer(cause.body)}`
    : cause.message;
  return `${cause.name}: ${message}`.slice(0, MOST_CAUSE_CHARACTERS);
}

/** Splits the time of a slow request. Parallel work is counted several times. */
function partsOf(
  durationMs: number,
  { queuedMs, tookMs, transportMs, requests }: Trace,
): Record<string, number> {
  return {
    queuedMs: round(queuedMs),
    elasticsearchMs: round(tookMs),
    transportMs: round(transportMs),
    otherMs: round(Math.max(0, durationMs - queuedMs - tookMs - transportMs)),
    elasticsearchRequests: requests,
  };
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

function shortened(path: string): string {
  return path.length > MOST_PATH_CHARACTERS ? `${path.slice(0, MOST_PATH_CHARACTERS)}…` : path;
}
