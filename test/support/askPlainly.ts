import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Asking {
  method?: string;
  headers?: Readonly<Record<string, string | string[]>>;
  body?: string | Buffer;
  /** A connection for this request alone when absent. */
  agent?: Agent;
}

export interface PlainAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends a request as it is, and returns what comes as it is: `fetch` adds headers of its own, such
 * as `Cache-Control` to every request with `If-None-Match`, and decompresses.
 */
export function askPlainly(url: string, target: string, asking: Asking = {}): Promise<PlainAnswer> {
  const { agent = false, ...alone } = asking;
  const { method = 'GET', headers = {}, body } = alone;
  return new Promise((resolve, reject) => {
    const sent = request(url, { path: target, method, headers, agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { statusCode: status, headers: received } = answer;
        resolve({ status, headers: received, body: Buffer.concat(parts) });
      });
    });
    sent.on('error', (error) => {
      // The server may end a connection that waits just when it is used again.
      if (sent.reusedSocket) resolve(askPlainly(url, target, alone));
      else reject(error);
    });
    sent.end(body);
  });
}
