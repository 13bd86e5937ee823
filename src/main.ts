import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { register } from 'prom-client';
import { createClient } from '../core/elasticsearch/client.js';
import { readEnvironment } from '../core/elasticsearch/environment.js';
import { liveAlias } from '../core/elasticsearch/names.js';
import { VERSION } from '../core/version.js';
import { builds } from '../indices/builds.js';
import { markers } from '../indices/markers.js';
import { watchEventLoop } from './access/eventLoop.js';
import {
  createFindTokens,
  createTokenLookups,
  createTokenVerifier,
} from './access/tokens/verify.js';
import { LastUses } from './access/tokens/lastUses.js';
import { createApp } from './app.js';
import { ANSWER_WITHIN_MS, within, WRITE_WITHIN_MS } from './concurrency.js';
import { loadConfig } from './config.js';
import { createEndpoints, RESOURCES } from './endpoints.js';
import { AnswerCache } from './lookups/answerCache.js';
import { cacheBudget } from './lookups/cache/versionedCache.js';
import type { ChangeBuild } from './markers/routes.js';
import { ELASTICSEARCH_LOST, observeElasticsearch } from './observe/elasticsearch.js';
import { createLastRuns } from './observe/lastRuns.js';
import { createLogger } from './observe/logger.js';
import type { ReportBorders } from './lookups/territories.js';
import { createMetricsServer, measureProcess } from './observe/metricsServer.js';
import { StateLog } from './observe/stateLog.js';
import { readPages } from './pages/built.js';
import { Live } from './search/live.js';
import { createSearches } from './search/search.js';
import { createHttpServer, drain, listen, Stopping } from './server/server.js';
import { createChanges } from './writes/changes.js';

const USES_WITHIN_MS = 500;
/** The built pages, beside the compiled API. */
const PAGES = join(import.meta.dirname, '../web');

const USES = {
  begin: 'token use cannot be written; retrying',
  end: 'token use is written again',
};

const BORDERS = {
  begin: 'borders cannot be used; each lookup by location searches',
  end: 'borders are used again',
};

async function main(): Promise<void> {
  const config = loadConfig(readEnvironment());
  const { indexPrefix, elasticsearch } = config;
  const logger = createLogger(config.logLevel);
  const states = new StateLog(logger);
  const client = createClient(elasticsearch);
  observeElasticsearch(client, states, elasticsearch.urls);
  // No request to Elasticsearch outlives the caller's own deadline.
  const timeoutMs = Math.min(elasticsearch.timeoutMs, ANSWER_WITHIN_MS);
  const searches = createSearches(client, timeoutMs);
  const buildsAlias = liveAlias(indexPrefix, builds.resource);
  const changeBuild: ChangeBuild = createChanges(
    client,
    { written: buildsAlias, beside: liveAlias(indexPrefix, markers.resource) },
    // A write must not be made after its caller got 503.
    Math.min(timeoutMs, WRITE_WITHIN_MS),
  );
  const budget = cacheBudget(config.cacheMegabytes);
  const settings = { indexPrefix, elasticsearch: elasticsearch.urls };
  const live = new Live(client, indexPrefix, RESOURCES, { logger, states, settings });
  live.start();
  const lastUses = new LastUses(client, indexPrefix, (isWritten, cause) => {
    if (isWritten) states.end('token uses');
    else states.begin('token uses', USES, { err: cause });
  });
  lastUses.start();
  const reportBorders: ReportBorders = (err) => {
    if (err === undefined) states.end('borders');
    else states.begin('borders', BORDERS, { err });
  };
  const pages = config.pages ? readPages(PAGES) : undefined;
  if (config.pages && pages === undefined)
    logger.warn('no pages found; run `npm run build`, or set PAGES=false');
  const stopping = new Stopping();
  const app = createApp({
    endpoints: createEndpoints(
      { ...searches, changeBuild, buildsAlias, readLive: () => live.read(), reportBorders },
      budget,
    ),
    answerCache: new AnswerCache(live, budget),
    verifyToken: createTokenVerifier({
      find: createTokenLookups(createFindTokens(client, indexPrefix), timeoutMs),
      devTokens: config.devTokens,
      devTokenOrigins: config.devTokenOrigins,
    }),
    countUse: lastUses.note.bind(lastUses),
    readiness: () => live.faults(),
    isLate: watchEventLoop(),
    logger,
    states,
    stopping,
    pages,
    settings: config,
  });
  const server = createHttpServer(app);
  const address = await listenOrExplain(server, config.host, config.port);
  logger.info({ address, pid: process.pid }, 'listening');
  measureProcess({
    version: VERSION,
    live,
    isElasticsearchLost: () => states.isIn(ELASTICSEARCH_LOST),
    lastRuns: createLastRuns(client, indexPrefix),
    connections: promisify(server.getConnections.bind(server)),
  });
  const metrics = createMetricsServer(register);
  if (config.metricsPort !== undefined) {
    const at = await listenOrExplain(metrics, config.metricsHost, config.metricsPort, 'METRICS_');
    logger.info({ address: `${at}/metrics` }, 'metrics');
  }
  if (config.devTokens) logger.warn('the public development tokens are accepted');

  await signalled();
  stopping.hasBegun = true;
  logger.info('stopping; finishing running requests');
  await sleep(config.shutdownDelayMs);
  const finished = await drain(server, stopping, config.shutdownGraceMs);
  if (!finished) logger.warn('stopped with requests unfinished');
  live.stop();
  metrics.close();
  // If Elasticsearch does not answer, the uses of the last minute are lost.
  await within(USES_WITHIN_MS, lastUses.stop()).catch(() => undefined);
  await client.close();
  logger.info('stopped');
}

/** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
async function signalled(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  await Promise.race(signals.map((signal) => once(process, signal)));
  for (const signal of signals) process.once(signal, () => process.exit(1));
}

/** @param prefix starts the names of the settings of host and port */
async function listenOrExplain(server: Server, host: string, port: number, prefix = '') {
  try {
    return await listen(server, port, host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} of ${host} is in use. Stop the process that uses it, or set ${prefix}PORT to another port.`,
      EACCES: `This user may not listen on port ${port}. Set ${prefix}PORT to 1024 or more.`,
      EADDRNOTAVAIL: `${host} is not an address of this machine. Set ${prefix}HOST to one of its addresses.`,
      ENOTFOUND: `${host} is not a known host. Set ${prefix}HOST to an address of this machine.`,
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
