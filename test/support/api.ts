import { Agent } from 'node:http';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import pino from 'pino';
import { markers, type MarkerDocument } from '../../indices/markers.js';
import { createApp } from '../../src/app.js';
import { createChanges } from '../../src/writes/changes.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { createSearches } from '../../src/search/search.js';
import { createEndpoints, RESOURCES } from '../../src/endpoints.js';
import { AnswerCache } from '../../src/lookups/cache/answerCache.js';
import { cacheBudget } from '../../src/lookups/cache/boundedMap.js';
import { Live } from '../../src/search/live.js';
import { ANSWER_WITHIN_MS } from '../../src/server/deadline.js';
import { createHttpServer, listen } from '../../src/server/server.js';
import { Stopping } from '../../src/server/stopping.js';
import { readPages } from '../../src/pages/built.js';
import { createTokenVerifier } from '../../src/access/tokens/verify.js';
import { askPlainly } from './askPlainly.js';
import { type CheckDocumented, documentedBy } from './documented.js';

/** What `npm run build` has made. */
export const BUILT_PAGES = join(import.meta.dirname, '../../dist/web');

/** Far more than a lookup takes: tests judge answers, not the machine they run on. */
const TIMEOUT_MS = 30_000;

/** The body of a success with this kind of data, or of a failure. */
export interface Body<Data> {
  status: 'ok' | 'error';
  /** To read it of a failure throws, and says what failed. */
  data: Data;
  missing?: string[];
  truncated?: boolean;
  error: { code: string; message: string; details?: { path: string; message: string }[] };
}

export interface Answer<Data> {
  status: number;
  headers: Headers;
  body: Body<Data>;
}

/** A member of a JSON body; what is no JSON is sent by tests of the body itself. */
export type JsonBody = Readonly<Record<string, unknown>>;

/** Parameters by name, or a query string that is sent as it is. */
export type Query = Readonly<Record<string, string | number | boolean>> | string;

interface Options {
  /** Null: none is sent. */
  token?: string | null;
  method?: 'GET' | 'HEAD';
}

interface Sent extends Pick<Options, 'token'> {
  method?: 'GET' | 'HEAD' | 'PUT' | 'POST';
  body?: string;
}

/** The API on an own port, over the data of one index prefix. */
export interface Api {
  readonly address: string;
  /** @throws Error when the answer is not as the service's own OpenAPI document says. */
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
  stop(): Promise<void>;
}

/** As a process has it that is configured in no way. */
const CACHE_MEGABYTES = 64;
const MAX_AGE_SECONDS = 60;

/**
 * @param indexPrefix of the data; the built-in one when absent
 * @param cacheMegabytes 0: every lookup is asked of Elasticsearch
 * @param client is closed at the end
 */
export async function startApi(
  indexPrefix = builtInPrefix(),
  cacheMegabytes = CACHE_MEGABYTES,
  client = createTestClient(),
): Promise<Api> {
  const searches = createSearches(client, TIMEOUT_MS);
  const changeMarker = createChanges<MarkerDocument>(
    client,
    liveAlias(indexPrefix, markers.resource),
    ANSWER_WITHIN_MS,
  );
  const budget = cacheBudget(cacheMegabytes);
  const live = new Live(client, indexPrefix, RESOURCES);
  await live.refresh();
  live.start();
  const failures: string[] = [];
  const app = createApp({
    endpoints: createEndpoints(searches, changeMarker, budget),
    answerCache: new AnswerCache(live, budget),
    verifyToken: createTokenVerifier({ find: () => Promise.resolve(undefined), devTokens: true }),
    readiness: () => [],
    logger: pino({ level: 'warn' }, { write: (line) => failures.push(line) }),
    stopping: new Stopping(),
    pages: readPages(BUILT_PAGES),
    settings: {
      corsOrigins: '*',
      trustedProxies: 0,
      maxConcurrentRequests: 1_000,
      // So that answers tell of a limit, which no test comes near.
      rateLimitPerSecond: 1_000_000,
      devTokens: true,
      mapStyleUrl: undefined,
      slowRequestMs: 0,
      logRequests: 'all',
      cacheMaxAgeSeconds: MAX_AGE_SECONDS,
    },
  });
  const server = createHttpServer(app);
  const address = await listen(server, 0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true });
  const check = await readDocument(address);
  return {
    address,
    async get<Data>(path: string, query: Query = {}, options: Options = {}) {
      const search = typeof query === 'string' ? query : encode(query);
      const target = `${path}${search === '' ? '' : `?${search}`}`;
      // Tests that change data ask for the changed at once, and not within two seconds.
      if (indexPrefix !== builtInPrefix()) await live.refresh().catch(() => undefined);
      const answer = await request<Data>(address, agent, check, target, options);
      if (answer.status >= 400) guardData(answer, failures);
      return answer;
    },
    put: (path, body, options = {}) =>
      request(address, agent, check, path, {
        token: 'dev-internal',
        ...options,
        method: 'PUT',
        body: JSON.stringify(body),
      }),
    post: (path, body, query = {}, options = {}) =>
      request(address, agent, check, `${path}?${encode(query)}`, {
        ...options,
        method: 'POST',
        body: JSON.stringify(body),
      }),
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      live.stop();
      await client.close();
    },
  };
}

/** A client of the Elasticsearch of the tests. */
export function createTestClient(): Client {
  const node = process.env.ELASTICSEARCH_URL;
  if (node === undefined) throw new Error('jest/setup.mjs has set no ELASTICSEARCH_URL');
  return new Client({ node, requestTimeout: TIMEOUT_MS, resurrectStrategy: 'optimistic' });
}

/** The index prefix of the built-in data. */
export function builtInPrefix(): string {
  const prefix = process.env.TEST_INDEX_PREFIX;
  if (prefix === undefined) throw new Error('jest/setup.mjs has set no TEST_INDEX_PREFIX');
  return prefix;
}

async function readDocument(address: string): Promise<CheckDocumented> {
  const response = await fetch(`${address}/openapi.json`);
  return documentedBy(await response.text());
}

/** Sends a request without `fetch`, which takes as much processor time as the answer. */
async function request<Data>(
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

function guardData({ status, body }: Answer<unknown>, failures: readonly string[]): void {
  // A failure that answers HEAD has no body.
  if ((body as unknown) === undefined) return;
  Object.defineProperty(body, 'data', {
    get: () => {
      throw new Error(`${status} ${JSON.stringify(body.error)} ${failures.at(-1) ?? ''}`);
    },
  });
}

function encode(query: Exclude<Query, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return new URLSearchParams(pairs as [string, string][]).toString();
}
