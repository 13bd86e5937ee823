import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { type Load, measure, type Question } from '../../../../tools/bench/load.js';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

const { signal } = new AbortController();
const QUESTIONS = ['/a', '/b', '/c', '/d', '/e'].map((path): Question => ({ method: 'GET', path }));

async function loadOn(answer: RequestListener, questions = QUESTIONS): Promise<Load> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.address() as AddressInfo;
  return { name: 'load', url: `http://127.0.0.1:${port}`, questions: questions.values() };
}

test('every question is sent once, in order, each when the answer before is there', async () => {
  const asked: string[] = [];
  const load = await loadOn(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization}`);
    response.end('{}');
  });
  const figures = await measure(load, { span: { amount: 3 }, connections: 1, signal });
  expect(asked).toEqual(['/a', '/b', '/c'].map((path) => `${path} Bearer dev-internal`));
  expect(figures.lookups).toBe(3);
  expect(figures.p99Ms).toBeGreaterThanOrEqual(figures.p50Ms);
  expect(figures.perSecond).toBe(load.perSecond);
  // More than are left.
  expect(await measure(load, { span: { duration: 9 }, connections: 2, signal })).toMatchObject({ lookups: 2 }); // prettier-ignore
});

test.each([
  ['with its length', true],
  ['in chunks', false],
])('an answer larger than the buffer, %s, is read to its end', async (_, withLength) => {
  const body = JSON.stringify({ text: 'ü'.repeat(200_000) });
  const load = await loadOn((_request, response) => {
    if (withLength) response.setHeader('Content-Length', Buffer.byteLength(body));
    response.write(body.slice(0, 100_000));
    response.end(body.slice(100_000));
  });
  expect(await measure(load, { span: { amount: 5 }, connections: 2, signal })).toMatchObject({ lookups: 5 }); // prettier-ignore
});

test('a follow-up request is made from an answer in chunks, and both are one lookup', async () => {
  const bodies: string[] = [];
  const next = (answer: string): Question => ({ method: 'POST', path: '/next', body: answer });
  const load = await loadOn((request, response) => {
    request.on('data', (body: Buffer) => bodies.push(String(body)));
    request.on('end', () => {
      response.write('{"ids":');
      setImmediate(() => response.end('["x"]}'));
    });
  }, [{ method: 'GET', path: '/', next }]); // prettier-ignore
  const { lookups } = await measure(load, { span: { amount: 1 }, connections: 1, signal });
  expect({ lookups, bodies: bodies.map((body) => body.trim()) }).toEqual({ lookups: 1, bodies: ['{"ids":["x"]}'] }); // prettier-ignore
});

test.each<[string, RequestListener]>([
  ['answered HTTP/1.1 503 Service Unavailable to GET /c HTTP/1.1.', (_, response) => response.writeHead(503).end()],
  ['closed the connection before it answered.', (_, response) => response.destroy()],
])('a run fails if the server %s', async (message, fail) => {
  const load = await loadOn((request, response) => {
    if (request.url === '/c') fail(request, response);
    else response.end('{}');
  });
  const measured = measure(load, { span: { amount: 5 }, connections: 2, signal });
  await expect(measured).rejects.toThrow(message);
}); // prettier-ignore

test('an interrupted run fails with the reason', async () => {
  const load = await loadOn(() => undefined);
  const interrupted = AbortSignal.abort(new Error('Stopped.'));
  const measured = measure(load, { span: { amount: 1 }, connections: 1, signal: interrupted });
  await expect(measured).rejects.toThrow('Stopped.');
});
