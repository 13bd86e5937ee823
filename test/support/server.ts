import type { Server } from 'node:http';
import { Writable } from 'node:stream';
import pino from 'pino';
import { type AppDependencies, createApp } from '../../src/app.js';
import { AnswerCache } from '../../src/lookups/answerCache.js';
import { cacheBudget } from '../../src/lookups/cache/versionedCache.js';
import { createHttpServer, listen, Stopping } from '../../src/server/server.js';
import { SetLive } from './setLive.js';

/** A server of the API on a free port of this machine. */
export interface TestServer {
  readonly url: string;
  readonly server: Server;
  /** The logged lines. */
  readonly lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts a server with these settings and dependencies. By default it has no endpoints, no callers and no cache. */
export async function startServer(
  settings: Partial<AppDependencies['settings']> = {},
  dependencies: Partial<AppDependencies> = {},
): Promise<TestServer> {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const app = createApp({
    endpoints: [],
    answerCache: disabledCache(),
    verifyToken: () => Promise.resolve(undefined),
    readiness: () => [],
    logger: pino({ base: null }, stream),
    stopping: new Stopping(),
    settings: {
      corsOrigins: '*',
      trustProxy: 0,
      maxConcurrentRequests: 1_000,
      rateLimitPerSecond: 0,
      devTokens: false,
      mapStyleUrl: undefined,
      slowRequestMs: 0,
      logRequests: 'all',
      cacheMaxAgeSeconds: 60,
      ...settings,
    },
    ...dependencies,
  });
  const server = createHttpServer(app);
  const url = await listen(server, 0, '127.0.0.1');
  return {
    url,
    server,
    lines,
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/** A disabled cache without live data, for endpoints that read no index. */
export function disabledCache(): AnswerCache {
  return new AnswerCache(new SetLive(), cacheBudget(0));
}
