import { Client } from '@elastic/elasticsearch';
import { createEndpoints, RESOURCES } from '../../../src/endpoints.js';
import { budgetOf } from '../../../src/lookups/cache/budget.js';
import { KeptAnswers } from '../../../src/lookups/cache/keptAnswers.js';
import { Live } from '../../../src/search/live.js';
import { createSearches } from '../../../src/search/search.js';
import { createTokenVerifier } from '../../../src/access/tokens/verify.js';
import { type Asking, askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { builtInPrefix } from '../../support/api.js';
import { isInternal } from '../../support/endpoints.js';
import { startApp } from '../http/startApp.js';

/** An API that keeps answers, beside what it asked of Elasticsearch. */
export interface KeptApi {
  readonly live: Live;
  /** Requests with searches, since it was last set. */
  searches: number;
  get(target: string, asking?: Asking): Promise<PlainAnswer>;
  stop(): Promise<void>;
}

interface Options {
  /** Of Elasticsearch. */
  node?: string | undefined;
  indexPrefix?: string;
  maxAgeSeconds?: number;
  keptMegabytes?: number;
  /** Of a search. */
  timeoutMs?: number;
}

/** Starts one as a process of its own would be: it asks what is live once a second. */
export async function startKept({
  node = process.env.ELASTICSEARCH_URL,
  indexPrefix = builtInPrefix(),
  maxAgeSeconds = 60,
  keptMegabytes = 64,
  timeoutMs = 10_000,
}: Options = {}): Promise<KeptApi> {
  if (node === undefined) throw new Error('there is no Elasticsearch');
  const client = new Client({ node, maxRetries: 0, resurrectStrategy: 'optimistic' });
  const live = new Live(client, indexPrefix, RESOURCES);
  await live.refresh();
  live.start();
  const budget = budgetOf(keptMegabytes);
  const searches = createSearches(client, timeoutMs);
  const nothingWritten = (): Promise<never> => Promise.reject(new Error('nothing is written'));
  const app = await startApp(
    {},
    {
      endpoints: createEndpoints(searches, nothingWritten, budget),
      keptAnswers: new KeptAnswers({ live, budget, maxAgeSeconds }),
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
    // Without a query string it is the poll of what is live.
    if (path.endsWith('_msearch') && String(querystring) !== '') api.searches += 1;
  });
  return api;
}
