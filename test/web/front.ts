import { readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { listen } from '../../src/server/server.js';
import { PROJECT } from '../support/docs.js';

const BUILT = join(PROJECT, 'dist/web');

const TYPES: Readonly<Partial<Record<string, string>>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
};

/** As strict as the service's own pages are. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

/** What happens to a lookup instead of being passed on: it is cut off, or answered so. */
export type Instead =
  'cut' | { status: number; headers?: Readonly<Record<string, string>>; body?: unknown };

/** Stands before the API as a proxy does, beside pages of its own. */
export interface Front {
  readonly address: string;
  /** The lookups that came, in this order. */
  readonly asked: URL[];
  /** The pages, by path. */
  readonly pages: Map<string, string>;
  /** Called with each lookup; one that is not answered here is passed on after it. */
  intercept: (lookup: URL) => Promise<Instead | undefined> | Instead | undefined;
  stop(): Promise<void>;
}

/** @param apiAddress where lookups are passed on to */
export async function startFront(apiAddress: string): Promise<Front> {
  const server = createServer((request, response) => void answer(request, response));
  const front: Front = {
    address: await listen(server, 0, '127.0.0.1'),
    asked: [],
    pages: new Map(),
    intercept: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', front.address);
    const page = front.pages.get(url.pathname);
    if (page !== undefined) {
      const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': POLICY };
      response.writeHead(200, headers).end(page);
    } else if (/\/find\w+$/.test(url.pathname)) {
      if (request.method === 'GET') front.asked.push(url);
      const instead = await front.intercept(url);
      if (instead === 'cut') request.socket.destroy();
      else if (instead === undefined) passOn(request, response);
      else {
        const { status, headers = {}, body = {} } = instead;
        const all = { 'Content-Type': 'application/json', ...ANY_ORIGIN, ...headers };
        response.writeHead(status, all).end(JSON.stringify(body));
      }
    } else sendBuilt(url, response);
  }

  function passOn(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url } = request;
    const onward = ask(`${apiAddress}${url ?? ''}`, { method, headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    onward.on('error', () => request.socket.destroy());
    request.pipe(onward);
  }

  return front;
}

const ANY_ORIGIN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' };

/** Sends what `npm run build` makes of `web/`, as the API does. */
function sendBuilt({ pathname }: URL, response: ServerResponse): void {
  if (pathname === '/explorer.json') {
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"developmentTokens":{"public":"dev-public","internal":"dev-internal"}}');
    return;
  }
  const file = join(BUILT, normalize(pathname === '/widget' ? '/widget/index.html' : pathname));
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) response.writeHead(404).end();
  else {
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    const headers = { 'Content-Type': type, 'Content-Security-Policy': POLICY, ...ANY_ORIGIN };
    response.writeHead(200, headers).end(readFileSync(file));
  }
}
