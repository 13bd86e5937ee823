import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { builds } from '../../indices/builds.js';
import { markers } from '../../indices/markers.js';
import type { ChangeBuild } from '../../src/markers/routes.js';
import { createTokenVerifier } from '../../src/access/tokens/verify.js';
import { createEndpoints, RESOURCES } from '../../src/endpoints.js';
import { AnswerCache } from '../../src/lookups/answerCache.js';
import { cacheBudget } from '../../src/lookups/cache/versionedCache.js';
import { readPages } from '../../src/pages/built.js';
import { Live } from '../../src/search/live.js';
import { createSearches } from '../../src/search/search.js';
import { ANSWER_WITHIN_MS } from '../../src/concurrency.js';
import { createChanges } from '../../src/writes/changes.js';
import { type Asking, askPlainly, type PlainAnswer } from './askPlainly.js';
import { type CheckDocumented, documentedBy } from './documented.js';
import { startServer } from './server.js';

/** The pages that `npm run build` has made. */
export const BUILT_PAGES = join(import.meta.dirname, '../../dist/web');

/** Far longer than a lookup takes, because tests judge answers and not the machine. */
const TIMEOUT_MS = 30_000;

/** A request with late answers is sent at most this number of times. */
const MAX_SENDS = 20;

/** The `Retry-After` of late answers. */
const RETRY_AFTER_MS = 1_000;

/** The body of a success with this kind of data, or of a failure. */
export interface Body<Data> {
  status: 'ok' | 'error';
  /** Throws if the request failed. */
  data: Data;
  missing?: string[];
  truncated?: boolean;
  matched_names?: (string | null)[];
  error: { code: string; message: string; details?: { path: string; message: string }[] };
}

export interface Answer<Data> {
  status: number;
  headers: Headers;
  body: Body<Data>;
}

/** A JSON body that is an object. Tests of the body itself send other texts. */
export type JsonBody = Readonly<Record<string, unknown>>;

/** Parameters by name, or a query string that is sent unchanged. */
export type Query = Readonly<Record<string, string | number | boolean>> | string;

interface Options {
  /** Null sends no token. */
  token?: string | null;
  method?: 'GET' | 'HEAD';
}

interface Sent extends Pick<Options, 'token'> {
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST';
  body?: string;
}

/** An API on a port of its own, over the data of one index prefix. */
export interface Api {
  readonly address: string;
  readonly live: Live;
  /** The number of requests to Elasticsearch that search, without those of late answers. A test may reset it. */
  searches: number;
  /** @throws Error if the answer differs from the service's own OpenAPI document. */
  get<Data = unknown>(path: string, query?: Query, options?: Options): Promise<Answer<Data>>;
  /** @throws Error as `get` does. */
  put(path: string, body: JsonBody, options?: Pick<Options, 'token'>): Promise<Answer<undefined>>;
  /** @throws Error as `get` does. */
  post<Data>(
    path: string,
    body: unknown,
    query?: Exclude<Query, string>,
    options?: Pick<Options, 'token'>,
  ): Promise<Answer<Data>>;
  /** Sends a request with the token that the path needs, and returns the answer unchanged and unchecked. Sends it again if it is late. */
  ask(target: string, asking?: Asking): Promise<PlainAnswer>;
  stop(): Promise<void>;
}

export interface ApiOptions {
  /** Of the data; absent: the built-in data. */
  indexPrefix?: string | undefined;
  /** 0 disables the cache. */
  cacheMegabytes?: number;
  cacheMaxAgeSeconds?: number;
  /** The URL of Elasticsearch. */
  node?: string | undefined;
  /** Of a search. */
  timeoutMs?: number;
  /** How long the live generations are known after a poll. */
  validMs?: number;
}

/** Starts the API as its main program does, with development tokens. */
export async function startApi({
  indexPrefix = builtInPrefix(),
  cacheMegabytes = 64,
  cacheMaxAgeSeconds = 60,
  node = process.env.ELASTICSEARCH_URL,
  timeoutMs = TIMEOUT_MS,
  validMs = 2_000,
}: ApiOptions = {}): Promise<Api> {
  const client = createTestClient({ node, maxRetries: 0 });
  const live = new Live(client, indexPrefix, RESOURCES, { validMs });
  await live.refresh();
  live.start();
  const budget = cacheBudget(cacheMegabytes);
  const buildsAlias = liveAlias(indexPrefix, builds.resource);
  const changeBuild: ChangeBuild = createChanges(
    client,
    { written: buildsAlias, beside: liveAlias(indexPrefix, markers.resource) },
    ANSWER_WITHIN_MS,
  );
  const server = await startServer(
    // A limit that no test reaches, so that answers have its headers.
    { devTokens: true, rateLimitPerSecond: 1_000_000, cacheMaxAgeSeconds },
    {
      endpoints: createEndpoints(
        {
          ...createSearches(client, timeoutMs),
          changeBuild,
          buildsAlias,
          readLive: () => live.read(),
        },
        budget,
      ),
      answerCache: new AnswerCache(live, budget),
      verifyToken: createTokenVerifier({ find: () => Promise.resolve(undefined), devTokens: true }),
      pages: readPages(BUILT_PAGES),
      readiness: () => live.faults(),
    },
  );
  const address = server.url;
  const agent = new Agent({ keepAlive: true });
  let document: Promise<CheckDocumented> | undefined;
  /** The machine of the tests may be slower than the service allows. A client sends it again, too. */
  const patiently = async <Given>(
    send: () => Promise<Given>,
    isTooSlow: (answer: Given) => boolean,
  ): Promise<Given> => {
    let answer = await send();
    const mayBeSlow = timeoutMs >= TIMEOUT_MS;
    for (let sends = 1; sends < MAX_SENDS && mayBeSlow && isTooSlow(answer); sends += 1) {
      await sleep(RETRY_AFTER_MS);
      api.searches = 0;
      answer = await send();
    }
    return answer;
  };
  const request = async <Data>(target: string, sent: Sent): Promise<Answer<Data>> => {
    document ??= readDocument(address);
    // Tests that change data expect to see the change at once, not after the next poll.
    if (indexPrefix !== builtInPrefix()) await live.refresh().catch(() => undefined);
    const check = await document;
    const answer = await patiently(
      () => requestChecked<Data>(address, agent, check, target, sent),
      ({ status, headers }) => isLate(status, headers.get('retry-after')),
    );
    if (answer.status >= 400) guardData(answer, server.lines);
    return answer;
  };
  const api: Api = {
    address,
    live,
    searches: 0,
    get: (path, query = {}, options = {}) => request(withQuery(path, query), options),
    put: (path, body, options = {}) =>
      request(path, {
        token: 'dev-internal',
        ...options,
        method: 'PUT',
        body: JSON.stringify(body),
      }),
    post: (path, body, query = {}, options = {}) =>
      request(withQuery(path, query), { ...options, method: 'POST', body: JSON.stringify(body) }),
    ask(target, { headers = {}, ...asking } = {}) {
      const token = /^\/(?:places|markers)\//.test(target) ? 'dev-internal' : 'dev-public';
      const sent = { Authorization: `Bearer ${token}`, ...headers };
      return patiently(
        () => askPlainly(address, target, { ...asking, headers: sent }),
        ({ status, headers: received }) => isLate(status, received['retry-after']),
      );
    },
    stop: async () => {
      agent.destroy();
      await server.stop();
      live.stop();
      await client.close();
    },
  };
  client.diagnostic.on('request', (_, sent) => {
    const { path = '', querystring } = sent?.meta.request.params ?? {};
    // The poll of the live generations has no query string.
    if (path.endsWith('_msearch') && String(querystring) !== '') api.searches += 1;
  });
  return api;
}

/** A client of the Elasticsearch of the tests. */
export function createTestClient({
  node = process.env.ELASTICSEARCH_URL,
  maxRetries = 3,
}: { node?: string | undefined; maxRetries?: number } = {}): Client {
  if (node === undefined) throw new Error('ELASTICSEARCH_URL is not set: see jest/setup.mjs.');
  return new Client({
    node,
    maxRetries,
    requestTimeout: TIMEOUT_MS,
    resurrectStrategy: 'optimistic',
  });
}

/** The index prefix of the built-in data. */
export function builtInPrefix(): string {
  const prefix = process.env.TEST_INDEX_PREFIX;
  if (prefix === undefined) throw new Error('TEST_INDEX_PREFIX is not set: see jest/setup.mjs.');
  return prefix;
}

async function readDocument(address: string): Promise<CheckDocumented> {
  const response = await fetch(`${address}/openapi.json`);
  return documentedBy(await response.text());
}

/** Sends a request without `fetch`, which takes as much processor time as the answer. */
async function requestChecked<Data>(
  address: string,
  agent: Agent,
  check: CheckDocumented,
  target: string,
  { token = 'dev-public', method = 'GET', body: sent }: Sent,
): Promise<Answer<Data>> {
  const { pathname, search } = new URL(`${address}${target}`);
  const answer = await askPlainly(address, `${pathname}${search}`, {
    agent,
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const { status = 0 } = answer;
  const text = answer.body.toString();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const [path = ''] = target.split('?');
  const fault = check({ method, path, status, body });
  if (fault !== undefined) throw new Error(fault);
  const headers = new Headers(
    Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { status, headers, body: body as Body<Data> };
}

/** Also 429: a token reads one large result at a time. */
function isLate(status: number | undefined, retryAfter: string | null | undefined): boolean {
  return (status === 503 || status === 429) && retryAfter === '1';
}

/** Makes a test that reads the data of a failure fail with what was logged. */
function guardData({ status, body }: Answer<unknown>, lines: readonly unknown[]): void {
  // A failed HEAD has no body.
  if ((body as unknown) === undefined) return;
  Object.defineProperty(body, 'data', {
    get: () => {
      throw new Error(`${status} ${JSON.stringify(body.error)} ${JSON.stringify(lines.at(-1))}`);
    },
  });
}

function withQuery(path: string, query: Query): string {
  if (typeof query === 'string') return query === '' ? path : `${path}?${query}`;
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}
