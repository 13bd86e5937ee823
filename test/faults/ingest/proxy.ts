import { type IncomingMessage, request } from 'node:http';
import { type Answering, answering } from '../../support/answering.js';

/**
 * Stands before Elasticsearch; a request is passed on once `hold` has let it go, unless that gives a
 * status to answer with instead, as Elasticsearch would.
 */
export function startProxy(
  target: string,
  hold: (incoming: IncomingMessage) => Promise<unknown>,
): Promise<Answering> {
  return answering((incoming, outgoing) => {
    void hold(incoming).then((refusal) => {
      if (typeof refusal === 'number') {
        incoming.resume();
        outgoing.writeHead(refusal, {
          'Content-Type': 'application/vnd.elasticsearch+json; compatible-with=9',
          'X-Elastic-Product': 'Elasticsearch',
        });
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
          outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
  });
}
