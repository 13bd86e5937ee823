import { pick } from '../../support/random.js';
import { bodyFor } from './bodies.js';
import type { OpenApi, Operation } from './document.js';
import { queryFor } from './query.js';

type Random = () => number;

/** A request as it is sent. */
export interface FuzzRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body?: Buffer;
}

/** What the API has an own page or file at, which its document does not list. */
export const PAGES = ['/', '/docs', '/openapi.json', '/widget', '/widget.js', '/explorer.json', '/docs/start.js']; // prettier-ignore

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH', 'FOO']; // prettier-ignore

const UNKNOWN_PATHS = [
  '/countries/findAll/', '/Countries/findAll', '//countries/findAll', '/countries//findAll', '/countries/findAll%2f',
  '/countries/./findAll', '/places/../countries/findAll', '/%70laces/findByIds', '/places', '/markers/', '/places/findAll',
  '/markers/update/', '/PLACES/findByIds', '/countries', '/metrics', '/.env', '/..%2f..%2fetc%2fpasswd', '/assets/..%2fwidget.js',
  '/assets/%2e%2e/index.html', '/assets/%00', '/assets/', '/docs/../openapi.json', '/%', '/%ff', '/\xe9', '/\\', `/${'a'.repeat(9_000)}`,
  '/constructor', '/__proto__', '/countries/findAll;a=1', '/countries/findAll\xa0',
]; // prettier-ignore

const AUTHORIZATIONS = [
  'bearer dev-public', 'BEARER   dev-internal', 'Bearer', 'Bearer dev-public dev-internal', 'Bearer\tdev-internal',
  'Basic ZGV2LWludGVybmFsOg==', 'dev-internal', 'Bearer dev-interna', 'Bearer dev-internal\xa0', 'Bearer \xe9', 'Bearer *',
  `Bearer geo_${'0'.repeat(64)}`, `Bearer geo_${'0'.repeat(64)}==`, `Bearer ${'a'.repeat(5_000)}`, 'Bearer constructor', '',
]; // prettier-ignore

const OTHER_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'If-None-Match': ['*', '""', 'W/"a"', 'W/"', '"a", W/"b",,"c"', 'W/"a", '.repeat(500), '\xff'],
  'If-Modified-Since': ['Thu, 01 Jan 2099 00:00:00 GMT', 'yesterday', '0'],
  'If-Match': ['*', '"a"'],
  'If-Range': ['"a"'],
  Range: ['bytes=0-0', 'bytes=0-,0-,0-,0-', 'lines=1-2'],
  'Cache-Control': ['no-cache', 'no-store', 'max-age=0', 'only-if-cached'],
  Accept: ['text/html', 'application/xml;q=0.9', '*/*', 'nonsense'],
  'Accept-Language': ['fr', 'xx;q=9'],
  'Accept-Encoding': ['gzip', 'br;q=1.0, gzip;q=0.5', 'deflate', '*', '*;q=0', 'identity;q=0', 'identity;q=0, *;q=0', 'GZIP', 'zstd, x', '', ';q=x,,*;q=2', `${'a,'.repeat(4_000)}gzip`],
  Origin: ['https://example.com', 'null', '', 'https://\xe9', '*', 'javascript:alert(1)'],
  'Access-Control-Request-Method': ['PUT', 'DELETE', 'x'],
  'Access-Control-Request-Headers': ['authorization', 'x, y, z', '\xe9'],
  'Access-Control-Request-Private-Network': ['true'],
  'X-Request-Id': ['my-request-17', 'a'.repeat(128), 'a'.repeat(129), '', 'a b', '\xe9', '${jndi:ldap://a}', '{"a":1}'],
  'X-Forwarded-For': ['1.2.3.4', ',,', 'a'.repeat(3_000), '::1, 10.0.0.1'],
  'X-Forwarded-Host': ['evil.example'],
  'X-HTTP-Method-Override': ['PUT', 'DELETE'],
  'X-Original-URL': ['/markers/update'],
  Forwarded: ['for=1.2.3.4'],
  Host: ['a', '[::1]:1', 'a/b?c', '\xe9', 'evil.example'],
  Connection: ['close', 'keep-alive, X-Request-Id', 'Authorization'],
  Upgrade: ['websocket', 'h2c'],
  Expect: ['100-continue', '200-ok'],
  TE: ['trailers'],
  Cookie: ['a=b; c', `a=${'b'.repeat(4_000)}`],
  'Content-Type': ['text/plain'],
}; // prettier-ignore

/** Makes requests, always the same one of the same numbers. */
export function createRequests(openApi: OpenApi, markerIds: readonly string[]) {
  const routes = Object.entries(openApi.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );

  return (random: Random): FuzzRequest => {
    const kind = random();
    if (kind < 0.04) return dressed(random, 'GET', pick(random, UNKNOWN_PATHS), {});
    if (kind < 0.06) return dressed(random, 'GET', pick(random, PAGES), {});
    const route = pick(random, routes);
    const query = queryOf(random, route.operation);
    const target = query === '' ? route.path : `${route.path}?${query}`;
    if (route.operation.requestBody === undefined)
      return dressed(random, route.method.toUpperCase(), target, {});
    const { bytes, headers } = bodyFor(random, route.path, markerIds);
    return dressed(random, route.method.toUpperCase(), target, headers, bytes);
  };
}

function queryOf(random: Random, operation: Operation): string {
  const isWithout = operation.parameters === undefined && random() < 0.9;
  return isWithout ? '' : queryFor(random, operation);
}

/** Adds a token, headers, and seldom another method. */
function dressed(
  random: Random,
  usual: string,
  target: string,
  given: Readonly<Record<string, string>>,
  body?: Buffer,
): FuzzRequest {
  const headers: Record<string, string | string[]> = {
    ...authorization(random),
    ...given,
  };
  while (random() < 0.4) {
    const name = pick(random, Object.keys(OTHER_HEADERS));
    if (!(name in headers)) headers[name] = pick(random, OTHER_HEADERS[name] ?? []);
  }
  if (random() < 0.004) headers['X-Many'] = Array<string>(pick(random, [1_900, 2_100])).fill('a');
  const method = methodFor(random, usual);
  const isLong = random() < 0.002 && method !== 'HEAD';
  if (isLong) headers['X-Long'] = 'a'.repeat(pick(random, [40_000, 70_000]));
  const asked = random() < 0.01 ? `http://${pick(random, ['a', 'u:p@a:1', '[::1]'])}${target}` : target; // prettier-ignore
  return { method, target: asked, headers, ...(body === undefined ? {} : { body }) };
}

function methodFor(random: Random, usual: string): string {
  if (random() < 0.06) return pick(random, METHODS);
  return usual === 'GET' && random() < 0.08 ? 'HEAD' : usual;
}

function authorization(random: Random): Record<string, string> {
  const kind = random();
  if (kind < 0.6) return { Authorization: 'Bearer dev-internal' };
  if (kind < 0.87) return { Authorization: 'Bearer dev-public' };
  return kind < 0.93 ? {} : { Authorization: pick(random, AUTHORIZATIONS) };
}
