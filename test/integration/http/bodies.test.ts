import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { errorOf, INTERNAL, PUBLIC, startApp, type TestServer, WRITE_PATH, written } from './startApp.js'; // prettier-ignore

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MAX_BYTES = 16 * 1_024;

let app: TestServer;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => {
  written.length = 0;
});

const put = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { ...INTERNAL, ...JSON_TYPE },
  query = '',
): Promise<Response> => fetch(`${app.url}${WRITE_PATH}${query}`, { method: 'PUT', headers, body });

/** What a refused body is told: parameter → message. Nothing of it may have been done. */
async function faultsOf(body: string): Promise<Record<string, string>> {
  const response = await put(body);
  expect(response.status).toBe(400);
  const error = await errorOf(response);
  expect(error.code).toBe('invalid_request');
  // It is there with entries, or not at all.
  expect(error.details).not.toEqual([]);
  const { details = [] } = error;
  expect(written).toEqual([]);
  const faults = Object.fromEntries(details.map(({ path, message }) => [path, message]));
  expect(details).toHaveLength(Object.keys(faults).length);
  return faults;
}

/** A JSON object of as many bytes. */
const ofBytes = (bytes: number): string => `{"id":"${'x'.repeat(bytes - 9)}"}`;

describe('success', () => {
  test('is nothing but the status', async () => {
    const response = await put('{"id":"a","count":7}');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"status":"ok"}');
    expect(written).toEqual([{ id: 'a', count: 7 }]);
  });

  test.each([
    [' \r\n\t{ "id" : "a" , "count" : 1.0 } \n', 'a', 1],
    ['\uFEFF{"id":"a"}', 'a', 0],
    ['{"id":"\\u00e9\\ud83d\\ude00é😀\uFFFD"}', 'é😀é😀\uFFFD', 0],
  ])('takes %j', async (body, id, count) => {
    expect((await put(body)).status).toBe(200);
    expect(written).toEqual([{ id, count }]);
  });

  test('parameters in the path count for nothing, and are named', async () => {
    const response = await put('{"id":"a"}', { ...INTERNAL, ...JSON_TYPE }, '?id=b&count=x');
    expect(response.status).toBe(200);
    expect(response.headers.get('X-Ignored-Params')).toBe('id, count');
    expect(written).toEqual([{ id: 'a', count: 0 }]);
  });
});

describe('the token comes before all else', () => {
  test.each([
    ['a faulty member', '{"id":7}', JSON_TYPE],
    ['no JSON', 'x', JSON_TYPE],
    ['no type', '{}', {}],
    ['too much', ofBytes(MAX_BYTES + 1), JSON_TYPE],
  ])('%s: 401, 403', async (_, body, headers) => {
    expect((await put(body, { ...headers })).status).toBe(401);
    expect((await put(body, { ...headers, Authorization: 'Bearer nobody' })).status).toBe(401);
    expect((await put(body, { ...headers, ...PUBLIC })).status).toBe(403);
    expect(written).toEqual([]);
  });
});

describe('415 unsupported_media_type', () => {
  test.each([
    '', 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/json5',
    'application/vnd.api+json', 'application/merge-patch+json', 'json', '*/*', 'text/json',
    'application/json; charset=iso-8859-1', 'application/json; charset=utf-16',
    'application/json;charset="us-ascii"',
  ])('%j', async (type) => {
    // As bytes, for fetch gives a text a type of its own.
    const body = new TextEncoder().encode('{"id":"a"}');
    const response = await put(body, { ...INTERNAL, ...(type && { 'Content-Type': type }) });
    expect(response.status).toBe(415);
    expect((await errorOf(response)).code).toBe('unsupported_media_type');
    expect(written).toEqual([]);
  }); // prettier-ignore

  test.each([
    'application/json;charset=utf-8', 'application/json; charset=UTF-8', 'APPLICATION/Json',
    'application/json ; charset="Utf-8"', 'application/json; indent=4', 'application/json;',
  ])('but takes %j', async (type) => {
    expect((await put('{"id":"a"}', { ...INTERNAL, 'Content-Type': type })).status).toBe(200);
    expect(written).toEqual([{ id: 'a', count: 0 }]);
  }); // prettier-ignore
});

describe('413 payload_too_large', () => {
  test('16 KiB pass', async () => {
    expect((await put(ofBytes(MAX_BYTES))).status).toBe(200);
    expect(written[0]?.id).toHaveLength(MAX_BYTES - 9);
  });

  test.each([MAX_BYTES + 1, 1_000_000])('%d bytes do not, whatever they are', async (bytes) => {
    for (const body of [ofBytes(bytes), ' '.repeat(bytes), 'é'.repeat(bytes / 2 + 1)]) {
      const response = await put(body);
      expect(response.status).toBe(413);
      expect((await errorOf(response)).code).toBe('payload_too_large');
    }
    expect(written).toEqual([]);
  });
});

describe('400 invalid_request', () => {
  test.each([
    ' ', 'x', 'null', 'true', '7', '"id"', '[]', '[{"id":"a"}]', '{', '{"id":"a"', '{"id":"a"}}',
    "{'id':'a'}", '{id:"a"}', '{"id":"a",}', '{"id":"a"}{"id":"b"}', '{"id":NaN}', '{"count":01}',
    'id=a', '<id>a</id>', '{"id":"a\n"}', '\0', '{"id":"a"}\0', '['.repeat(16_000),
  ])('no JSON object: %j', async (body) => {
    expect(await faultsOf(body)).toEqual({});
  }); // prettier-ignore

  test.each([
    ['a lone byte', [0xff]],
    ['Latin-1', [0xe9]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['half a character', [0xf0, 0x9f, 0x98]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('no UTF-8: %s', async (_, bytes) => {
    const text = [...Buffer.from('{"id":"')].concat(bytes, [...Buffer.from('"}')]);
    const response = await put(Uint8Array.from(text));
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain('UTF-8');
    expect(written).toEqual([]);
  });

  test.each([
    ['{"id":"a","id":"b"}', ['id']],
    ['{"id":"a","\\u0069d":"a"}', ['id']],
    ['{"id":"a","count":1,"id":"a","count":1,"count":2}', ['id', 'count']],
    ['{"id":"a","id":7}', ['id']],
  ])('given twice: %j', async (body, names) => {
    const faults = names.map((name) => [name, 'must be given only once']);
    expect(await faultsOf(body)).toEqual(Object.fromEntries(faults));
  });

  test.each(['{"id":"a:\\"id\\":"}', '{"id":"{\\"id\\":1}","count":1}'])(
    'not given twice: %j',
    async (body) => {
      expect((await put(body)).status).toBe(200);
    },
  );

  test.each(['', '{}'])('nothing: %j', async (body) => {
    expect(await faultsOf(body)).toEqual({ id: 'is required: a text' });
  });

  test.each([
    ['{"id":7}', 'id'], ['{"id":""}', 'id'], ['{"id":null}', 'id'], ['{"id":["a"]}', 'id'],
    ['{"id":{"a":1}}', 'id'], ['{"id":true}', 'id'], [`{"id":${'['.repeat(8_000)}${']'.repeat(8_000)}}`, 'id'],
    ['{"id":"a","count":"7"}', 'count'], ['{"id":"a","count":7.5}', 'count'],
    ['{"id":"a","count":-1}', 'count'], ['{"id":"a","count":null}', 'count'],
    ['{"id":"a","count":1e999}', 'count'], ['{"id":"a","count":[7]}', 'count'],
    ['{"id":"a","count":true}', 'count'], ['{"id":"a","count":12345678901234567890}', 'count'],
  ])('a faulty member: %.40s', async (body, name) => {
    expect(Object.keys(await faultsOf(body))).toEqual([name]);
  }); // prettier-ignore

  test.each([
    'x', 'ID', '', ' id', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'prototype',
  ])('an unknown member: %j', async (name) => {
    for (const value of ['1', '{"id":"b"}', '{"prototype":{"id":"b"}}', 'null']) {
      expect(await faultsOf(`{"id":"a",${JSON.stringify(name)}:${value}}`)).toEqual({
        [name]: 'is unknown. Leave it out.',
      });
    }
    expect(({} as Record<string, unknown>).id).toBeUndefined();
  }); // prettier-ignore

  test('all faults at once', async () => {
    const faults = await faultsOf('{"count":"7","seson":1,"__proto__":{"id":"a"}}');
    expect(Object.keys(faults).sort()).toEqual(['__proto__', 'count', 'id', 'seson']);
  });
});

describe('405 method_not_allowed', () => {
  test.each(['GET', 'HEAD', 'POST', 'DELETE', 'PATCH'])('%s', async (method) => {
    const response = await fetch(`${app.url}${WRITE_PATH}`, { method, headers: INTERNAL });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('OPTIONS, PUT');
    if (method !== 'HEAD') expect((await errorOf(response)).code).toBe('method_not_allowed');
  });
});

test('a preflight of a page of another origin needs no token', async () => {
  const { status, headers } = await fetch(`${app.url}${WRITE_PATH}`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://game.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
  expect(status).toBe(204);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(headers.get('Access-Control-Allow-Methods')).toContain('PUT');
  expect(headers.get('Access-Control-Allow-Headers')).toContain('content-type');
});
