import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createClient } from '../../../../core/elasticsearch/client.js';
import { explain } from '../../../../core/elasticsearch/explain.js';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Returns what a person is told when this answers in the place of Elasticsearch. */
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

describe('what answers is no Elasticsearch: it is said what it is, and what to correct', () => {
  const html = 'text/html; charset=utf-8';
  test.each([
    [200, html, ': correct ELASTICSEARCH_URL. (HTTP 200, text/html, nginx)'],
    [404, html, ': correct ELASTICSEARCH_URL. (HTTP 404, text/html, nginx)'],
    [
      404,
      'application/json',
      ': correct ELASTICSEARCH_URL. (HTTP 404, application/json, nginx, {"message":"no route"})',
    ],
    [
      401,
      html,
      ', or something in front of it that refuses the login: correct ELASTICSEARCH_URL, or ELASTICSEARCH_USERNAME and ELASTICSEARCH_PASSWORD. (HTTP 401, text/html, nginx)',
    ],
    [
      413,
      html,
      ', or something in front of it that refuses a request of this size: let it pass larger ones, or correct ELASTICSEARCH_URL. (HTTP 413, text/html, nginx)',
    ],
    [
      502,
      html,
      ', or something in front of it that does not reach it: try again once it is well, or correct ELASTICSEARCH_URL. (HTTP 502, text/html, nginx)',
    ],
    [
      301,
      html,
      ', it redirects to https://b.example/: set ELASTICSEARCH_URL to the address of Elasticsearch itself. (HTTP 301, text/html, nginx)',
    ],
  ])('%d, %s', async (status, type, message) => {
    const told = await explanation((_request, response) => {
      const location = status === 301 ? { location: 'https://b.example/' } : {};
      response.writeHead(status, { 'content-type': type, server: 'nginx', ...location });
      response.end(type === html ? '<html>' : '{"message":"no route"}');
    });
    expect(told).toBe(`What answers at URL is no Elasticsearch${message}`);
  });
});

test.each([
  [401, 'refuses the login: correct ELASTICSEARCH_API_KEY'],
  [403, 'does not allow this, or not with this login'],
])(
  'a refused login (%d) is told as Elasticsearch tells it, without its header',
  async (status, message) => {
    const reason =
      'action [indices:admin/get] is unauthorized for user [geo], this action is granted by the index privileges [view_index_metadata,manage,all]';
    const told = await explanation((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'security_exception', reason }, status }));
    });
    expect(told).toContain(message);
    expect(told).toContain(reason);
  },
);
