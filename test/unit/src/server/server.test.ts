import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { createHttpServer, drain, listen, Stopping } from '../../../../src/server/server.js';
import { eventually } from '../../../support/patience.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function start(answer: RequestListener, maxConnections?: number): Promise<number> {
  server = createHttpServer(answer, maxConnections);
  return Number(new URL(await listen(server, 0, '127.0.0.1')).port);
}

test.each([
  ['nonsense', `${GET}nonsense\r\n\r\n`],
  ['a body that was not announced', `${GET}{"a":1}`],
  ['a tunnel', `${GET}CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n`],
  ['a request after the last one', `${GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${GET}`],
])('together with a request that is answered at once comes %s: only that is answered', async (_, bytes) => {
  const port = await start((__, response) => response.end('ok'));
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
}); // prettier-ignore

test('an answer that is read slowly is sent to its end, also before one that is not made yet', async () => {
  const length = 20_000_000;
  let last: ServerResponse | undefined;
  const port = await start((request, response) => {
    if (request.url === '/big') response.end(Buffer.alloc(length));
    else last = response;
  });
  const socket = connect(port, '127.0.0.1', () => socket.write(GET.replace('/', '/big') + GET));
  await eventually('both have arrived', () => last !== undefined);
  const drained = drain(server, new Stopping(), 60_000);
  // Idle connections are closed every now and then meanwhile.
  await sleep(300);
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += (chunk as Buffer).length;
    if (bytes < length) continue;
    last?.setHeader('Connection', 'close').end('ok');
    last = undefined;
  }
  expect(bytes).toBeGreaterThan(length);
  expect(await drained).toBe(true);
});

test('a connection that is kept alive does not hold what was asked on it', async () => {
  let latest: WeakRef<IncomingMessage> | undefined;
  const port = await start((request, response) => {
    latest = new WeakRef(request);
    response.end('ok');
  });
  const socket = connect(port, '127.0.0.1', () => socket.write(GET));
  await new Promise((resolve) => socket.once('data', resolve));
  for (let time = 0; time < 50 && latest?.deref() !== undefined; time += 1) {
    await sleep(100);
    collectGarbage();
  }
  expect(latest?.deref()).toBeUndefined();
  socket.destroy();
});

test('what was asked on connections in use is gone without a full garbage collection', async () => {
  const port = await start((request, response) => {
    // Makes a request that stays visible in the heap.
    Object.assign(request, { weight: Array.from({ length: 2_000 }, (_, index) => ({ index })) });
    response.end('ok');
  });
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'));
  const ask = async (socket: Socket): Promise<void> => {
    const answered = once(socket, 'data');
    socket.write(GET);
    await answered;
  };
  const askTimes = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await Promise.all(sockets.map(ask));
  };
  const oldBytes = (): number =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0; // prettier-ignore
  await askTimes(20);
  const growths: number[] = [];
  // On a busy machine, a small collection may find many requests in use, and make them old.
  for (let round = 0; round < 6; round += 1) {
    // What the server holds now is old. What old objects point to is kept by all small collections.
    collectGarbage();
    const before = oldBytes();
    await askTimes(50);
    growths.push(oldBytes() - before);
  }
  expect(Math.min(...growths)).toBeLessThan(4 * 2 ** 20);
  for (const socket of sockets) socket.destroy();
});

test('above a number of connections the one that is idle for longest is closed, and none that is answered', async () => {
  const held: (() => void)[] = [];
  const port = await start((request, response) => {
    if (request.url === '/held') held.push(() => response.end('ok'));
    else response.end('ok');
  }, 4);
  const closed: string[] = [];
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  const open = async (name: string, path?: string): Promise<Socket> => {
    const before = accepted;
    const socket = connect(port, '127.0.0.1').on('close', () => closed.push(name));
    sockets.push(socket.resume());
    await eventually('the connection is accepted', () => accepted > before);
    if (path !== undefined) await ask(socket, path);
    return socket;
  };
  /** Sends a request, and waits until it is answered or held. */
  const ask = async (socket: Socket, path: string): Promise<void> => {
    let isAnswered = false;
    socket.once('data', () => (isAnswered = true));
    socket.write(GET.replace('/', path));
    await eventually('it has arrived', () => isAnswered || (path === '/held' && held.length > 0));
  };
  const sockets: Socket[] = [];
  try {
    await open('held', '/held');
    const used = await open('used', '/');
    await open('silent');
    await open('answered', '/');
    await ask(used, '/');
    for (const [name, idle] of [
      ['one more', 'silent'],
      ['two more', 'answered'],
      ['three more', 'used'],
    ] as const) {
      await open(name);
      await eventually('a connection is closed', () => closed.length > 0);
      expect(closed.splice(0)).toEqual([idle]);
    }
    // More at once than may be open.
    await Promise.all(Array.from({ length: 20 }, () => open('of a crowd')));
    const { status } = await fetch(`http://127.0.0.1:${port}/`);
    expect(status).toBe(200);
    expect(closed).not.toContain('held');
    const answered = once(sockets[0] ?? used, 'data');
    held[0]?.();
    expect(String((await answered)[0])).toContain(' 200 OK');
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
