import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { MAX_HEADERS } from '../../../../src/errors.js';
import { pathOf, prepareTarget, queryOf, requestFaults } from '../../../../src/http/target.js';

const HOST = ['Host', 'geo.example'];

function requestOf(url?: string, rawHeaders: readonly string[] = HOST, httpVersion = '1.1') {
  return {
    ...(url !== undefined && { url }),
    rawHeaders,
    httpVersion,
  } as unknown as IncomingMessage;
}

test.each([
  ['/a?b', '/a?b', '/a', 'b'],
  ['/a', '/a', '/a', ''],
  ['/a?', '/a?', '/a', ''],
  ['/?b?c', '/?b?c', '/', 'b?c'],
  ['/a#b?c', '/a', '/a', ''],
  ['/a?b#c#d', '/a?b', '/a', 'b'],
  ['http://geo.example/a?b', '/a?b', '/a', 'b'],
  ['HTTPS://geo.example:80/a#b', '/a', '/a', ''],
  ['http://geo.example', '/', '/', ''],
  ['http://geo.example?b', '/?b', '/', 'b'],
  ['//a/b', '//a/b', '//a/b', ''],
  ['*', '/*', '/*', ''],
])('the target %s is %s: path %s, query %s', (url, prepared, path, query) => {
  const request = requestOf(url);
  prepareTarget(request);
  expect(requestFaults.has(request)).toBe(false);
  expect([request.url, pathOf(request), queryOf(request)]).toEqual([prepared, path, query]);
});

test('a request without a target has an empty path', () => {
  expect([pathOf(requestOf()), queryOf(requestOf())]).toEqual(['', '']);
});

const many = (count: number) => Array.from({ length: count }, (_, at) => (at === 0 ? HOST : ['A', 'b'])).flat(); // prettier-ignore
const TARGET = 'The request target must be a path';
test.each([
  ['a target of another form', 'geo.example:443', HOST, '1.1', 400, TARGET],
  ['a target with a scheme behind its start', 'x:http://a/b', HOST, '1.1', 400, TARGET],
  ['an empty target', '', HOST, '1.1', 400, TARGET],
  ['no host', '/a', ['A', 'Host'], '1.1', 400, 'The header `Host` is missing.'],
  ['no host of HTTP/1.0', '/a', [], '1.0', undefined, ''],
  ['a host in upper case', '/a', ['HOST', 'a'], '1.1', undefined, ''],
  ['a header as long as that of a host', '/a', ['Hose', 'a'], '1.1', 400, 'The header `Host` is missing.'],
  ['two hosts', '/a', [...HOST, 'A', 'b', 'host', 'x'], '1.1', 400, 'The header `Host` is there more than once.'],
  ['two hosts of HTTP/1.0', '/a', [...HOST, ...HOST], '1.0', 400, 'The header `Host` is there more than once.'],
  ['as many headers as there may be', '/a', many(MAX_HEADERS), '1.1', undefined, ''],
  ['too many headers', '/a', many(MAX_HEADERS + 1), '1.1', 431, 'headers'],
  ['two hosts and another target', 'x', [...HOST, ...HOST], '1.1', 400, 'The header `Host` is there more than once.'],
])('%s', (_, url, headers, version, status, message) => {
  const request = requestOf(url, headers, version);
  prepareTarget(request);
  // The first fault stays.
  prepareTarget(request);
  const fault = requestFaults.get(request);
  expect(fault?.status).toBe(status);
  expect(fault?.message ?? '').toContain(message);
}); // prettier-ignore
