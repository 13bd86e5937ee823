/** The program of a server that does nothing, for comparison: an empty Koa handler, or bare node:http. */
import { createServer, type RequestListener } from 'node:http';
import Koa from 'koa';

const BODY = '{"data":[]}';
const app = new Koa().use((context) => {
  context.type = 'json';
  context.body = BODY;
});
const handleByKoa = app.callback();

const PEERS = {
  bareHttp: (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(BODY);
  },
  emptyKoa: (request, response) => {
    void handleByKoa(request, response);
  },
} satisfies Record<string, RequestListener>;

export type PeerName = keyof typeof PEERS;

createServer(PEERS[process.argv[2] as PeerName]).listen(Number(process.env.PORT), '127.0.0.1');
