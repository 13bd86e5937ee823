import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { INTERNAL, PUBLIC, startApp, type TestServer, WRITE_PATH, written } from './startApp.js';

/** The bound of the requirement for lookups; bodies may come slower. */
const LOOKUP_MS = 3_000;

let app: TestServer;
/** One connection, used again and again. */
let agent: Agent;
beforeEach(async () => {
  written.length = 0;
  app = await startApp({ maxConcurrentRequests: 2 });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await app.stop();
});

interface Upload {
  status: number;
  text: string;
  /** Of the client's end, by which connections are told apart. */
  port: number | undefined;
}

/** Sends parts with pauses between them, chunked unless there is a `Content-Length`. */
async function upload(
  parts: readonly (string | Buffer)[],
  headers: Record<string, string | number> = {},
  pauseMs = 0,
): Promise<Upload> {
  const sent = request(`${app.url}${WRITE_PATH}`, {
    agent,
    method: 'PUT',
    headers: { ...INTERNAL, 'Content-Type': 'application/json', ...headers },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  for (const part of parts) {
    sent.write(part);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  sent.end();
  const [response] = await answered;
  const port = response.socket.localPort;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return { status: response.statusCode ?? 0, text, port };
}

const GOOD = '{"id":"a"}';
const TOO_LONG = `{"id":"${'x'.repeat(16 * 1_024)}"}`;
const LONG = 'x'.repeat(2_000_000);

test('a body that comes for longer than a lookup may take', async () => {
  const begun = performance.now();
  const { status } = await upload(['{"id"', ':', '"a', '"}'], {}, LOOKUP_MS / 3 + 50);
  expect(performance.now() - begun).toBeGreaterThan(LOOKUP_MS);
  expect(status).toBe(200);
  expect(written).toEqual([{ id: 'a', count: 0 }]);
});

test('a character whose bytes come apart', async () => {
  const bytes = Buffer.from('{"id":"😀"}');
  const parts = Array.from(bytes, (byte) => Buffer.from([byte]));
  expect((await upload(parts, {}, 2)).status).toBe(200);
  expect(written).toEqual([{ id: '😀', count: 0 }]);
});

describe('compressed bodies', () => {
  const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

  test.each(Object.entries(codings))('%s', async (coding, compress) => {
    for (const name of [coding, coding.toUpperCase()]) {
      expect((await upload([compress(GOOD)], { 'Content-Encoding': name })).status).toBe(200);
    }
    expect(written).toHaveLength(2);
    const long = compress(TOO_LONG);
    expect(long.length).toBeLessThan(200);
    expect((await upload([long], { 'Content-Encoding': coding })).status).toBe(413);
    const bomb = compress(Buffer.alloc(50_000_000));
    expect((await upload([bomb], { 'Content-Encoding': coding })).status).toBe(413);
    for (const bad of [GOOD, '', compress(GOOD).subarray(0, -3), compress(Buffer.of(0xff))]) {
      expect((await upload([bad], { 'Content-Encoding': coding })).status).toBe(400);
    }
    expect(written).toHaveLength(2);
  });

  test('none that is not known', async () => {
    for (const coding of ['compress', 'zstd', 'gzip, gzip', 'constructor']) {
      expect((await upload([GOOD], { 'Content-Encoding': coding })).status).toBe(415);
    }
    expect((await upload([GOOD], { 'Content-Encoding': 'identity' })).status).toBe(200);
  });
});

describe('after a refusal the connection works', () => {
  test.each([
    ['401', 401, [LONG], { Authorization: 'Bearer nobody' }],
    ['403', 403, [LONG], PUBLIC],
    ['415', 415, [LONG], { 'Content-Type': 'text/plain' }],
    ['413 of a known length', 413, [TOO_LONG], { 'Content-Length': TOO_LONG.length }],
    ['413 of a long length', 413, [LONG], { 'Content-Length': LONG.length }],
    ['413 of chunks', 413, [TOO_LONG], {}],
    ['413 of many chunks', 413, [LONG, LONG], {}],
    ['413 while it is inflated', 413, [gzipSync(TOO_LONG)], { 'Content-Encoding': 'gzip' }],
    ['413 of what is no gzip', 413, [LONG, LONG], { 'Content-Encoding': 'gzip' }],
    ['400 of what is no gzip', 400, [GOOD], { 'Content-Encoding': 'gzip' }],
    ['400 of no JSON', 400, ['x'], {}],
    ['400 of a member', 400, ['{}'], {}],
  ] as const)('%s', async (_, status, parts, headers) => {
    const ports = new Set<number | undefined>();
    for (let round = 0; round < 3; round += 1) {
      const refused = await upload(parts, headers);
      expect(refused.status).toBe(status);
      expect(refused.text).toContain('"status":"error"');
      ports.add(refused.port);
      const next = await upload([GOOD]);
      expect(next.status).toBe(200);
      ports.add(next.port);
    }
    expect(written).toHaveLength(3);
    expect(ports.size).toBe(1);
  });
});

test.each([
  ['', GOOD.slice(0, 5)],
  ['gzip', gzipSync(GOOD).subarray(0, 12)],
])('callers that go away with half a body (%s) leave room for others', async (coding, half) => {
  // More of them than requests may run at once.
  for (let gone = 0; gone < 5; gone += 1) {
    const sent = request(`${app.url}${WRITE_PATH}`, {
      method: 'PUT',
      headers: { ...INTERNAL, 'Content-Type': 'application/json', 'Content-Encoding': coding },
    });
    sent.on('error', () => undefined);
    sent.write(half);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => sent.on('close', resolve).destroy());
  }
  // That they are gone may be noticed a little later.
  const deadline = performance.now() + 20_000;
  let { status } = await upload([GOOD]);
  while (status === 503 && performance.now() < deadline) ({ status } = await upload([GOOD]));
  expect(status).toBe(200);
});
