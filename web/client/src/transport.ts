import { ignoredParameters, readAnswer } from './answers.js';
import { startCallTime } from './callTime.js';
import { NetworkError } from './errors.js';
import { baseOf, targetOf } from './request.js';
import { withRetries } from './retries.js';
import type {
  Answer,
  BatchAnswer,
  BatchPath,
  BatchQuery,
  LookupPath,
  Members,
  Query,
  Where,
  WritePath,
  Written,
} from './routes.js';

const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 30_000;

/** The routes whose names are in a language. */
const WITH_LANGUAGE = /^\/(?:countries|cities|lands|locate)(?:\/|$)/;

/** What single calls may have of their own. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How often to try again after failures that may pass: 429, 502, 503, 504, and no answer. */
  readonly retries?: number | undefined;
  /** How long the call may take, its retries and the waits between them included. */
  readonly timeoutMs?: number | undefined;
}

/** How to reach the service. */
export interface Settings extends Omit<CallOptions, 'signal'> {
  /** The address of the service, which may be below a path: `https://example.org/geo`. */
  readonly url: string | URL;
  readonly token: string;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: ((target: URL, request: RequestInit) => Promise<Response>) | undefined;
  /** The language of names where a call has no `lang`; the service's own default is `en`. */
  readonly language?: string | undefined;
  /** Gets the names of parameters that the service does not know, such as misspelt ones. */
  readonly onIgnored?: ((names: readonly string[], path: string) => void) | undefined;
}

/** Sends what is asked, and returns what is answered. */
export interface Transport {
  readonly lookUp: <Path extends LookupPath>(
    path: Path,
    query: Query<Path>,
    options?: CallOptions,
  ) => Promise<Answer<Path>>;
  readonly lookUpMany: <Path extends BatchPath>(
    path: Path,
    locations: readonly Where[],
    query?: BatchQuery<Path>,
    options?: CallOptions,
  ) => Promise<BatchAnswer<Path>>;
  readonly write: <Path extends WritePath>(
    path: Path,
    members: Members<Path>,
    options?: CallOptions,
  ) => Promise<Written>;
}

/** @throws {TypeError} if the address or the token cannot be one. */
export function createTransport(settings: Settings): Transport {
  const { language, onIgnored } = settings;
  const base = baseOf(settings.url);
  const headers = authorization(settings.token);
  const ask = settings.fetch ?? ((target, request) => fetch(target, request));

  async function attempt(target: URL, request: RequestInit, signal: AbortSignal): Promise<Written> {
    const { origin } = target;
    signal.throwIfAborted();
    const received = await receive(target, { ...request, signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new NetworkError(origin, cause);
    });
    const ignored = ignoredParameters(received.headers);
    if (ignored.length > 0) onIgnored?.(ignored, target.pathname);
    return readAnswer({ origin, ...received });
  }

  async function receive(target: URL, request: RequestInit) {
    const response = await ask(target, request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  // All that is sent may be sent again: lookups change nothing, and a write of a marker that was made
  // already is made once more, which changes nothing unless another write came in between.
  async function call(target: URL, request: RequestInit, options: CallOptions): Promise<Written> {
    const retries = options.retries ?? settings.retries ?? DEFAULT_RETRIES;
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const time = startCallTime(timeoutMs, options.signal);
    try {
      return await withRetries(() => attempt(target, request, time.signal), retries, time);
    } finally {
      time.release();
    }
  }

  function lookupTarget(path: string, query: object): URL {
    const target = targetOf(base, path, query);
    if (language !== undefined && WITH_LANGUAGE.test(path) && !target.searchParams.has('lang')) {
      target.searchParams.set('lang', language);
    }
    return target;
  }

  /** Sends a body as JSON. */
  function send(
    target: URL,
    method: 'PUT' | 'POST',
    members: unknown,
    options: CallOptions,
  ): Promise<Written> {
    const sent = new Headers(headers);
    sent.set('Content-Type', 'application/json');
    return call(target, { method, headers: sent, body: JSON.stringify(members) }, options);
  }

  return {
    lookUp: async <Path extends LookupPath>(
      path: Path,
      query: Query<Path>,
      options: CallOptions = {},
    ) => {
      // As the service documents it.
      return (await call(lookupTarget(path, query), { headers }, options)) as Answer<Path>;
    },
    lookUpMany: async <Path extends BatchPath>(
      path: Path,
      locations: readonly Where[],
      query: BatchQuery<Path> = {},
      options: CallOptions = {},
    ) => (await send(lookupTarget(path, query), 'POST', locations, options)) as BatchAnswer<Path>,
    write: async (path, members, options = {}) =>
      send(targetOf(base, path, {}), 'PUT', members, options),
  };
}

function authorization(token: string): Headers {
  try {
    return new Headers({ Authorization: `Bearer ${token}` });
  } catch {
    // Without the cause, which has the token in it.
    throw new TypeError('`token` cannot be sent: it has a line break, or what is no token, in it.');
  }
}
