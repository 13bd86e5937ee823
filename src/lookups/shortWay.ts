import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, internal, overloaded } from '../errors.js';
import { bearerOf, refusalOfCall } from '../access/authentication.js';
import { codingFor } from '../middleware/codings.js';
import { type Endpoint, type LookupEndpoint, lookupPaths } from './endpoint.js';
import { type HeaderList, listCommonHeaders } from '../middleware/headers.js';
import { bodyHeaders, etagOf, hasAlready, keepingHeaders, tellIgnored } from './lookups.js';
import type { CountRequest } from '../access/rateLimit.js';
import { refuseEarly } from '../access/overload.js';
import { refusalOf } from '../server/refusals.js';
import { beginRequest } from '../observe/requestLog.js';
import type { TellRequest } from '../observe/requestTeller.js';
import type { Stopping } from '../server/stopping.js';
import { headerFault, pathOf } from '../middleware/target.js';
import type { Caller, VerifyToken } from '../access/tokens/caller.js';
import { countUnchanged, type KeptAnswers, type Lookup } from './cache/keptAnswers.js';
import { leavePrepared } from './cache/prepared.js';

/** Answers a request. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Sets the headers for pages of other origins, and goes on. */
export type CrossOrigin = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

export interface ShortWayDependencies {
  readonly endpoints: readonly Endpoint[];
  readonly keptAnswers: KeptAnswers;
  readonly verifyToken: VerifyToken;
  readonly countRequest: CountRequest;
  /** Tells whether so many lookups wait, or for so long, that a new one is refused; whoever asks refuses it. */
  readonly isCongested: () => boolean;
  readonly crossOrigin: CrossOrigin;
  readonly tell: TellRequest;
  readonly stopping: Stopping;
  readonly trustedProxies: number;
}

/** Everything that is needed to answer at once. */
interface Ready {
  readonly route: string;
  readonly lookup: Lookup;
  /** The names of parameters that the route does not know. */
  readonly ignored: readonly string[];
  readonly limitHeaders: HeaderList;
  readonly etag: string | undefined;
  readonly caller: Caller;
  /** Absent: what the caller has is still so. */
  readonly body?: { readonly coding: string; readonly bytes: Buffer | string };
}

/** What is one too many, or faulty. */
interface Refused {
  readonly refusal: ApiError;
  /** Where that is known. */
  readonly caller?: Caller;
  readonly ignored?: readonly string[];
  readonly limitHeaders?: HeaderList;
}

/**
 * Answers lookups whose answer is kept, before the app, which takes several times as long. It does
 * what the app does, by the same functions; whatever is not quite plain it leaves to the app:
 * requests that are refused, and tokens that must be looked up. Only what is refused because of its
 * parameters, or because too much is asked, by all or by one, is refused here.
 *
 * A kept answer is given also while others wait for Elasticsearch in such numbers that new lookups
 * are refused: it waits for nothing.
 */
export function shortWay(app: Listener, dependencies: ShortWayDependencies): Listener {
  const { endpoints, keptAnswers, verifyToken, countRequest } = dependencies;
  const { isCongested, crossOrigin, tell, stopping, trustedProxies } = dependencies;
  const lookups = new Map<string, LookupEndpoint>();
  const paths = lookupPaths(endpoints);
  for (const endpoint of endpoints)
    if (endpoint.method === 'get' && endpoint.reads) lookups.set(endpoint.path, endpoint);

  /** Whatever is odd, the app tells of. */
  function isPlain(request: IncomingMessage): boolean {
    const { method, url = '' } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    if (url.includes('#') || stopping.hasBegun || stopping.held !== undefined) return false;
    return (refusalOf(request) ?? headerFault(request)) === undefined;
  }

  function readyFor(request: IncomingMessage): Ready | Refused | undefined {
    const { url = '' } = request;
    const path = pathOf(request);
    const endpoint = lookups.get(path);
    if (endpoint === undefined || !isPlain(request)) return undefined;
    const caller = callerOf(request, verifyToken);
    if (caller === undefined || refusalOfCall(caller, path, request)) return undefined;
    // Before parameters are read: a refusal must cost less than an answer.
    const limitHeaders = counted(caller);
    if (limitHeaders instanceof ApiError) return { refusal: limitHeaders, caller };
    // Told with the answer: whoever is refused for another reason is told of that alone.
    let ignored: readonly string[] = [];
    let lookup: Lookup;
    try {
      lookup = keptAnswers.lookUp(endpoint, url, (names) => {
        ignored = names;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refusal: error, caller, ignored, limitHeaders };
    }
    const etag = etagOf(lookup);
    const found = { route: path, lookup, ignored, limitHeaders, etag, caller };
    if (hasAlready(request, etag)) return found;
    const coding = lookup.reply?.codingFor(codingFor(request));
    const bytes = coding && lookup.reply?.encoded(coding);
    if (coding !== undefined && bytes !== undefined) return { ...found, body: { coding, bytes } };
    leavePrepared(request, { lookup, ignored, limitHeaders });
    return undefined;
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { route, lookup, ignored, limitHeaders, etag, caller, body }: Ready,
    since: number,
  ): void {
    tellIgnored(response)(ignored);
    const begun = beginRequest(request, trustedProxies, since);
    const headers = [
      'X-Request-Id',
      begun.requestId,
      ...listCommonHeaders(request, response),
      ...keepingHeaders(lookup, etag, true),
      ...limitHeaders,
    ];
    const send = (): void => {
      if (body === undefined) {
        countUnchanged(lookup);
        response.writeHead(304, headers).end();
      } else {
        const { coding, bytes } = body;
        headers.push(...bodyHeaders(coding), 'Content-Length', String(bytes.length));
        response.writeHead(200, headers);
        response.end(request.method === 'HEAD' ? undefined : bytes, 'latin1');
      }
      tell(request, begun, { status: response.statusCode, route, wasKept: true, caller });
    };
    if (request.headers.origin === undefined) send();
    else crossOrigin(request, response, send);
  }

  function readyOrUndefined(request: IncomingMessage): Ready | Refused | undefined {
    try {
      return readyFor(request);
    } catch {
      // The app meets the same failure, and tells of it.
      return undefined;
    }
  }

  function refuse(
    request: IncomingMessage,
    response: ServerResponse,
    { refusal, caller, ignored = [], limitHeaders = [] }: Refused,
    since: number,
  ): void {
    const route = pathOf(request);
    const begun = beginRequest(request, trustedProxies, since);
    const send = (): void => {
      tellIgnored(response)(ignored);
      refuseEarly(request, response, begun.requestId, refusal, limitHeaders);
      tell(request, begun, { status: refusal.status, route, wasKept: false, caller, refusal });
    };
    if (request.headers.origin === undefined) send();
    else crossOrigin(request, response, send);
  }

  function counted(caller: Caller): HeaderList | ApiError {
    try {
      return countRequest(caller);
    } catch (error) {
      return error instanceof ApiError ? error : internal(error);
    }
  }

  return (request, response) => {
    const since = performance.now();
    const ready = readyOrUndefined(request);
    if (ready === undefined) {
      if (paths.has(pathOf(request)) && isCongested() && isPlain(request))
        refuse(request, response, { refusal: overloaded() }, since);
      else app(request, response);
      return;
    }
    if ('refusal' in ready) refuse(request, response, ready, since);
    else answer(request, response, ready, since);
  };
}

/** Returns whose token it is, if that is known without a lookup; the app finds out otherwise. */
function callerOf(request: IncomingMessage, verifyToken: VerifyToken): Caller | undefined {
  const token = bearerOf(request);
  const caller = token === undefined ? undefined : verifyToken(token);
  if (!(caller instanceof Promise)) return caller;
  caller.catch(() => undefined);
  return undefined;
}
