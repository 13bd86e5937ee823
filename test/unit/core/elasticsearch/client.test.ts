import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Client, errors } from '@elastic/elasticsearch';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createClient } from '../../../../core/elasticsearch/client.js';

let server: Server;
let client: Client;
/** Returns the id in the answer; null: none. */
let echo: (id: string) => string | null;
let body: string;
let status: number;
let contentType: string;
const ids: string[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((request, response) => {
    const id = String(request.headers['x-opaque-id']);
    ids.push(id);
    sockets.add(request.socket);
    const echoed = echo(id);
    response.writeHead(status, {
      'Content-Type': contentType,
      'X-Elastic-Product': 'Elasticsearch',
      ...(echoed === null ? {} : { 'X-Opaque-Id': echoed }),
    });
    response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  client = createClient({ urls: [`http://127.0.0.1:${port}`], timeoutMs: 5_000 });
});
beforeEach(() => {
  echo = (id) => id;
  body = '{"count":1}';
  status = 200;
  contentType = 'application/vnd.elasticsearch+json; compatible-with=9';
  ids.length = 0;
  sockets.clear();
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

test('every request has an id of its own, after the ids of the callers', async () => {
  for (let count = 0; count < 3; count += 1) await client.count({}, { opaqueId: 'r1,r2' });
  await client.count({});
  expect(new Set(ids).size).toBe(4);
  expect(ids.slice(0, 3).every((id) => /^r1,r2\/[\da-f]{8}-\d+$/.test(id))).toBe(true);
  expect(ids[3]).toMatch(/^\/[\da-f]{8}-\d+$/);
});

test('an answer without an id is accepted: some proxies remove it', async () => {
  echo = () => null;
  expect(await client.count({})).toEqual({ count: 1 });
});

test.each([200, 404, 503])(
  'the answer to another request (%d) counts as lost, and its connection is replaced',
  async (answered) => {
    await client.count({});
    const before = [...sockets];
    status = answered;
    echo = () => '/another-1';
    await expect(client.count({})).rejects.toThrow(errors.ConnectionError);
    status = 200;
    echo = (id) => id;
    sockets.clear();
    expect(await client.count({})).toEqual({ count: 1 });
    for (const socket of before) expect(sockets.has(socket)).toBe(false);
  },
);

test.each([
  ['null', 200, 'application/json'],
  ['', 200, 'application/json'],
  ['', 204, 'application/json'],
  ['"text"', 200, 'application/json'],
  ['<html>the page of a proxy</html>', 200, 'text/html'],
])('%j (%d, %s) is not an answer', async (given, answered, type) => {
  [body, status, contentType] = [given, answered, type];
  await expect(client.count({})).rejects.toThrow(errors.DeserializationError);
});
