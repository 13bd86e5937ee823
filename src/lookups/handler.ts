import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerOf, refusalOfCall } from '../access/authentication.js';
import type { Places } from '../access/overload.js';
import type { CountRequest } from '../access/rateLimit.js';
import type { Caller, VerifyToken } from '../access/tokens/caller.js';
import { asApiError, overloaded, unauthorized } from '../errors.js';
import { codingFor } from '../middleware/codings.js';
import { errorBody } from '../middleware/errorAnswers.js';
import { bodyHeaders, COMMON_HEADERS, type HeaderList } from '../middleware/headers.js';
import { pathOf, queryOf } from '../middleware/target.js';
import { hasAlready } from '../middleware/tag.js';
import type { AccessLog, Begun } from '../observe/accessLog.js';
import { keptLookups } from '../observe/metrics.js';
import { Trace, traced } from '../observe/trace.js';
import { ignoredHeaders } from '../parameters/query.js';
import { ANSWER_WITHIN_MS, within } from '../server/deadline.js';
import { refusalOf } from '../server/refusals.js';
import type { Stopping } from '../server/stopping.js';
import type { KeptAnswers, Lookup } from './cache/keptAnswers.js';
import type { Reply } from './cache/reply.js';
import type { Endpoint, LookupEndpoint } from './endpoint.js';

export interface LookupDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly keptAnswers: KeptAnswers;
  readonly verifyToken: VerifyToken;
  readonly countRequest: CountRequest;
  /** Of the requests that are answered at the same time. */
  readonly places: Places;
  /** Tells whether so many lookups wait, or for so long, that a new one is refused. */
  readonly isCongested: () => boolean;
  /** The headers for pages of other origins. */
  readonly crossOrigin: (request: IncomingMessage) => HeaderList;
  readonly accessLog: AccessLog;
  readonly stopping: Stopping;
}

/** A request, and what has been found out about it. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly endpoint: LookupEndpoint;
  readonly trace: Trace;
  caller?: Caller;
  limitHeaders: HeaderList;
}

/** What is sent. */
interface Outcome {
  readonly status: number;
  readonly headers: HeaderList;
  /** Absent: what the caller has is still so. A text has one character for each byte. */
  readonly body?: string | Buffer;
  readonly wasKept?: boolean;
  readonly error?: unknown;
}

/**
 * Makes what answers `GET` and `HEAD` of lookups: all of it here, once for answers that are kept and for those that
 * Elasticsearch is asked for. It runs before Koa, which takes several times as long as a kept answer.
 *
 * A kept answer is given also while others wait for Elasticsearch in such numbers that new lookups are refused.
 *
 * @returns false if the request is no lookup
 */
export function createLookupHandler(dependencies: LookupDependencies) {
  const { keptAnswers, verifyToken, countRequest, places, isCongested } = dependencies;
  const { crossOrigin, accessLog, stopping } = dependencies;
  const lookups = new Map<string, LookupEndpoint>();
  for (const endpoint of dependencies.endpoints)
    if (endpoint.method === 'get') lookups.set(endpoint.path, endpoint);

  /** Answers at once where nothing has to be waited for: a promise would cost a tenth of a kept answer. */
  function answer(exchange: Exchange): Outcome | Promise<Outcome> {
    const token = bearerOf(exchange.request);
    const caller = token === undefined ? undefined : verifyToken(token);
    return caller instanceof Promise
      ? within(ANSWER_WITHIN_MS, caller.then((found) => answerCaller(exchange, found))) // prettier-ignore
      : answerCaller(exchange, caller);
  }

  function answerCaller(exchange: Exchange, caller?: Caller): Outcome | Promise<Outcome> {
    const { request, endpoint } = exchange;
    if (caller === undefined) throw unauthorized();
    exchange.caller = caller;
    const refusal = refusalOfCall(caller, endpoint.path, request);
    if (refusal !== undefined) throw refusal;
    // Before parameters are read: a refusal must cost less than an answer.
    exchange.limitHeaders = countRequest(caller);
    const lookup = keptAnswers.lookUp(endpoint, queryOf(request));
    if (hasAlready(request, lookup.etag)) {
      if (lookup.reply === undefined) keptLookups.inc({ way: 'unchanged' });
      return { status: 304, headers: keepingHeaders(lookup, lookup.etag, true), wasKept: true };
    }
    if (lookup.reply !== undefined) return send(request, lookup, lookup.reply, true);
    if (isCongested()) throw overloaded();
    const leave = places.take();
    const asking = within(ANSWER_WITHIN_MS, lookup.ask()).finally(leave);
    return asking.then((reply) => send(request, lookup, reply, false));
  }

  function finish(
    { request, endpoint, trace, caller, limitHeaders }: Exchange,
    response: ServerResponse,
    { status, headers, body, wasKept = false, error }: Outcome,
    begun: Begun,
  ): void {
    if (!response.headersSent) {
      response.writeHead(status, [
        ...['X-Request-Id', begun.requestId],
        ...COMMON_HEADERS,
        ...(request.headers.origin === undefined ? [] : crossOrigin(request)),
        ...headers,
        ...limitHeaders,
        ...(body === undefined
          ? []
          : ['Content-Length', String(Buffer.byteLength(body, 'latin1'))]),
        ...(stopping.hasBegun ? ['Connection', 'close'] : []),
      ]);
      response.end(request.method === 'HEAD' ? undefined : body, 'latin1');
    }
    const route = endpoint.path;
    const { statusCode } = response;
    accessLog.write(request, begun, { status: statusCode, route, wasKept, caller, error, trace });
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method } = request;
    const endpoint = method === 'GET' || method === 'HEAD' ? lookups.get(pathOf(request)) : undefined; // prettier-ignore
    if (endpoint === undefined || refusalOf(request) !== undefined) return false;
    const begun = accessLog.begin(request);
    const trace = new Trace(begun.requestId);
    const exchange: Exchange = { request, endpoint, trace, limitHeaders: [] };
    const end = (outcome: Outcome): void => {
      if (stopping.held === undefined) finish(exchange, response, outcome, begun);
      else void stopping.held.then(() => { finish(exchange, response, outcome, begun); }); // prettier-ignore
    };
    const fail = (error: unknown): void => {
      end(refuse(error, begun.requestId));
    };
    try {
      const outcome = traced([trace], () => answer(exchange));
      if (outcome instanceof Promise) outcome.then(end).catch(fail);
      else end(outcome);
    } catch (error) {
      fail(error);
    }
    return true;
  };
}

/** Sends an answer in the content coding that the caller likes best. */
function send(
  request: IncomingMessage,
  lookup: Lookup,
  reply: Reply,
  wasKept: boolean,
): Outcome | Promise<Outcome> {
  const etag = lookup.cacheControl === 'no-store' ? undefined : reply.etag;
  const keeping = keepingHeaders(lookup, etag, wasKept);
  if (!wasKept && hasAlready(request, etag)) return { status: 304, headers: keeping };
  const coding = reply.codingFor(codingFor(request));
  const headers = [...keeping, ...bodyHeaders(coding)];
  const held = reply.encoded(coding);
  return held === undefined
    ? reply.encode(coding).then((body) => ({ status: 200, headers, body, wasKept }))
    : { status: 200, headers, body: held, wasKept };
}

/**
 * Lists the headers by which an answer may be kept by its caller, and the one that tells whether it
 * was kept here, or asked of Elasticsearch (RFC 9211).
 */
function keepingHeaders(
  { cacheControl, ignored }: Lookup,
  etag: string | undefined,
  wasKept: boolean,
): HeaderList {
  const tag = etag === undefined ? [] : ['ETag', etag];
  const status = `geographic-data; ${wasKept ? 'hit' : 'fwd=miss'}`;
  const told = ignored.length === 0 ? [] : Object.entries(ignoredHeaders(ignored)).flat();
  return ['Cache-Control', cacheControl, ...tag, 'Cache-Status', status, ...told];
}

function refuse(thrown: unknown, requestId: string): Outcome {
  const error = asApiError(thrown);
  const own = Object.entries(error.headers).flat();
  const headers = ['Cache-Control', 'no-store', ...own, ...bodyHeaders('identity')];
  const body = Buffer.from(errorBody(error, requestId));
  return { status: error.status, headers, body, error };
}
