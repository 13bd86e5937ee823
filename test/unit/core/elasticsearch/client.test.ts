import type { Socket } from 'node:net';
import { errors } from '@elastic/elasticsearch';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createClient } from '../../../../core/elasticsearch/client.js';
import { classify, explain, type FailureKind } from '../../../../core/elasticsearch/failures.js';
import { faultOfFailure } from '../../../../src/search/readiness.js';
import { answering } from '../../../support/answering.js';
import { untilEnd } from '../../../support/each.js';

/** Returns the id in the answer; null: none. */
let echo: (id: string) => string | null;
let body: string;
let status: number;
let headers: Record<string, string>;
const ids: string[] = [];
const sockets = new Set<Socket>();

const { url } = untilEnd(
  await answering((request, response) => {
    const id = String(request.headers['x-opaque-id']);
    ids.push(id);
    sockets.add(request.socket);
    const echoed = echo(id);
    response.writeHead(status, {
      ...headers,
      ...(echoed === null ? {} : { 'X-Opaque-Id': echoed }),
    });
    response.end(body);
  }),
);
const { url: slow } = untilEnd(
  await answering((_, response) => {
    response.writeHead(200, headers);
    response.write('{');
  }),
);
const client = untilEnd(createClient({ urls: [url], timeoutMs: 5_000 }));
beforeEach(() => {
  echo = (id) => id;
  body = '{"count":1}';
  status = 200;
  headers = { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' };
  ids.length = 0;
  sockets.clear();
});

test('every request has an id of its own, after the ids of the callers', async () => {
  for (let count = 0; count < 3; count += 1) await client.count({}, { opaqueId: 'r1,r2' });
  await client.count({});
  expect(new Set(ids).size).toBe(4);
  expect(ids.slice(0, 3).every((id) => /^r1,r2\/[\da-f]{8}-\d+$/.test(id))).toBe(true);
  expect(ids[3]).toMatch(/^\/[\da-f]{8}-\d+$/);
});

describe('a request that ends early is told by its type, also while its body is read', () => {
  const ending = (signal?: AbortSignal, timeoutMs = 5_000): Promise<unknown> => {
    const asking = createClient({ urls: [slow], timeoutMs });
    return asking.count({}, { ...(signal && { signal }) }).catch((thrown: unknown) => thrown).finally(() => asking.close()); // prettier-ignore
  };

  test.each<[string, () => Promise<unknown>, unknown, boolean]>([
    ['a time limit of ours', () => ending(AbortSignal.timeout(50)), errors.TimeoutError, true],
    ['a signal of ours', () => ending(abortedSoon()), errors.RequestAbortedError, false],
    ['the time limit of the client', () => ending(undefined, 1_000), errors.TimeoutError, true],
  ])('%s', async (_, end, type, retryable) => {
    const error = await end();
    expect(error).toBeInstanceOf(type);
    expect(classify(error)).toMatchObject({ kind: 'timeout', retryable });
  });
});

function abortedSoon(): AbortSignal {
  const aborting = new AbortController();
  setTimeout(() => {
    aborting.abort();
  }, 50);
  return aborting.signal;
}

test.each([200, 404, 409])(
  'an answer without an id (%d) is not believed, and says what to correct',
  async (answered) => {
    status = answered;
    echo = () => null;
    const error: unknown = await client.count({}).catch((thrown: unknown) => thrown);
    const advice = 'Let the proxy in between pass the header X-Opaque-Id';
    expect(explain(error, [url])).toContain(advice);
    expect(classify(error)).toMatchObject({ kind: 'answer', retryable: true });
    expect(faultOfFailure(error)).toContain(advice);
    await expect(client.indices.exists({ index: 'a' })).rejects.toThrow('no X-Opaque-Id');
  },
);

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
  [body, status] = [given, answered];
  headers['content-type'] = type;
  await expect(client.count({})).rejects.toThrow(errors.DeserializationError);
});

describe('an answer of a proxy or another server says what to correct', () => {
  const html = 'text/html; charset=utf-8';
  const correctUrl = 'Correct ELASTICSEARCH_URL.';
  test.each([
    [200, html, `${correctUrl} (HTTP 200, text/html, nginx)`],
    [404, html, `${correctUrl} (HTTP 404, text/html, nginx)`],
    [404, 'application/json', `${correctUrl} (HTTP 404, application/json, nginx, {"message":"no route"})`],
    [401, html, 'A proxy may reject the login. Correct ELASTICSEARCH_API_KEY, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD. (HTTP 401, text/html, nginx)'],
    [413, html, 'A proxy may reject large requests. Raise its limit. (HTTP 413, text/html, nginx)'],
    [502, html, 'A proxy may not reach Elasticsearch. Try again later, or correct ELASTICSEARCH_URL. (HTTP 502, text/html, nginx)'],
    [301, html, 'It redirects to https://b.example/. Set ELASTICSEARCH_URL to the address of Elasticsearch itself. (HTTP 301, text/html, nginx)'],
  ])('%d, %s', async (answered, type, message) => {
    const location = answered === 301 ? { location: 'https://b.example/' } : {};
    headers = { 'content-type': type, server: 'nginx', ...location };
    echo = () => null;
    body = type === html ? '<html>' : '{"message":"no route"}';
    status = answered;
    const proxied = createClient({ urls: [url], timeoutMs: 5_000 });
    const error: unknown = await proxied.count({}).catch((reason: unknown) => reason);
    await proxied.close();
    expect(explain(error, [url]).replace(url, 'URL')).toBe(`The answer from URL is not from Elasticsearch. ${message}`);
  }); // prettier-ignore
});

test.each([
  [401, 'rejects the login. Correct ELASTICSEARCH_API_KEY'],
  [403, 'rejects the login. Use a login with more privileges'],
])('a rejected login (%d) has the reason of Elasticsearch, also without its header', async (answered, message) => {
  const reason = 'action [indices:admin/get] is unauthorized for user [geo]';
  headers = { 'content-type': 'application/json' };
  status = answered;
  body = JSON.stringify({ error: { type: 'security_exception', reason }, status });
  const error: unknown = await client.count({}).catch((thrown: unknown) => thrown);
  expect(explain(error, [url])).toContain(message);
  expect(explain(error, [url])).toContain(reason);
}); // prettier-ignore

const answered = (statusCode: number, type: string, reason = 'why', cause?: string): Error =>
  new errors.ResponseError({
    statusCode,
    body: { error: { type, reason, ...(cause && { caused_by: { reason: cause } }) } },
    headers: { 'x-elastic-product': 'Elasticsearch' },
    meta: {},
    warnings: null,
  } as never);

test.each<[string, unknown, FailureKind, boolean]>([
  ['no answer in time', new errors.TimeoutError('late'), 'timeout', true],
  ['an aborted request', new errors.RequestAbortedError('aborted'), 'timeout', false],
  ['a lost connection', new errors.ConnectionError('ECONNREFUSED'), 'connection', true],
  ['a text', new errors.DeserializationError('not JSON', 'x'), 'answer', true],
  ['a defect', new TypeError('x is undefined'), 'connection', false],
  ['429', answered(429, 'es_rejected_execution_exception'), 'busy', true],
  ['503', answered(503, 'master_not_discovered_exception'), 'busy', true],
  ['a full disk', answered(429, 'cluster_block_exception'), 'blocked', true],
  [
    'a disk without any space',
    answered(500, 'i_o_exception', 'No space left on device'),
    'blocked',
    true,
  ],
  [
    'a shard without any space',
    answered(500, 'refresh_failed_engine_exception', 'Refresh failed', 'No space left on device'),
    'blocked',
    true,
  ],
  ['a defect of a disk', answered(500, 'i_o_exception', 'Input/output error'), 'server', false],
  ['a blocked index', answered(403, 'cluster_block_exception'), 'blocked', false],
  ['a cluster without a master', answered(503, 'cluster_block_exception'), 'busy', true],
  ['a closed index', answered(400, 'index_closed_exception'), 'blocked', false],
  ['a running snapshot', answered(400, 'snapshot_in_progress_exception'), 'busy', true],
  ['a login', answered(403, 'security_exception'), 'login', false],
  ['a missing index', answered(404, 'index_not_found_exception'), 'no_index', false],
  ['a bad request', answered(400, 'parsing_exception'), 'refused', false],
  ['a defect of Elasticsearch', answered(500, 'exception'), 'server', false],
  ['a redirect', answered(302, 'unknown'), 'answer', false],
])('%s is classified', (_, error, kind, retryable) => {
  expect(classify(error)).toMatchObject({ kind, retryable });
});
