import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { markers, type MarkerDocument } from '../indices/markers.js';
import { createApp } from './app.js';
import { type Config, loadConfig } from './config.js';
import { readEnvironment } from '../elasticsearch/environment.js';
import { createChanges } from './store/changes.js';
import { createClient } from '../elasticsearch/client.js';
import { liveAlias } from '../elasticsearch/names.js';
import { Live } from './store/live.js';
import { checkReadiness } from './store/readiness.js';
import { createSearches } from './store/search.js';
import { createEndpoints, RESOURCES } from './endpoints.js';
import { ANSWER_WITHIN_MS, WRITE_WITHIN_MS } from './http/deadline.js';
import { createHttpServer, drain, listen } from './http/server.js';
import { Stopping } from './http/stopping.js';
import { budgetOf } from './kept/budget.js';
import { createKeptAnswers } from './kept/create.js';
import { createLogger } from './logger.js';
import { readPages } from './pages/built.js';
import { createTokenLookups } from './tokens/lookups.js';
import { TokenStore } from './tokens/store.js';
import { createTokenVerifier } from './tokens/verify.js';

/** Beside the compiled API. */
const PAGES = join(import.meta.dirname, '../web');

async function main(): Promise<void> {
  const config = loadConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  const client = createClient(config.elasticsearch);
  const tokens = new TokenStore(client, config.indexPrefix);
  // Longer than a caller waits nothing is of use to anybody, and would only be in the way.
  const timeoutMs = Math.min(config.elasticsearch.timeoutMs, ANSWER_WITHIN_MS);
  const searches = createSearches(client, { timeoutMs });
  const changeMarker = createChanges<MarkerDocument>(client, {
    alias: liveAlias(config.indexPrefix, markers.resource),
    // A write that callers were told is late must not be made afterwards.
    timeoutMs: Math.min(timeoutMs, WRITE_WITHIN_MS),
  });
  const budget = budgetOf(config.keptAnswersMegabytes);
  const live = new Live(client, config.indexPrefix, RESOURCES, {
    onChange: (resource, index) => {
      logger.info({ resource, index }, 'a generation is live');
    },
    onKnown: (isKnown, cause) => {
      if (isKnown) logger.info('it is known again what is live: answers are kept');
      else logger.warn({ err: cause }, 'it is not known what is live: no kept answers are given');
    },
  });
  if (budget !== undefined) live.start();
  const pages = config.pages ? readPages(PAGES) : undefined;
  if (config.pages && pages === undefined)
    logger.warn('there are no pages: `npm run build` makes them, PAGES=false goes without');
  const stopping = new Stopping();
  const app = createApp({
    endpoints: createEndpoints(searches, changeMarker, budget),
    keptAnswers: createKeptAnswers(live, budget, config.cacheMaxAgeSeconds),
    verifyToken: createTokenVerifier({
      find: createTokenLookups((hashes, ms) => tokens.find(hashes, ms), { timeoutMs }),
      devTokens: config.devTokens,
    }),
    readiness: () => checkReadiness(client, config.indexPrefix, RESOURCES),
    isCongested: searches.isCongested,
    logger,
    stopping,
    pages,
    settings: config,
  });
  const server = createHttpServer(app);
  const address = await listenOrExplain(server, config);
  logger.info({ address, pid: process.pid }, 'listening');
  if (config.devTokens) logger.warn('the publicly known development tokens are accepted');

  await signalled();
  stopping.begin();
  logger.info('stopping: running requests are finished first');
  await sleep(config.shutdownDelayMs);
  const finished = await drain(server, stopping, config.shutdownGraceMs);
  if (!finished) logger.warn('stopped with requests unfinished');
  live.stop();
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

async function listenOrExplain(server: Server, { port, host }: Config): Promise<string> {
  try {
    return await listen(server, port, host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another one.`,
      EACCES: `This user may not listen on port ${port}. Set PORT to one of at least 1024.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. Set HOST to one that is.`,
      ENOTFOUND: `${host} is no known host. Set HOST to an address of this machine.`,
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
