import { once } from 'node:events';
import { type IncomingMessage, request as requestOf } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Answering, answering, headersOfElasticsearch } from '../../support/answering.js';

/** A request to Elasticsearch. */
export interface Recorded {
  method: string;
  /** Decoded, without the query. */
  path: string;
  body: string;
}

export interface Recording extends Answering {
  requests: Recorded[];
}

/**
 * Records requests to Elasticsearch.
 * @param target its address, or a function that answers in its place
 */
export async function record(target: string | ((request: Recorded) => object)): Promise<Recording> {
  const requests: Recorded[] = [];
  const server = await answering((incoming, answer) => {
    void (async () => {
      const { method = '', url = '', headers } = incoming;
      const path = decodeURIComponent(url.split('?')[0] ?? '');
      const request = { method, path, body: await text(incoming) };
      requests.push(request);
      if (typeof target === 'function') {
        answer
          .writeHead(200, headersOfElasticsearch(incoming))
          .end(JSON.stringify(target(request)));
        return;
      }
      const forwarded = requestOf(new URL(url, target), { method, headers }).end(request.body);
      const [reply] = (await once(forwarded, 'response')) as [IncomingMessage];
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    })().catch(() => answer.destroy());
  });
  return { ...server, requests };
}
