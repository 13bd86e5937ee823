import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errors } from '@elastic/elasticsearch';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createClient } from '../../../../core/elasticsearch/client.js';
import { classify, explain, type FailureKind } from '../../../../core/elasticsearch/failures.js';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Returns the explanation of a request that this server answers. */
async function explanation(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ urls: [url], timeoutMs: 5_000 });
  try {
    await client.indices.getAlias({ index: 'geo-*' });
  } catch (error) {
    return explain(error, [url]).replace(url, 'URL');
  } finally {
    await client.close();
  }
  throw new Error('no failure');
}

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
  ])('%d, %s', async (status, type, message) => {
    const explained = await explanation((_request, response) => {
      const location = status === 301 ? { location: 'https://b.example/' } : {};
      response.writeHead(status, { 'content-type': type, server: 'nginx', ...location });
      response.end(type === html ? '<html>' : '{"message":"no route"}');
    });
    expect(explained).toBe(`The answer from URL is not from Elasticsearch. ${message}`);
  }); // prettier-ignore
});

test.each([
  [401, 'rejects the login. Correct ELASTICSEARCH_API_KEY'],
  [403, 'rejects the login. Use a login with more privileges'],
])(
  'a rejected login (%d) has the reason of Elasticsearch, also without its header',
  async (status, message) => {
    const reason = 'action [indices:admin/get] is unauthorized for user [geo]';
    const explained = await explanation((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'security_exception', reason }, status }));
    });
    expect(explained).toContain(message);
    expect(explained).toContain(reason);
  },
);

const answered = (statusCode: number, type: string): Error =>
  new errors.ResponseError({
    statusCode,
    body: { error: { type, reason: 'why' } },
    headers: { 'x-elastic-product': 'Elasticsearch' },
    meta: {},
    warnings: null,
  } as never);

test.each<[string, unknown, FailureKind, boolean]>([
  ['no answer in time', new errors.TimeoutError('late'), 'timeout', true],
  ['an aborted request', new errors.RequestAbortedError('aborted'), 'timeout', false],
  ['a signal of ours', new errors.ConnectionError('The operation was aborted'), 'timeout', true],
  ['a lost connection', new errors.ConnectionError('ECONNREFUSED'), 'connection', true],
  ['a text', new errors.DeserializationError('not JSON', 'x'), 'answer', true],
  ['a defect', new TypeError('x is undefined'), 'connection', false],
  ['429', answered(429, 'es_rejected_execution_exception'), 'busy', true],
  ['503', answered(503, 'master_not_discovered_exception'), 'busy', true],
  ['a full disk', answered(429, 'cluster_block_exception'), 'blocked', true],
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
