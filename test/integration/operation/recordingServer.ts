import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request to Elasticsearch. */
export interface Recorded {
  method: string;
  /** Decoded, without the query. */
  path: string;
  body: string;
}

export interface Recording {
  url: string;
  requests: Recorded[];
  close(): void;
}

/** Stands before an Elasticsearch and notes what it is asked; without one it answers all with `{}`. */
export async function record(elasticsearch?: string): Promise<Recording> {
  const requests: Recorded[] = [];
  const server = createServer((incoming, answer) => {
    void (async () => {
      const body = await text(incoming);
      const { method = '', url = '' } = incoming;
      requests.push({ method, path: decodeURIComponent(url.split('?')[0] ?? ''), body });
      if (elasticsearch === undefined) {
        const headers = { 'X-Elastic-Product': 'Elasticsearch', 'Content-Type': 'application/json' };
        answer.writeHead(200, headers).end('{"encoded":"a key"}');
        return;
      }
      const { headers } = incoming;
      const forwarded = requestOf(new URL(url, elasticsearch), { method, headers });
      forwarded.end(body);
      const [reply] = (await once(forwarded, 'response')) as [IncomingMessage];
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    })().catch(() => answer.destroy());
  }); // prettier-ignore
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
