import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type StartedApp } from './startApp.js';

let app: StartedApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Sends bytes as they are, and gives back the whole answer. */
function send(bytes: string): Promise<string> {
  const { port, hostname } = new URL(app.url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => {
      resolve(answer);
    });
    socket.on('error', reject);
  });
}

function get(target: string, headers = 'Host: a\r\n'): Promise<string> {
  return send(
    `GET ${target} HTTP/1.1\r\n${headers}Authorization: Bearer public-token\r\nConnection: close\r\n\r\n`,
  );
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

describe('no request target gives a 500', () => {
  test.each([
    '/test/echo?token=%', '/test/echo?%', '/test/echo?token=%00', '/test/echo?token=\x80\xff',
    '/test/echo?token=a#b', '/%00', '/%', '/%c0%ae', '/\x80', '//', '//[', '/[', '/test/echo?[',
    '/\\', '/?', '?', '??', '#', 'test/echo', 'http://', 'http://[', 'http://[::1', 'http://a:b:c/',
    'http://a:99999/test/echo', 'https://\x80/', 'javascript:alert(1)', 'mailto:a', '*', '/*', '/../..',
    '/test/echo?__proto__[x]=1', '/test/echo?constructor=1&token=a', '/places/%', '/markers/\x80',
    `/test/echo?token=${'%25'.repeat(5_000)}`, `/test/echo?${'a&'.repeat(8_000)}`,
  ])('%s', async (target) => {
    const status = statusOf(await get(target));
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
  }); // prettier-ignore
});

test.each([
  '/test/echo?token=a',
  'http://a/test/echo?token=a',
  'HTTPS://u:p@[::1]:1/test/echo?token=a',
])('the target %s is understood', async (target) => {
  expect(statusOf(await get(target))).toBe(200);
});

describe('headers', () => {
  test.each([
    ['a strange host', 'Host: [\r\n'],
    ['a host with a path', 'Host: a/b?c#d\r\n'],
    ['an empty host', 'Host: \r\n'],
    ['no encoding known', 'Host: a\r\nAccept-Encoding: ;q=x,,*;q=2\r\n'],
    ['a strange origin', 'Host: a\r\nOrigin: \x80\r\n'],
    ['a body on a GET', 'Host: a\r\nContent-Length: 0\r\n'],
    ['forwarded nonsense', 'Host: a\r\nX-Forwarded-For: ,,\r\nX-Forwarded-Proto: ,\r\n'],
  ])('%s', async (_, headers) => {
    expect(statusOf(await get('/test/echo?token=a', headers))).toBe(200);
  });
});

describe('what is no HTTP is 400 with the error body', () => {
  test.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a blank in the target', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['NUL in the target', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['an endless header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    const answer = await send(bytes);
    expect(statusOf(answer)).toBe(400);
    expect(answer).toContain('"code":"invalid_request"');
    expect(answer.toLowerCase()).toContain('x-request-id: ');
  });
});

test('an expectation nobody knows is no obstacle', async () => {
  const answer = await send(
    'GET /nothing HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n',
  );
  expect(statusOf(answer)).toBe(404);
  expect(answer).toContain('"code":"not_found"');
});

test('500 ids of many bytes each fit into a request', async () => {
  const id = `%E4%B8%AD${'a'.repeat(60)}`;
  const answer = await get(`/test/echo?token=a&ids=${Array(500).fill(id).join(',')}`);
  expect(statusOf(answer)).toBe(200);
});
