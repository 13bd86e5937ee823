import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { listen } from '../../../../src/server/server.js';
import { createMetricsServer } from '../../../../src/observe/metricsServer.js';

const GET = 'GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n';

let server: Server;
let collected: number;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.close();
  server.closeAllConnections();
  jest.restoreAllMocks();
});

async function start(length: number, withinMs?: number): Promise<string> {
  collected = 0;
  const metrics = (): Promise<string> => {
    collected += 1;
    return Promise.resolve('x'.repeat(length));
  };
  const contentType = 'text/plain; version=0.0.4; charset=utf-8';
  server = createMetricsServer({ metrics, contentType }, withinMs);
  return listen(server, 0, '127.0.0.1');
}

/** Connects, sends these bytes and reads nothing. */
function open(url: string, bytes: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
  sockets.push(socket.on('error', () => undefined).pause());
  return socket;
}

test('a flood of scrapes collects once, and is answered', async () => {
  const url = await start(10);
  // They come within 250 ms, however busy the machine is.
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${url}/metrics`)).text()),
  );
  expect(new Set(answers)).toEqual(new Set(['x'.repeat(10)]));
  expect(collected).toBe(1);
});

test('a request that never ends, and an answer that is never read, are ended', async () => {
  const url = await start(20_000_000, 100);
  const sent = [GET, 'GET /metrics HTTP/1.1\r\n', ''];
  await new Promise<void>((resolve) => {
    let closed = 0;
    server.on('connection', (socket) =>
      socket.once('close', () => {
        closed += 1;
        if (closed === sent.length) resolve();
      }),
    );
    for (const bytes of sent) open(url, bytes);
  });
});

test('connections are bounded: the others of the process are those of callers', async () => {
  const url = await start(10);
  const dropped = once(server, 'drop');
  for (let count = 0; count < 33; count += 1) open(url, '');
  await dropped;
  server.closeAllConnections();
});
