import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markers, type MarkerDocument } from '../indices/markers.js';
import { createApp } from './app.js';
import { type Config, loadConfig } from './config.js';
import { readEnvironment } from '../core/elasticsearch/environment.js';
import { withQuickstart } from '../core/elasticsearch/quickstart.js';
import { createChanges } from './writes/changes.js';
import { createClient } from '../core/elasticsearch/client.js';
import { liveAlias } from '../core/elasticsearch/names.js';
import { ElasticsearchObserver } from './observe/elasticsearchObserver.js';
import { ElasticsearchState } from './observe/elasticsearchState.js';
import { Live } from './search/live.js';
import { checkReadiness } from './search/readiness.js';
import { ReadinessWatch } from './search/readinessWatch.js';
import { createSearches } from './search/search.js';
import { createEndpoints, RESOURCES } from './endpoints.js';
import { ANSWER_WITHIN_MS, within, WRITE_WITHIN_MS } from './server/deadline.js';
import { createHttpServer, drain, listen } from './server/server.js';
import { Stopping } from './server/stopping.js';
import { budgetOf } from './lookups/cache/budget.js';
import { createKeptAnswers } from './lookups/cache/create.js';
import { createLogger } from './observe/logger.js';
import { QueueCounts } from './observe/metrics/queues.js';
import { createRegistry, type Measured } from './observe/metrics/registry.js';
import { RequestCounts } from './observe/metrics/requests.js';
import { createMetricsServer } from './observe/metrics/server.js';
import { VERSION } from './openapi/document.js';
import { readPages } from './pages/built.js';
import { createTokenLookups } from './access/tokens/lookups.js';
import { TokenStore } from './access/tokens/store.js';
import { UseCounter } from './access/tokens/useCounter.js';
import { createTokenVerifier } from './access/tokens/verify.js';

const USES_WITHIN_MS = 500;
/** Beside the compiled API. */
const PAGES = join(import.meta.dirname, '../web');

async function main(): Promise<void> {
  const config = loadConfig(await withQuickstart(readEnvironment()));
  const logger = createLogger(config.logLevel);
  const client = createClient(config.elasticsearch);
  const state = new ElasticsearchState(logger, config.elasticsearch.urls);
  const elasticsearch = new ElasticsearchObserver(client, state);
  const queues = {
    searches: new QueueCounts(),
    long_answers: new QueueCounts(),
    marker_writes: new QueueCounts(),
    tokens: new QueueCounts(),
  };
  const requests = new RequestCounts();
  const tokens = new TokenStore(client, config.indexPrefix);
  // Longer than a caller waits nothing is of use to anybody, and would only be in the way.
  const timeoutMs = Math.min(config.elasticsearch.timeoutMs, ANSWER_WITHIN_MS);
  const searches = createSearches(client, {
    timeoutMs,
    searchCounts: queues.searches,
    longAnswerCounts: queues.long_answers,
  });
  const changeMarker = createChanges<MarkerDocument>(client, {
    alias: liveAlias(config.indexPrefix, markers.resource),
    // A write that callers were told is late must not be made afterwards.
    timeoutMs: Math.min(timeoutMs, WRITE_WITHIN_MS),
    counts: queues.marker_writes,
  });
  const budget = budgetOf(config.keptAnswersMegabytes);
  const live = new Live(client, config.indexPrefix, RESOURCES, {
    onChange: (resource, index) => {
      logger.info({ resource, index }, 'a generation is live');
    },
    onKnown: (isKnown, cause) => {
      if (budget === undefined) return;
      if (isKnown) logger.info('it is known again what is live: answers are kept');
      else logger.warn({ err: cause }, 'it is not known what is live: no kept answers are given');
    },
  });
  live.start();
  const readiness = new ReadinessWatch(
    () => checkReadiness(client, config.indexPrefix, RESOURCES),
    logger,
    { where: { indexPrefix: config.indexPrefix, elasticsearch: config.elasticsearch.urls } },
  );
  readiness.start();
  const uses = new UseCounter(client, config.indexPrefix, {
    onState(isWritten, cause) {
      if (isWritten) logger.info('the use of tokens is written again');
      else logger.warn({ err: cause }, 'the use of tokens cannot be written; it is tried again');
    },
  });
  uses.start();
  const pages = config.pages ? readPages(PAGES) : undefined;
  if (config.pages && pages === undefined)
    logger.warn('there are no pages: `npm run build` makes them, PAGES=false goes without');
  const stopping = new Stopping();
  const app = createApp({
    endpoints: createEndpoints(searches, changeMarker, budget),
    keptAnswers: createKeptAnswers(live, budget, config.cacheMaxAgeSeconds),
    verifyToken: createTokenVerifier({
      find: createTokenLookups((hashes, ms) => tokens.find(hashes, ms), {
        timeoutMs,
        counts: queues.tokens,
      }),
      devTokens: config.devTokens,
      devTokenOrigins: config.devTokenOrigins,
    }),
    countUse: (caller) => {
      uses.count(caller);
    },
    readiness: () => readiness.check(),
    isCongested: searches.isCongested,
    logger,
    counts: requests,
    stopping,
    pages,
    settings: config,
  });
  const server = createHttpServer(app);
  const address = await listenOrExplain(server, { ...config, variables: ['HOST', 'PORT'] });
  logger.info({ address, pid: process.pid }, 'listening');
  const metrics = await serveMetrics(config, {
    version: VERSION,
    requests,
    elasticsearch,
    queues,
    generations: () => live.generations(),
    isElasticsearchLost: () => state.isLost,
    isReady: () => readiness.isReady,
    connections: () => connectionsOf(server),
  });
  if (metrics !== undefined) logger.info({ address: `${metrics.address}/metrics` }, 'metrics');
  if (config.devTokens) logger.warn('the publicly known development tokens are accepted');

  await signalled();
  stopping.begin();
  logger.info('stopping: running requests are finished first');
  await sleep(config.shutdownDelayMs);
  const finished = await drain(server, stopping, config.shutdownGraceMs);
  if (!finished) logger.warn('stopped with requests unfinished');
  live.stop();
  readiness.stop();
  metrics?.server.close();
  // Elasticsearch may be away; what was not written of the last minute is lost then.
  await within(USES_WITHIN_MS, uses.stop()).catch(() => undefined);
  await client.close();
  logger.info('stopped');
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    let first = true;
    const stop = (): void => {
      if (!first) process.exit(1);
      first = false;
      resolve();
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
  });
}

/** Serves metrics on a port of their own; undefined: there is none. */
async function serveMetrics(
  { metricsHost: host, metricsPort: port }: Config,
  measured: Measured,
): Promise<{ server: Server; address: string } | undefined> {
  if (port === undefined) return undefined;
  const server = createMetricsServer(createRegistry(measured));
  const variables = ['METRICS_HOST', 'METRICS_PORT'] as const;
  return { server, address: await listenOrExplain(server, { host, port, variables }) };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => {
      resolve(error === null ? count : 0);
    });
  });
}

interface Listening {
  readonly host: string;
  readonly port: number;
  /** The settings of these two. */
  readonly variables: readonly [string, string];
}

async function listenOrExplain(
  server: Server,
  { port, host, variables: [hostVariable, portVariable] }: Listening,
): Promise<string> {
  try {
    return await listen(server, port, host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} of ${host} is in use. Stop what uses it, or set ${portVariable} to another one.`,
      EACCES: `This user may not listen on port ${port}. Set ${portVariable} to one of at least 1024.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. Set ${hostVariable} to one that is.`,
      ENOTFOUND: `${host} is no known host. Set ${hostVariable} to an address of this machine.`,
    };
    throw new Error(reasons[code ?? ''] ?? `Cannot listen on ${host}, port ${port}: ${message}`, {
      cause: error,
    });
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
