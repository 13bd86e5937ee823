import { ignoredParameters, readAnswer } from './answers.js';
import { startCallTime, withRetries } from './retries.js';
import { NetworkError } from './errors.js';
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

/** The routes with names in a language. */
const WITH_LANGUAGE = /^\/(?:countries|cities|lands|locate)(?:\/|$)/;

/** The options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** The number of retries after 429, 502, 503, 504, or no answer. */
  readonly retries?: number | undefined;
  /** The time of the call, including retries and the delays between them. */
  readonly timeoutMs?: number | undefined;
}

/** The settings of the client. */
export interface Settings extends Omit<CallOptions, 'signal'> {
  /** The address of the service, which may be below a path: `https://example.org/geo`. */
  readonly url: string | URL;
  readonly token: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: ((target: URL, request: RequestInit) => Promise<Response>) | undefined;
  /** The language of names if a call has no `lang`. The service's own default is `en`. */
  readonly language?: string | undefined;
  /** Called with the names of parameters that the service ignored, such as misspelt ones. */
  readonly onIgnored?: ((names: readonly string[], path: string) => void) | undefined;
}

/** Sends requests and returns answers. */
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

/** @throws {TypeError} if the address or the token is invalid */
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

  // Every request may be repeated. Lookups change nothing, and a repeated write of a marker changes
  // nothing unless another write came in between.
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
    // Without `cause`, which contains the token.
    throw new TypeError('`token` contains characters that a header cannot contain.');
  }
}

/** Returns the address to which paths are added. @throws {TypeError} if it is not absolute */
export function baseOf(url: string | URL): URL {
  const base = parse(url);
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:') {
    throw new TypeError(
      `\`url\` must be the absolute address of the service, such as https://geo.example or https://example.org/geo: ${String(url)}`,
    );
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

function parse(url: string | URL): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Returns the address of a request. Undefined parameters are left out. */
export function targetOf(base: URL, path: string, query: object): URL {
  const target = new URL(path.slice(1), base);
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (value !== undefined) target.searchParams.set(name, formatParameter(value));
  }
  return target;
}

function formatParameter(value: unknown): string {
  return typeof value === 'number' ? plainDecimal(value) : String(value);
}

/** The API accepts no exponents, which JavaScript uses for numbers close to zero. */
function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(20) : text;
}
