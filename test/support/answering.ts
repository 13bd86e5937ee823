import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a test, such as one in the place of Elasticsearch. */
export interface Answering {
  readonly url: string;
  /** Also ends open connections. */
  close(): void;
}

/** Returns the headers of each answer of Elasticsearch. */
export function headersOfElasticsearch({ headers }: IncomingMessage): Record<string, string> {
  const id = headers['x-opaque-id'];
  return {
    'Content-Type': 'application/vnd.elasticsearch+json; compatible-with=9',
    'X-Elastic-Product': 'Elasticsearch',
    ...(id !== undefined && { 'X-Opaque-Id': String(id) }),
  };
}

/** Answers requests on a free port of this machine. */
export async function answering(answer: RequestListener): Promise<Answering> {
  const server = createServer(answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
