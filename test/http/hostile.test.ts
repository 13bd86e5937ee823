import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { sendBytes } from '../support/sendBytes.js';
import { startApp, WRITE_PATH, written } from './startApp.js';
import { untilEnd } from '../support/each.js';

const app = untilEnd(await startApp());

const send = (bytes: string, then: 'wait' | 'end' = 'wait'): Promise<string> =>
  sendBytes(app.url, bytes, then);

function get(target: string, headers = 'Host: a\r\n'): Promise<string> {
  return send(
    `GET ${target} HTTP/1.1\r\n${headers}Authorization: Bearer public-token\r\nConnection: close\r\n\r\n`,
  );
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

describe('no request target causes a 500', () => {
  test.each([
    '/test/echo?token=%', '/test/echo?%', '/test/echo?token=%00', '/test/echo?token=\x80\xff',
    '/test/echo?token=a#b', '/%00', '/%', '/%c0%ae', '/\x80', '//', '//[', '/[', '/test/echo?[',
    '/\\', '/?', '?', '??', '#', 'test/echo', 'http://', 'http://[', 'http://[::1', 'http://a:b:c/',
    'http://a:99999/test/echo', 'https://\x80/', 'ftp://[/', 'javascript:alert(1)', 'mailto:a', '*', '/*', '/../..',
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

test('a fragment is dropped', async () => {
  expect(await get('/test/echo?token=a#b&limit=2')).toMatch(/"data":\{"token":"a","lang":"en"\}/);
  expect(statusOf(await get('/test/echo#?token=a'))).toBe(400);
  expect(await get('http://a/test/echo?token=a#b')).toContain('"token":"a"');
});

test.each([
  ['a strange host', 'Host: [\r\n'],
  ['a host with a path', 'Host: a/b?c#d\r\n'],
  ['an empty host', 'Host: \r\n'],
  ['unknown encodings', 'Host: a\r\nAccept-Encoding: ;q=x,,*;q=2\r\n'],
  ['a strange origin', 'Host: a\r\nOrigin: \x80\r\n'],
  ['an empty body on a GET', 'Host: a\r\nContent-Length: 0\r\n'],
  ['malformed X-Forwarded-For', 'Host: a\r\nX-Forwarded-For: ,,\r\nX-Forwarded-Proto: ,\r\n'],
])('%s does no harm', async (_, headers) => {
  expect(statusOf(await get('/test/echo?token=a', headers))).toBe(200);
});

describe('malformed HTTP is 400 with the error body', () => {
  test.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a blank in the target', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['NUL in the target', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHOST: a\r\nConnection: close\r\n\r\n'],
    ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    await expectRejection(bytes, 400);
  });
});

describe('too long headers are 431', () => {
  test.each([
    ['an endless header', `X: ${'a'.repeat(100_000)}\r\n`],
    ['a header without any end', `X: ${'a'.repeat(2_000_000)}`],
    ['3,000 headers', 'X: a\r\n'.repeat(3_000)],
  ])('%s', async (_, headers) => {
    const answer = await expectRejection(
      `GET /test/echo?token=a HTTP/1.1\r\n${headers}Host: a\r\nAuthorization: Bearer public-token\r\nConnection: close\r\n\r\n`,
      431,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  });

  test('1,900 headers are not too many', async () => {
    expect(statusOf(await get('/test/echo?token=a', `Host: a\r\n${'X: a\r\n'.repeat(1_900)}`))).toBe(200);
  }); // prettier-ignore
});

/** Requests that Node does not parse are answered and logged like all others. */
async function expectRejection(bytes: string, status: number): Promise<string> {
  app.lines.length = 0;
  const answer = await send(bytes);
  expect(statusOf(answer)).toBe(status);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const id = /^x-request-id: (.*)$/im.exec(head)?.[1];
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_request', request_id: id } });
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  expect(head).toMatch(/^connection: close$/im);
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-frame-options']) {
    expect(head.toLowerCase()).toContain(`\r\n${name}: `);
  }
  while (app.lines.length === 0) await sleep(10);
  expect(app.lines).toEqual([
    expect.objectContaining({ requestId: id, status, client: '127.0.0.1' }),
  ]);
  return answer;
}

describe('after a request', () => {
  const write = (body: string): string =>
    `PUT ${WRITE_PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer internal-token\r\nContent-Type: application/json\r\n${body}`;
  const whole = write('Content-Length: 10\r\n\r\n{"id":"a"}');
  const slow =
    'GET /test/slow?token=a&limit=300 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer public-token\r\n\r\n';
  const statusesIn = (answers: string): string[] => answers.match(/HTTP\/1\.1 \d+/g) ?? [];

  test('the caller may half-close the connection', async () => {
    expect(statusesIn(await send(slow + whole, 'end'))).toEqual(Array(2).fill('HTTP/1.1 200'));
  });

  test.each([
    ['nonsense', `${slow}nonsense\r\n\r\n`],
    ['a tunnel', `${whole}CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n`],
  ])('%s is not answered', async (_, bytes) => {
    expect(statusesIn(await send(bytes))).toEqual(['HTTP/1.1 200']);
  });

  test('a body that is not chunked as it says is 400', async () => {
    await expectRejection(write('Transfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n'), 400);
  });

  test('a body that breaks off is 400', async () => {
    const answer = await send(write('Content-Length: 20\r\n\r\n{"id":"a"}'), 'end');
    expect(statusOf(answer)).toBe(400);
  });
});

describe('an internal path is reached by its own name only', () => {
  test.each([
    '/%6darkers/write', '//markers/write', '/MARKERS/write', '/markers//write', '/./markers/write', '/test/../markers/write',
    '/markers/write/', '/markers%2fwrite', '/markers/write;a', '/markers/write%00', '\\markers\\write', 'http://a//markers/write',
    'http://markers/write', '/test/echo?/markers/write', '/test/echo#/markers/write', '/markers/write?a', 'http://a/markers/write',
  ])('%s', async (target) => {
    written.length = 0;
    const head = 'Host: a\r\nAuthorization: Bearer public-token\r\nContent-Type: application/json';
    const overridden = 'X-HTTP-Method-Override: PUT\r\nX-Original-URL: /markers/write\r\nX-Rewrite-URL: /markers/write';
    const body = 'Content-Length: 10\r\nConnection: close\r\n\r\n{"id":"a"}';
    const answer = await send(`PUT ${target} HTTP/1.1\r\n${head}\r\n${overridden}\r\n${body}`);
    expect([400, 401, 403, 404, 405]).toContain(statusOf(answer));
    expect(written).toEqual([]);
  }); // prettier-ignore
});

test('the answer to a malformed HEAD has no body', async () => {
  const answer = await send('HEAD / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/);
  expect(answer).toMatch(/^content-length: \d+$/im);
});

test('an unknown expectation is ignored', async () => {
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
