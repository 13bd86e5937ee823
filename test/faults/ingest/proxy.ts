import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';

export interface Proxy {
  url: string;
  close(): void;
}

/** Stands before Elasticsearch; a request is passed on once `hold` has let it go. */
export async function startProxy(
  target: string,
  hold: (incoming: IncomingMessage) => Promise<void>,
): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    void hold(incoming).then(() => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
