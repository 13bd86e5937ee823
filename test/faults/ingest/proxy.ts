import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Answering, answering, headersOfElasticsearch } from '../../support/answering.js';

/** An answer on its way back. */
export interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Stands before Elasticsearch; a request is passed on once `hold` has let it go, unless that gives a
 * status to answer with instead, as Elasticsearch would.
 * @param change gives the answer to send instead of one
 */
export function startProxy(
  target: string,
  hold: (incoming: IncomingMessage) => Promise<unknown>,
  change: (passed: Passed) => Passed = (passed) => passed,
): Promise<Answering> {
  return answering((incoming, outgoing) => {
    void hold(incoming).then((refusal) => {
      if (typeof refusal === 'number') {
        incoming.resume();
        outgoing.writeHead(refusal, headersOfElasticsearch(incoming));
        outgoing.end(JSON.stringify({ error: { type: 'refused_by_proxy' }, status: refusal }));
        return;
      }
      // Whoever gave up meanwhile sends no more of it.
      if (outgoing.destroyed) return;
      const { method, headers } = incoming;
      const onward = request(
        new URL(incoming.url ?? '/', target),
        { method, headers },
        (answer) => {
          void buffer(answer).then(
            (body) => {
              const { statusCode = 500, headers: received } = answer;
              const sent = change({ status: statusCode, headers: received, body });
              outgoing.writeHead(sent.status, sent.headers).end(sent.body);
            },
            () => outgoing.destroy(),
          );
        },
      );
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
  });
}
