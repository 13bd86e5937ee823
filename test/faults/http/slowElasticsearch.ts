import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** How long each answer takes. */
export const SLOW_MS = 1_200;

/** Stands in for Elasticsearch where only its slowness matters: every search finds nothing. */
export async function startSlowElasticsearch(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => {
      response.writeHead(200, {
        'Content-Type': 'application/vnd.elasticsearch+json; compatible-with=9',
        'X-Elastic-Product': 'Elasticsearch',
      });
      response.end('{"responses":[{"status":200,"hits":{"hits":[]}}],"hits":{"hits":[]}}');
    }, SLOW_MS);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
