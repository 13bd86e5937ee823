import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bearerOf, checkCaller } from '../access/authentication.js';
import type { CountRequest } from '../access/rateLimit.js';
import type { Caller, VerifyToken } from '../access/tokens/token.js';
import { ANSWER_WITHIN_MS, type RequestSlots, within } from '../concurrency.js';
import { type ApiError, asApiError, UNAUTHORIZED } from '../errors.js';
import { acceptedLanguages } from '../http/acceptedLanguages.js';
import { bodyHeaders, codingFor, hasAlready } from '../http/codings.js';
import { COMMON_HEADERS, type HeaderList } from '../http/headers.js';
import { errorBody, type Reply } from '../http/reply.js';
import { pathOf, prepareTarget, queryOf, requestFaults } from '../http/target.js';
import type { AccessLog, RequestStart } from '../observe/accessLog.js';
import { Trace, traced } from '../observe/elasticsearch.js';
import { ignoredHeaders } from '../parameters/rules.js';
import type { Stopping } from '../server/server.js';
import type { AnswerCache, CachedLookup } from './answerCache.js';
import type { Endpoint, LookupEndpoint } from './endpoint.js';

/** To copy a body of this many bytes to the connection takes a tenth of a millisecond. */
const LARGE_BODY_BYTES = 65_536;

/** The dependencies of all endpoints, with a body or without. */
export interface RouteDependencies {
  readonly answerCache: AnswerCache;
  readonly verifyToken: VerifyToken;
  readonly countRequest: CountRequest;
  readonly slots: RequestSlots;
}

interface LookupDependencies extends RouteDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly cacheMaxAgeSeconds: number;
  /** Returns the CORS headers of a request. */
  readonly crossOrigin: (request: IncomingMessage) => HeaderList;
  readonly accessLog: AccessLog;
  readonly stopping: Stopping;
  /** Answers requests that are not lookups. */
  readonly answerOthers: RequestListener;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly endpoint: LookupEndpoint;
  readonly trace: Trace;
  caller?: Caller;
  limitHeaders: HeaderList;
}

interface Outcome {
  readonly status: number;
  readonly headers: HeaderList;
  /** One character for each byte. Absent for 304. */
  readonly body?: string;
  readonly isHit?: boolean;
  readonly error?: unknown;
}

/**
 * Creates the listener that answers `GET` and `HEAD` of lookups. It runs before Koa, whose middleware
 * takes several times as long as a cached answer. Cached answers are sent even during an overload.
 */
export function createRequestListener(dependencies: LookupDependencies): RequestListener {
  const { answerCache, verifyToken, countRequest, slots, cacheMaxAgeSeconds } = dependencies;
  const { crossOrigin, accessLog, stopping, answerOthers } = dependencies;
  const lookups = new Map<string, LookupEndpoint>();
  for (const endpoint of dependencies.endpoints)
    if (endpoint.method === 'get') lookups.set(endpoint.path, endpoint);
  let largeBodiesSent = Promise.resolve();

  /** Answers without a promise if it can: a promise costs a tenth of a cached answer. */
  function answer(exchange: Exchange): Outcome | Promise<Outcome> {
    const token = bearerOf(exchange.request);
    const caller = token === undefined ? undefined : verifyToken(token);
    if (!(caller instanceof Promise)) return answerCaller(exchange, caller);
    return within(ANSWER_WITHIN_MS, caller.then((found) => answerCaller(exchange, found))); // prettier-ignore
  }

  function answerCaller(exchange: Exchange, caller?: Caller): Outcome | Promise<Outcome> {
    const { request, endpoint } = exchange;
    if (caller === undefined) throw UNAUTHORIZED;
    exchange.caller = caller;
    exchange.trace.tokenId = caller.id;
    checkCaller(caller, endpoint.path, request);
    // Before parameters are read, because a rejection must cost less than an answer.
    exchange.limitHeaders = countRequest(caller);
    const count = (more: number): void => {
      if (more === 0) return;
      // A rejection has these headers itself.
      exchange.limitHeaders = [];
      exchange.limitHeaders = countRequest(caller, 1 + more);
    };
    const accepted = endpoint.usesLanguages === undefined ? [] : acceptedLanguages(request);
    const { question, reply, ask } = answerCache.lookUp(endpoint, queryOf(request), accepted, count); // prettier-ignore
    if (reply !== undefined) return send(exchange, reply, question, true);
    const asking = slots.run(caller.id, () => within(ANSWER_WITHIN_MS, ask()));
    return asking.then((fresh) => send(exchange, fresh, question, false));
  }

  function send(
    { request, endpoint }: Exchange,
    reply: Reply,
    { ignored, usesLanguages }: CachedLookup['question'],
    isHit: boolean,
  ): Outcome | Promise<Outcome> {
    const headers = cacheHeaders(endpoint, cacheMaxAgeSeconds, reply, isHit);
    if (usesLanguages) headers.push('Vary', 'Accept-Language');
    if (ignored.length > 0) headers.push(...Object.entries(ignoredHeaders(ignored)).flat());
    if (endpoint.reads !== undefined && hasAlready(request, reply.etag))
      return { status: 304, headers, isHit };
    const coding = reply.codingFor(codingFor(request));
    headers.push(...bodyHeaders(coding));
    const body = reply.encoded(coding);
    return body instanceof Promise
      ? body.then((encoded) => ({ status: 200, headers, body: encoded, isHit }))
      : { status: 200, headers, body, isHit };
  }

  function finish(
    { request, endpoint, trace, caller, limitHeaders }: Exchange,
    response: ServerResponse,
    start: RequestStart,
    { status, headers, body, isHit = false, error }: Outcome,
  ): void {
    if (!response.headersSent) {
      response.writeHead(status, [
        ...['X-Request-Id', start.requestId],
        ...COMMON_HEADERS,
        ...(request.headers.origin === undefined ? [] : crossOrigin(request)),
        ...headers,
        ...limitHeaders,
        ...(body === undefined ? [] : ['Content-Length', String(body.length)]),
        ...(stopping.hasBegun ? ['Connection', 'close'] : []),
      ]);
      response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
    }
    accessLog.write(request, start, {
      status: response.statusCode,
      route: endpoint.path,
      isHit,
      caller,
      error,
      trace,
    });
  }

  return (request, response) => {
    prepareTarget(request);
    const { method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const endpoint = isRead ? lookups.get(pathOf(request)) : undefined;
    if (endpoint === undefined || requestFaults.has(request)) {
      answerOthers(request, response);
      return;
    }
    const start = accessLog.begin(request);
    const trace = new Trace(start.requestId, start.traceparent);
    const exchange: Exchange = { request, endpoint, trace, limitHeaders: [] };
    const end = (outcome: Outcome): void => {
      const finishNow = () => { finish(exchange, response, start, outcome); }; // prettier-ignore
      const { body = '' } = outcome;
      if (body.length >= LARGE_BODY_BYTES)
        // One in each turn of the event loop, so that small answers are not delayed.
        largeBodiesSent = largeBodiesSent
          .then(() => stopping.held)
          .then(finishNow)
          .catch(fail)
          .then(() => nextTurn());
      else if (stopping.held === undefined) finishNow();
      else void stopping.held.then(finishNow);
    };
    const fail = (thrown: unknown): void => {
      const error = asApiError(thrown);
      const answerNow = () => { end(failure(error, start.requestId)); }; // prettier-ignore
      if (error.delayMs > 0) setTimeout(answerNow, error.delayMs);
      else answerNow();
    };
    try {
      const outcome = traced([trace], () => answer(exchange));
      if (outcome instanceof Promise) outcome.then(end).catch(fail);
      else end(outcome);
    } catch (error) {
      fail(error);
    }
  };
}

/** Lists the headers for caches; RFC 9211 defines `Cache-Status`. */
function cacheHeaders(
  { reads }: LookupEndpoint,
  maxAgeSeconds: number,
  reply: Reply,
  isHit: boolean,
): string[] {
  const status = ['Cache-Status', `geographic-data; ${isHit ? 'hit' : 'fwd=miss'}`];
  if (reads === undefined) return ['Cache-Control', 'no-store', ...status];
  return ['Cache-Control', `private, max-age=${maxAgeSeconds}`, 'ETag', reply.etag, ...status];
}

function failure(error: ApiError, requestId: string): Outcome {
  const own = Object.entries(error.headers).flat();
  const headers = ['Cache-Control', 'no-store', ...own, ...bodyHeaders('identity')];
  const body = Buffer.from(errorBody(error, requestId)).toString('latin1');
  return { status: error.status, headers, body, error };
}
