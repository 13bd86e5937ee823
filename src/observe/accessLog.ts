import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { errors } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import type { Caller } from '../access/tokens/caller.js';
import { describeAnswer } from '../../core/elasticsearch/failures.js';
import { type ApiError, asApiError } from '../errors.js';
import type { RequestContext, RequestMiddleware } from '../middleware/context.js';
import { pathOf } from '../middleware/target.js';
import { httpDuration, httpRefusals, httpRequests, httpRunning } from './metrics.js';
import type { StateLog } from './stateLog.js';
import { Trace, traced } from './trace.js';

/** The values of the setting `LOG_REQUESTS`. */
export const LOGGED_REQUESTS = ['all', 'failures', 'none'] as const;

export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];

/** For each status. In an outage all requests fail, and their lines must not push older ones out of the log. */
const MOST_LINES_PER_SECOND = 10;
/** Longer texts of Elasticsearch repeat themselves. */
const MOST_CAUSE_CHARACTERS = 300;
/** Our paths are shorter; of what anybody may ask, no more fills the log. */
const MOST_PATH_CHARACTERS = 200;
const RATE_LIMITED = 429;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'];
/** Refusals for a reason are over when there was none for so long. */
const QUIET_MS = 10_000;

const WELL_FORMED_ID = /^[\w.:=+/-]{1,128}$/;

/** Describes what a caller may send as `X-Request-Id`; anything else is replaced. */
export const REQUEST_ID_RULE = '1 to 128 letters, digits and `_ . : = + / -`';

/** What is known of a request when it comes. */
export interface Begun {
  /** The answer shows it as `X-Request-Id`. */
  readonly requestId: string;
  /** The address of the caller. */
  readonly client: string;
  /** By `performance.now()`. */
  readonly since: number;
}

/** What is known of a request when it is answered. */
export interface Ended {
  readonly status: number;
  /** The template of its path; `unmatched` where there is none. */
  readonly route: string;
  /** True if its answer was kept. */
  readonly wasKept?: boolean;
  /** Once its token was accepted. */
  readonly caller?: Caller | undefined;
  /** What was thrown, of an answer other than success. */
  readonly error?: unknown;
  readonly trace: Trace;
}

export interface AccessLogOptions {
  readonly logger: Logger;
  readonly states: StateLog;
  /**
   * As many of the last addresses in `X-Forwarded-For` were written by proxies of the operator's own; 0: the header is
   * the caller's, and ignored.
   */
  readonly trustedProxies: number;
  /** A request that takes so long is told as slow; 0: none is. */
  readonly slowRequestMs: number;
  readonly logRequests: LoggedRequests;
}

/**
 * Counts requests and writes a line for each. The query string is left out, for it is the caller's own; so is the token,
 * of which only its name and id are written. What makes many requests fail is told once, on a line of its own; those of
 * the requests are not louder for it.
 */
export class AccessLog {
  readonly #options: AccessLogOptions;
  readonly #lines = new Map<number, number>();
  #second = 0;

  constructor(options: AccessLogOptions) {
    this.#options = options;
  }

  /** Gives a request its id. */
  begin({ headers, socket }: IncomingMessage): Begun {
    httpRunning.inc();
    const { trustedProxies } = this.#options;
    const forwarded = trustedProxies === 0 ? undefined : headers['x-forwarded-for'];
    const addresses = forwarded === undefined ? [] : String(forwarded).split(',');
    // A connection that is closed before the answer has no address any more.
    const forwardedFor = addresses.slice(-trustedProxies)[0]?.trim() ?? '';
    const client = forwardedFor === '' ? (socket.remoteAddress ?? '') : forwardedFor;
    const given = headers['x-request-id'];
    const isGood = typeof given === 'string' && WELL_FORMED_ID.test(given);
    return { requestId: isGood ? given : randomUUID(), client, since: performance.now() };
  }

  write(request: IncomingMessage, { requestId, client, since }: Begun, ended: Ended): void {
    const { logger, slowRequestMs } = this.#options;
    const { status, route, wasKept = false, caller, error, trace } = ended;
    const { method = '' } = request;
    const durationMs = performance.now() - since;
    httpRunning.dec();
    const counted = METHODS.includes(method) ? method : 'other';
    httpRequests.inc({ route, method: counted, status: String(status) });
    const answered = answeredBy(status, wasKept);
    httpDuration.observe({ route, method: counted, answered }, durationMs / 1_000);
    const path = shortened(pathOf(request));
    // Counted and noted as an outage, also if the request is not logged.
    const reasons = error === undefined ? {} : this.#refused(asApiError(error), status, { requestId, path }); // prettier-ignore
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
      ...reasons,
      ...(isSlow && partsOf(durationMs, trace)),
    };
    if (status === 500) logger.error(line, 'request');
    // Where Elasticsearch hangs, all are slow, and that is told already.
    else if (isSlow && status < 500) logger.warn(line, 'slow request');
    else logger.info(line, 'request');
  }

  /** Counts why a request was refused, and returns what its line tells of that. */
  #refused(refusal: ApiError, status: number, first: { requestId: string; path: string }): object {
    const { reason } = refusal;
    httpRefusals.inc({ reason });
    if (status === 500) return { reason, err: refusal.cause ?? refusal };
    const cause = causeOf(refusal);
    // Whoever asks for readiness wants to be told that it is not there.
    if ((status > 500 || status === RATE_LIMITED) && reason !== 'not_ready') {
      const lines = { begin: 'requests are refused', goOn: 'requests are still refused', end: 'requests are refused no more' }; // prettier-ignore
      this.#options.states.begin(
        `refused: ${reason}`,
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

/**
 * Gives each request that Koa answers its id, follows it to Elasticsearch, and logs it.
 * @param routeOf returns the template of its path
 */
export function logAccess(
  log: AccessLog,
  routeOf: (context: RequestContext) => string,
): RequestMiddleware {
  return async (context, next) => {
    const { req, res, state } = context;
    const begun = log.begin(req);
    res.setHeader('X-Request-Id', begun.requestId);
    state.requestId = begun.requestId;
    const trace = new Trace(begun.requestId);
    try {
      await traced([trace], next);
    } finally {
      const { caller, refusal: error } = state;
      log.write(req, begun, { status: context.status, route: routeOf(context), caller, error, trace }); // prettier-ignore
    }
  };
}

/** Tells how a request was answered: by what was kept, by Elasticsearch, with a refusal (4xx), or not (5xx). */
function answeredBy(status: number, wasKept: boolean): 'kept' | 'asked' | 'refused' | 'failed' {
  if (status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return wasKept ? 'kept' : 'asked';
}

function causeOf({ cause }: ApiError): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const isAnswer = cause instanceof errors.ResponseError;
  // What is not of Elasticsearch, as the page of a proxy, has a status at least.
  const message = isAnswer
    ? `${cause.statusCode ?? 0} ${describeAnswer(cause.body)}`
    : cause.message;
  return `${cause.name}: ${message}`.slice(0, MOST_CAUSE_CHARACTERS);
}

/** Tells where the time of a request went; what was done side by side counts several times. */
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
