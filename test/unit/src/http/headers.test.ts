import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { COMMON_HEADERS, crossOriginHeaders, setHeaders } from '../../../../src/http/headers.js';

const OWN = 'https://game.example';

test.each([
  ['*', OWN, '*'],
  ['*', undefined, undefined],
  [[OWN], OWN, OWN],
  [[OWN], 'https://evil.example', undefined],
  [[OWN], undefined, undefined],
  [[], OWN, undefined],
] as const)('of the allowed origins %j, %s gets %s', (origins, origin, allowed) => {
  const list = crossOriginHeaders(origins)({ headers: { origin } } as unknown as IncomingMessage);
  const [name, value, exposing, exposed = ''] = list;
  if (allowed === undefined) expect(list).toEqual([]);
  else {
    expect([name, value, exposing]).toEqual(['Access-Control-Allow-Origin', allowed, 'Access-Control-Expose-Headers']); // prettier-ignore
    for (const each of [
      'X-Request-Id',
      'X-Ignored-Params',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
      'WWW-Authenticate',
      'Allow',
      'ETag',
      'Cache-Status',
    ])
      // prettier-ignore
      expect(exposed.split(',')).toContain(each);
  }
});

test('headers are set one by one', () => {
  const set: string[] = [];
  const response = { setHeader: (...header: string[]) => set.push(header.join(': ')) };
  setHeaders(response as unknown as ServerResponse, COMMON_HEADERS);
  expect(set).toEqual([
    "Content-Security-Policy: default-src 'none';frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy: cross-origin',
    'Referrer-Policy: no-referrer',
    'X-Content-Type-Options: nosniff',
    'X-Frame-Options: SAMEORIGIN',
    'Vary: Origin, Accept-Encoding',
  ]);
});
