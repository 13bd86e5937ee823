import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** Makes a server whose only answer is `GET /metrics`: nobody needs a token, so it has its own port. */
export function createMetricsServer(registry: Registry): Server {
  return createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path !== '/metrics' || !isRead) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end('There is nothing here but GET /metrics.\n');
      return;
    }
    registry.metrics().then(
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
}
