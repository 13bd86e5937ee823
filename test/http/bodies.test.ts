import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { untilEnd } from '../support/each.js';
import { errorOf, INTERNAL, PUBLIC, startApp, WRITE_PATH, written } from './startApp.js'; // prettier-ignore

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MAX_BYTES = 16 * 1_024;

const app = untilEnd(await startApp({ maxConcurrentRequests: 2 }));
beforeEach(() => {
  written.length = 0;
});

const put = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { ...INTERNAL, ...JSON_TYPE },
  query = '',
): Promise<Response> => fetch(`${app.url}${WRITE_PATH}${query}`, { method: 'PUT', headers, body });

/** Returns the faults of a rejected body: parameter → message. */
async function faultsOf(body: string): Promise<Record<string, string>> {
  const response = await put(body);
  expect(response.status).toBe(400);
  const { code, details } = await errorOf(response);
  expect(code).toBe('invalid_request');
  // It is there with entries, or not at all.
  expect(details).not.toEqual([]);
  expect(written).toEqual([]);
  const faults = Object.fromEntries((details ?? []).map(({ path, message }) => [path, message]));
  expect(details ?? []).toHaveLength(Object.keys(faults).length);
  return faults;
}

/** A JSON object of as many bytes. */
const ofBytes = (bytes: number): string => `{"id":"${'x'.repeat(bytes - 9)}"}`;

test('a success is nothing but the status', async () => {
  const response = await put('{"id":"a","count":7}');
  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
  expect(written).toEqual([{ id: 'a', count: 7 }]);
});

test.each([
  [' \r\n\t{ "id" : "a" , "count" : 1.0 } \n', 'a', 1],
  ['\uFEFF{"id":"a"}', 'a', 0],
  ['{"id":"\\u00e9\\ud83d\\ude00é😀\uFFFD"}', 'é😀é😀\uFFFD', 0],
  ['{"id":"a:\\"id\\":"}', 'a:"id":', 0],
  ['{"id":"{\\"id\\":1}","count":1}', '{"id":1}', 1],
])('%j is accepted', async (body, id, count) => {
  expect((await put(body)).status).toBe(200);
  expect(written).toEqual([{ id, count }]);
});

test('parameters in the query string are ignored, and named', async () => {
  const response = await put('{"id":"a"}', { ...INTERNAL, ...JSON_TYPE }, '?id=b&count=x');
  expect([response.status, response.headers.get('X-Ignored-Params')]).toEqual([200, 'id, count']);
  expect(written).toEqual([{ id: 'a', count: 0 }]);
});

test.each([
  ['a faulty member', '{"id":7}', JSON_TYPE],
  ['no JSON', 'x', JSON_TYPE],
  ['no type', '{}', {}],
  ['too many bytes', ofBytes(MAX_BYTES + 1), JSON_TYPE],
])('the token is checked before %s', async (_, body, headers) => {
  expect((await put(body, { ...headers })).status).toBe(401);
  expect((await put(body, { ...headers, ...PUBLIC })).status).toBe(403);
});

test.each([
  '', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/vnd.api+json', 'json', '*/*', 'text/json',
  'application/json; charset=iso-8859-1', 'application/json; charset=utf-16', 'application/json;charset="us-ascii"',
])('415: %j', async (type) => {
  // As bytes, because fetch gives a text a type of its own.
  const body = new TextEncoder().encode('{"id":"a"}');
  const response = await put(body, { ...INTERNAL, ...(type && { 'Content-Type': type }) });
  expect([response.status, (await errorOf(response)).code]).toEqual([415, 'unsupported_media_type']);
  expect(written).toEqual([]);
}); // prettier-ignore

test.each([
  'application/json; charset=UTF-8', 'application/json; charset=utf8', 'APPLICATION/Json', 'application/json ; charset="Utf-8"', 'application/json; indent=4', 'application/json;',
])('the type %j is accepted', async (type) => {
  expect((await put('{"id":"a"}', { ...INTERNAL, 'Content-Type': type })).status).toBe(200);
}); // prettier-ignore

test('413 above 16 KiB, whatever the bytes are', async () => {
  expect((await put(ofBytes(MAX_BYTES))).status).toBe(200);
  for (const bytes of [MAX_BYTES + 1, 1_000_000]) {
    for (const body of [ofBytes(bytes), ' '.repeat(bytes), 'é'.repeat(bytes / 2 + 1)]) {
      const response = await put(body);
      expect([response.status, (await errorOf(response)).code]).toEqual([413, 'payload_too_large']);
    }
  }
  expect(written).toHaveLength(1);
});

describe('400', () => {
  test.each([
    ' ', 'x', 'null', 'true', '7', '"id"', '[]', '[{"id":"a"}]', '{', '{"id":"a"}}', "{'id':'a'}", '{"id":"a",}', '{"id":"a"}{"id":"b"}',
    '{"id":NaN}', 'id=a', '{"id":"a\n"}', '\0', '{"id":"a"}\0', '['.repeat(16_000),
  ])('%.40j is no JSON object', async (body) => {
    expect(await faultsOf(body)).toEqual({});
  }); // prettier-ignore

  test.each([
    ['a lone byte', [0xff]],
    ['Latin-1', [0xe9]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['half a character', [0xf0, 0x9f, 0x98]],
    ['a character beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('%s is no UTF-8', async (_, bytes) => {
    const text = [...Buffer.from('{"id":"')].concat(bytes, [...Buffer.from('"}')]);
    const response = await put(Uint8Array.from(text));
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain('UTF-8');
  });

  test.each([
    ['{"id":"a","\\u0069d":"a"}', ['id']],
    ['{"id":"a","count":1,"id":"a","count":1,"count":2}', ['id', 'count']],
    ['{"id":"a","id":7}', ['id']],
  ])('given twice: %j', async (body, names) => {
    const faults = names.map((name) => [name, 'must be given only once']);
    expect(await faultsOf(body)).toEqual(Object.fromEntries(faults));
  });

  test.each(['', '{}'])('without members: %j', async (body) => {
    expect(await faultsOf(body)).toEqual({ id: 'is required: a text' });
  });

  test.each([
    ['id', ['7', '""', 'null', '["a"]', '{"a":1}', 'true', `${'['.repeat(2_000)}${']'.repeat(2_000)}`]],
    ['count', ['"7"', '7.5', '-1', 'null', '1e999', '[7]', 'true', '12345678901234567890']],
  ])('faulty values of %s', async (name, values) => {
    for (const value of values) {
      const body = name === 'id' ? `{"id":${value}}` : `{"id":"a","${name}":${value}}`;
      expect(Object.keys(await faultsOf(body))).toEqual([name]);
    }
  }); // prettier-ignore

  test.each(['x', 'ID', '', ' id', 'constructor', '__proto__', 'toString', 'prototype'])('an unknown member: %j', async (name) => {
    for (const value of ['1', '{"prototype":{"id":"b"}}', 'null']) {
      const fault = { [name]: 'is unknown. Leave it out.' };
      expect(await faultsOf(`{"id":"a",${JSON.stringify(name)}:${value}}`)).toEqual(fault);
    }
    expect(({} as Record<string, unknown>).id).toBeUndefined();
  }); // prettier-ignore

  test('all faults at once', async () => {
    const faults = await faultsOf('{"count":"7","seson":1,"__proto__":{"id":"a"}}');
    expect(Object.keys(faults).sort()).toEqual(['__proto__', 'count', 'id', 'seson']);
  });
});

describe('uploads', () => {
  /** The bound of the requirement for lookups; bodies may take longer. */
  const LOOKUP_MS = 3_000;
  const GOOD = '{"id":"a"}';
  const TOO_LONG = ofBytes(MAX_BYTES + 9);
  const LONG = 'x'.repeat(2_000_000);
  /** A single connection. */
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  afterAll(() => {
    agent.destroy();
  });

  /** Sends parts with pauses between them, chunked unless there is a `Content-Length`. */
  async function upload(
    parts: readonly (string | Buffer)[],
    headers: Record<string, string | number> = {},
    pauseMs = 0,
  ): Promise<{ status: number; text: string; port: number | undefined }> {
    const sent = request(`${app.url}${WRITE_PATH}`, {
      agent,
      method: 'PUT',
      headers: { ...INTERNAL, ...JSON_TYPE, ...headers },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    for (const part of parts) {
      sent.write(part);
      await sleep(pauseMs);
    }
    sent.end();
    const [response] = await answered;
    const port = response.socket.localPort;
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
    return { status: response.statusCode ?? 0, text, port };
  }

  test('a body may take longer than a lookup, and be cut within a character', async () => {
    const bytes = Buffer.from('{"id":"😀"}');
    const parts = [bytes.subarray(0, 4), ...[8, 9, 10].map((end, at) => bytes.subarray(at === 0 ? 4 : end - 1, end)), bytes.subarray(10)]; // prettier-ignore
    expect((await upload(parts, {}, LOOKUP_MS / 4)).status).toBe(200);
    expect(written).toEqual([{ id: '😀', count: 0 }]);
  });

  test.each([['gzip', gzipSync], ['deflate', deflateSync], ['br', brotliCompressSync]] as const)('a body may be compressed by %s', async (coding, compress) => {
    const statusOf = async (body: string | Buffer, name: string = coding) => (await upload([body], { 'Content-Encoding': name })).status;
    expect(await statusOf(compress(GOOD))).toBe(200);
    expect(await statusOf(compress(GOOD), coding.toUpperCase())).toBe(200);
    expect(written).toHaveLength(2);
    for (const long of [TOO_LONG, Buffer.alloc(50_000_000)]) expect(await statusOf(compress(long))).toBe(413);
    for (const bad of [GOOD, '', compress(GOOD).subarray(0, -3), compress(Buffer.of(0xff))]) expect(await statusOf(bad)).toBe(400);
    expect(written).toHaveLength(2);
  }); // prettier-ignore

  test.each([['compress', 415], ['zstd', 415], ['gzip, gzip', 415], ['constructor', 415], ['identity', 200]])('a body of the coding %s is %d', async (coding, status) => {
    expect((await upload([GOOD], { 'Content-Encoding': coding })).status).toBe(status);
  }); // prettier-ignore

  test.each([
    ['401', 401, [LONG], { Authorization: 'Bearer nobody' }],
    ['403', 403, [LONG], PUBLIC],
    ['415', 415, [LONG], { 'Content-Type': 'text/plain' }],
    ['413 of a known length', 413, [TOO_LONG], { 'Content-Length': TOO_LONG.length }],
    ['413 of a long length', 413, [LONG], { 'Content-Length': LONG.length }],
    ['413 of chunks', 413, [LONG, LONG], {}],
    ['413 while it is inflated', 413, [gzipSync(TOO_LONG)], { 'Content-Encoding': 'gzip' }],
    ['400 of what is no gzip', 400, [GOOD], { 'Content-Encoding': 'gzip' }],
    ['400 of no JSON', 400, ['x'], {}],
  ] as const)('the connection works after %s', async (_, status, parts, headers) => {
    const ports = new Set<number | undefined>();
    for (let round = 0; round < 2; round += 1) {
      const rejected = await upload(parts, headers);
      expect([rejected.status, rejected.text]).toEqual([status, expect.stringContaining('"status":"error"')]);
      const next = await upload([GOOD]);
      expect(next.status).toBe(200);
      ports.add(rejected.port).add(next.port);
    }
    expect(written).toHaveLength(2);
    expect(ports.size).toBe(1);
  }); // prettier-ignore

  test.each([
    ['', GOOD.slice(0, 5)],
    ['gzip', gzipSync(GOOD).subarray(0, 12)],
  ])('callers that disconnect within a body (%s) leave their slots to others', async (coding, half) => {
    // More of them than slots.
    for (let gone = 0; gone < 5; gone += 1) {
      const headers = { ...INTERNAL, ...JSON_TYPE, 'Content-Encoding': coding };
      const sent = request(`${app.url}${WRITE_PATH}`, { method: 'PUT', headers });
      sent.on('error', () => undefined);
      sent.write(half);
      await sleep(50);
      await new Promise((resolve) => sent.on('close', resolve).destroy());
    }
    // The server may notice it a little later.
    const deadline = performance.now() + 20_000;
    let { status } = await upload([GOOD]);
    while (status === 503 && performance.now() < deadline) ({ status } = await upload([GOOD]));
    expect(status).toBe(200);
  }); // prettier-ignore
});
