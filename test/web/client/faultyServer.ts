import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../../../src/server/server.js';

/** How a request is answered. */
export type Behaviour = (response: ServerResponse) => void;

interface Seen {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly atMs: number;
}

export interface FaultyServer {
  readonly url: string;
  /** What came, the latest last. */
  readonly seen: readonly Seen[];
  stop(): Promise<void>;
}

export const SUCCESS = { status: 'ok', data: [] };

/** Answers so, with a body as JSON, or as it is if it is a text. */
export function answers(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Answers as the service does where it fails. */
export function fails(
  status: number,
  code = 'unavailable',
  headers: Readonly<Record<string, string>> = {},
): Behaviour {
  return answers(status, { status: 'error', error: { code, message: 'No.' } }, headers);
}

/** Closes the connection without an answer. */
export const hangsUp: Behaviour = (response) => {
  response.socket?.destroy();
};

/** Closes the connection within the body of a success. */
export const cutsOff: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Length': '1000' });
  response.write('{"status":"ok",', () => response.socket?.destroy());
};

/** Answers nothing, and keeps the connection open. */
export const isSilent: Behaviour = () => undefined;

/** Answers request after request as told, and the others with success. */
export async function startFaultyServer(...behaviours: Behaviour[]): Promise<FaultyServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const atMs = performance.now();
    void text(request).then((body) => {
      seen.push({ method, target: url, headers, body, atMs });
      const behave = behaviours.shift() ?? answers(200, SUCCESS);
      behave(response);
    });
  });
  const url = await listen(server, 0, '127.0.0.1');
  return {
    url,
    seen,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
