import { ignoredParameters, readAnswer } from './answers.js';
import { NetworkError } from './errors.js';
import { startCallTime, withRetries } from './retries.js';
import type {
  Answer,
  BatchPath,
  BatchQuery,
  LookupPath,
  Members,
  Query,
  Where,
  WritePath,
  Written,
} from './routes.js';
import type { LanguageTag } from './schema.js';

const DEFAULT_RETRIES = 3;
const DEFAULT_TIMEOUT_MS = 30_000;

/** Proxies accept some 8,000 characters. Longer lists of ids are sent in a body. */
const MAX_URL_CHARACTERS = 4_000;

/** The routes that answer for each element of a list of ids. */
const OF_IDS = /\/(?:findByIds|findByCountries)$/;

const empty = () => ({
  status: 'ok',
  data: [],
  requestId: undefined,
});

/** The routes with names in a language. */
const WITH_LANGUAGE = /^\/(?:countries|cities|lands|locate|search)(?:\/|$)/;

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
  readonly language?: LanguageTag | undefined;
  /** Called with the names of parameters that the service ignored, such as misspelt ones. */
  readonly onIgnored?: ((names: readonly string[], path: string) => void) | undefined;
}

/** Sends requests and returns answers. */
export class Transport {
  readonly #settings: Settings;
  readonly #base: URL;
  readonly #headers: Headers;

  /** @throws {TypeError} if the address or the token is invalid */
  constructor(settings: Settings) {
    this.#settings = settings;
    this.#base = baseOf(settings.url);
    this.#headers = authorization(settings.token);
  }

  async lookUp<Path extends LookupPath>(path: Path, query: Query<Path>, options?: CallOptions) {
    // An empty list needs no request.
    if (OF_IDS.test(path) && hasEmptyList(query)) return empty() as unknown as Answer<Path>;
    const target = this.#lookupTarget(path, query);
    const isLong = path.endsWith('/findByIds') && target.href.length > MAX_URL_CHARACTERS;
    const answer = isLong
      ? this.#send(target, 'POST', { ids: takeIds(target) }, options)
      : this.#call(target, { headers: this.#headers }, options);
    return (await answer) as Answer<Path>;
  }

  async lookUpMany<Path extends BatchPath>(
    path: Path,
    locations: readonly Where[],
    query: BatchQuery<Path> | undefined,
    options?: CallOptions,
  ) {
    if (locations.length === 0) return empty();
    const target = this.#lookupTarget(path, query ?? {});
    return this.#send(target, 'POST', locations, options);
  }

  async write<Path extends WritePath>(path: Path, members: Members<Path>, options?: CallOptions) {
    return this.#send(targetOf(this.#base, path, {}), 'PUT', members, options);
  }

  #lookupTarget(path: string, query: object): URL {
    const { language } = this.#settings;
    const target = targetOf(this.#base, path, query);
    if (language !== undefined && WITH_LANGUAGE.test(path) && !target.searchParams.has('lang'))
      target.searchParams.set('lang', language);
    return target;
  }

  #send(target: URL, method: 'PUT' | 'POST', members: unknown, options?: CallOptions) {
    const headers = new Headers(this.#headers);
    headers.set('Content-Type', 'application/json');
    return this.#call(target, { method, headers, body: JSON.stringify(members) }, options);
  }

  // Every request may be repeated. Lookups change nothing, and a repeated write of a marker changes
  // nothing unless another write came in between.
  async #call(target: URL, request: RequestInit, options: CallOptions = {}): Promise<Written> {
    const retries = options.retries ?? this.#settings.retries ?? DEFAULT_RETRIES;
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const time = startCallTime(timeoutMs, options.signal);
    const { signal } = time;
    try {
      return await withRetries(() => this.#attempt(target, { ...request, signal }), retries, time);
    } finally {
      time.release();
    }
  }

  async #attempt(target: URL, request: RequestInit & { signal: AbortSignal }): Promise<Written> {
    const { fetch: ask = fetch, onIgnored } = this.#settings;
    request.signal.throwIfAborted();
    const receive = async () => {
      const response = await ask(target, request);
      return { response, text: await response.text() };
    };
    const { response, text } = await receive().catch((cause: unknown) => {
      request.signal.throwIfAborted();
      throw new NetworkError(target.origin, cause);
    });
    const ignored = ignoredParameters(response.headers);
    if (ignored.length > 0) onIgnored?.(ignored, target.pathname);
    return readAnswer(target.origin, response, text);
  }
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
function baseOf(url: string | URL): URL {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:') {
    throw new TypeError(
      `\`url\` must be the absolute address of the service, such as https://geo.example or https://example.org/geo: ${String(url)}`,
    );
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

type Parameter = string | number | boolean | readonly string[] | undefined;

/** Returns the address of a request. Undefined parameters are left out. */
function targetOf(base: URL, path: string, query: object): URL {
  const target = new URL(path.slice(1), base);
  for (const [name, value] of Object.entries(query) as [string, Parameter][])
    if (value !== undefined) target.searchParams.set(name, String(value));
  return target;
}

/** True if one of the lists that a lookup needs is empty. */
function hasEmptyList(query: object): boolean {
  return Object.entries(query).some(
    ([name, value]) => name.endsWith('_ids') && Array.isArray(value) && value.length === 0,
  );
}

/** Removes the ids of a lookup from its address, and returns them. */
function takeIds({ searchParams }: URL): readonly string[] {
  const name = [...searchParams.keys()].find((each) => each.endsWith('_ids')) ?? '';
  const ids = searchParams.get(name)?.split(',') ?? [];
  searchParams.delete(name);
  return ids;
}
