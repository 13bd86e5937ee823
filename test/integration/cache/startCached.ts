import { Client } from '@elastic/elasticsearch';
import { createTokenVerifier } from '../../../src/access/tokens/verify.js';
import { createEndpoints, RESOURCES } from '../../../src/endpoints.js';
import { AnswerCache } from '../../../src/lookups/cache/answerCache.js';
import { cacheBudget } from '../../../src/lookups/cache/boundedMap.js';
import { Live } from '../../../src/search/live.js';
import { createSearches } from '../../../src/search/search.js';
import { builtInPrefix } from '../../support/api.js';
import { type Asking, askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { isInternal } from '../../support/endpoints.js';
import { startApp } from '../http/startApp.js';

/** An API with a cache, and the number of its requests to Elasticsearch. */
export interface CachedApi {
  readonly live: Live;
  /** Requests with searches; a test may reset it. */
  searches: number;
  get(target: string, asking?: Asking): Promise<PlainAnswer>;
  stop(): Promise<void>;
}

interface Options {
  /** The URL of Elasticsearch. */
  node?: string | undefined;
  indexPrefix?: string;
  cacheMaxAgeSeconds?: number;
  cacheMegabytes?: number;
  /** Of a search. */
  timeoutMs?: number;
  /** How long the live generations are known. */
  validMs?: number;
}

/** Starts an API as a process of its own would be: it polls once a second. */
export async function startCached({
  node = process.env.ELASTICSEARCH_URL,
  indexPrefix = builtInPrefix(),
  cacheMaxAgeSeconds = 60,
  cacheMegabytes = 64,
  timeoutMs = 10_000,
  validMs = 2_000,
}: Options = {}): Promise<CachedApi> {
  if (node === undefined) throw new Error('there is no Elasticsearch');
  const client = new Client({ node, maxRetries: 0, resurrectStrategy: 'optimistic' });
  const live = new Live(client, indexPrefix, RESOURCES, { validMs });
  await live.refresh();
  live.start();
  const budget = cacheBudget(cacheMegabytes);
  const searches = createSearches(client, timeoutMs);
  const noWrites = (): Promise<never> => Promise.reject(new Error('nothing is written'));
  const app = await startApp(
    { cacheMaxAgeSeconds },
    {
      endpoints: createEndpoints(searches, noWrites, budget),
      answerCache: new AnswerCache(live, budget),
      verifyToken: createTokenVerifier({ find: () => Promise.resolve(undefined), devTokens: true }),
    },
  );
  const api = {
    live,
    searches: 0,
    get(target: string, { method = 'GET', headers = {}, ...more }: Asking = {}) {
      const token = isInternal(target) ? 'dev-internal' : 'dev-public';
      const sent = { Authorization: `Bearer ${token}`, ...headers };
      return askPlainly(app.url, target, { method, headers: sent, ...more });
    },
    async stop() {
      await app.stop();
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
