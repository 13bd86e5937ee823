/** A thread that sends bodies a byte at a time, and begins anew whenever one is refused. */
import { request } from 'node:http';
import { workerData } from 'node:worker_threads';

const EVERY_MS = 2_000;
const BODY_BYTES = 1_000;

const { url, connections, headers } = workerData as {
  url: string;
  connections: number;
  headers: Record<string, string>;
};

function send(): void {
  const body = request(`${url}/markers/update`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': BODY_BYTES },
  });
  const dripping = setInterval(() => body.write(' '), EVERY_MS);
  body.on('response', (answer) => answer.resume());
  body.on('error', () => undefined);
  body.once('close', () => {
    clearInterval(dripping);
    setTimeout(send, EVERY_MS);
  });
  body.write(' ');
}

for (let connection = 0; connection < connections; connection += 1) send();
