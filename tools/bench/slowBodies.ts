/** The program of a thread that sends bodies a byte at a time, and starts another one when one is rejected. */
import { request } from 'node:http';
import { workerData } from 'node:worker_threads';

const BYTE_INTERVAL_MS = 2_000;

const { url, connections, headers } = workerData as {
  url: string;
  connections: number;
  headers: Record<string, string>;
};

function send(): void {
  const type = { 'content-type': 'application/json', 'content-length': 1_000 };
  const body = request(`${url}/markers/update`, {
    method: 'PUT',
    headers: { ...headers, ...type },
  });
  const timer = setInterval(() => body.write(' '), BYTE_INTERVAL_MS);
  body.on('response', (answer) => answer.resume());
  body.on('error', () => undefined);
  body.once('close', () => {
    clearInterval(timer);
    setTimeout(send, BYTE_INTERVAL_MS);
  });
  body.write(' ');
}

for (let connection = 0; connection < connections; connection += 1) send();
