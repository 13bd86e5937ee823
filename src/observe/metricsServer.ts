import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** A scrape takes the time of many requests, so its text is shared this long. */
const COLLECT_EVERY_MS = 250;
/** Prometheus needs one or two. More would take file descriptors from callers. */
const MAX_CONNECTIONS = 32;
/** Time to send a request, and for an idle connection. */
const WITHIN_MS = 10_000;

/** Creates the server of `GET /metrics`. It has its own port, because no token is needed. */
export function createMetricsServer(
  registry: Pick<Registry, 'metrics' | 'contentType'>,
  withinMs = WITHIN_MS,
): Server {
  let latest: { readonly since: number; readonly text: Promise<string> } | undefined;

  function collected(): Promise<string> {
    const now = performance.now();
    if (latest === undefined || now - latest.since >= COLLECT_EVERY_MS)
      latest = { since: now, text: registry.metrics() };
    return latest.text;
  }

  const options = {
    requestTimeout: withinMs,
    headersTimeout: withinMs,
    connectionsCheckingInterval: withinMs / 10,
  };
  const server = createServer(options, (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics' || !isRead) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('There is nothing here but GET /metrics.\n');
      return;
    }
    collected().then(
      (text) => {
        response.writeHead(200, {
          'Content-Type': registry.contentType,
          'Cache-Control': 'no-store',
        });
        response.end(request.method === 'HEAD' ? undefined : text);
      },
      (error: unknown) => {
        response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
        response.end(`The metrics cannot be read: ${String(error)}\n`);
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  // A caller that does not read holds memory.
  server.setTimeout(withinMs);
  return server;
}
