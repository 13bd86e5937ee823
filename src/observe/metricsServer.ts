import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** To collect them takes the time of many requests: however many ask, it is done no more often. */
const COLLECT_EVERY_MS = 250;
/** Whoever reads them needs one or two; others would take what the API's callers connect with. */
const MOST_CONNECTIONS = 32;
/** A request has this time to be there, and a connection may be still for as long. */
const WITHIN_MS = 10_000;

/**
 * Makes a server whose only answer is `GET /metrics`: nobody needs a token, so it has its own port.
 * Whoever reaches that can keep others from the metrics, but callers from nothing.
 */
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
  server.maxConnections = MOST_CONNECTIONS;
  // Whoever reads nothing holds memory.
  server.setTimeout(withinMs);
  return server;
}
