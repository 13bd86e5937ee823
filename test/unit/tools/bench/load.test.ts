import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Course, measure, type Question } from '../../../../tools/bench/load.js';

/** Answers `/<status>` with that, and says what it was asked. */
let server: Server;
let url: string;
let asked: { path: string; body: string; token: string | undefined }[];
let open: number;
let mostOpen: number;
beforeEach(async () => {
  asked = [];
  open = 0;
  mostOpen = 0;
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.once('end', () => {
      const path = request.url ?? '';
      asked.push({ path, body, token: request.headers.authorization });
      response.statusCode = Number(path.slice(1, 4)) || 200;
      response.end(`answer to ${path}`);
    });
  });
  server.on('connection', (socket) => {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    socket.once('close', () => {
      open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const course = (amount: number): Course => ({
  span: { amount },
  connections: 4,
  signal: new AbortController().signal,
});

function* endless(path = '/200'): Generator<Question> {
  for (let number = 0; ; number += 1) yield { method: 'GET', path: `${path}?${number}` };
}

test('each question is asked once, over all connections', async () => {
  const questions = endless();
  const headers = { authorization: 'Bearer mine' };
  const { lookups, p50Ms, p99Ms, generatorBusy } = await measure(
    { url, headers, questions },
    course(100),
  );
  expect(lookups).toBeGreaterThanOrEqual(100);
  expect(asked).toHaveLength(lookups);
  expect(new Set(asked.map(({ path }) => path)).size).toBe(lookups);
  expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(['Bearer mine']));
  expect(mostOpen).toBe(4);
  expect(p50Ms).toBeLessThanOrEqual(p99Ms);
  expect(generatorBusy).toBeGreaterThan(0);
  expect(generatorBusy).toBeLessThanOrEqual(1);
  // The next measurement goes on where this one ended.
  await measure({ url, questions }, course(10));
  expect(new Set(asked.map(({ path }) => path)).size).toBe(asked.length);
});

test('what depends on an answer is asked after it, and is the same lookup', async () => {
  const question = (number: number): Question => ({
    method: 'POST',
    path: `/first${number}`,
    body: 'ä',
    next: (body) =>
      number === 0 ? undefined : { method: 'GET', path: `/${body.replaceAll(/\W/g, '-')}` },
  });
  const { lookups } = await measure(
    { url, questions: [question(0), question(1)].values() },
    course(100),
  );
  expect(lookups).toBe(2);
  const paths = asked.map(({ path }) => path).sort();
  expect(paths).toEqual(['/answer-to--first1', '/first0', '/first1']);
  expect(asked.filter(({ body }) => body === 'ä')).toHaveLength(2);
});

test.each([300, 404, 503])('it fails when one answer is %i', async (status) => {
  const questions = [...Array.from({ length: 20 }, () => '/200'), `/${status}`].map(
    (path): Question => ({ method: 'GET', path }),
  );
  await expect(measure({ url, questions: questions.values() }, course(1_000))).rejects.toThrow(
    `${status} was answered to GET /${status}`,
  );
});

test('it fails when a connection is closed', async () => {
  server.prependListener('request', (request) => {
    if (request.url === '/200?10') request.socket.destroy();
  });
  await expect(measure({ url, questions: endless() }, course(1_000))).rejects.toThrow(
    /closed|ECONNRESET/,
  );
});

test('what goes on meanwhile is not counted, ends with the load, and must not fail', async () => {
  const load = { url, questions: endless(), meanwhile: { url, questions: endless('/201') } };
  const { lookups } = await measure(load, course(200));
  const beside = asked.filter(({ path }) => path.startsWith('/201')).length;
  expect(beside).toBeGreaterThan(0);
  expect(lookups).toBe(asked.length - beside);
  const failing = { url, questions: endless(), meanwhile: { url, questions: endless('/500') } };
  await expect(measure(failing, course(200))).rejects.toThrow('500 was answered');
});

test('without questions there is nothing to measure', async () => {
  const questions: Question[] = [];
  await expect(measure({ url, questions: questions.values() }, course(10))).rejects.toThrow(
    'no new questions left',
  );
});

test('it ends when a person interrupts it', async () => {
  const interruption = new AbortController();
  setTimeout(() => {
    interruption.abort(new Error('Interrupted.'));
  }, 50);
  await expect(
    measure(
      { url, questions: endless() },
      { span: { duration: 60 }, connections: 2, signal: interruption.signal },
    ),
  ).rejects.toThrow('Interrupted.');
});
