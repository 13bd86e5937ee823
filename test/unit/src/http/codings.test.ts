import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { bodyHeaders, codingFor, encode, hasAlready, tagOf } from '../../../../src/http/codings.js';

const requestWith = (headers: Record<string, string>) =>
  ({ headers }) as unknown as IncomingMessage;
const TAG = 'W/"abc"';

test.each([
  [undefined, false],
  ['W/"abc"', true],
  // RFC 9110 compares weakly.
  ['"abc"', true],
  ['*', true],
  ['W/"x", W/"abc"', true],
  ['W/"abc",W/"x"', true],
  ['W/"x","y"', false],
  ['W/"abcd"', false],
  ['', false],
])('If-None-Match: %s names the tag: %s', (tags, expected) => {
  const headers = tags === undefined ? {} : { 'if-none-match': tags };
  expect(hasAlready(requestWith(headers), TAG)).toBe(expected);
});

test('a tag counts also with Cache-Control: no-cache, which fetch adds', () => {
  const request = requestWith({ 'if-none-match': TAG, 'cache-control': 'no-cache' });
  expect(hasAlready(request, TAG)).toBe(true);
});

test.each([
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['deflate, gzip', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, deflate', 'deflate'],
  ['*', 'br'],
  ['identity', 'identity'],
  ['x', 'identity'],
  ['', 'identity'],
  [`${'x,'.repeat(250)}gzip`, 'identity'],
  [`${'x,'.repeat(248)}gzip`, 'gzip'],
])('Accept-Encoding: %.20s is answered in %s', (accepted, coding) => {
  for (let repeated = 0; repeated < 2; repeated += 1)
    expect(codingFor(requestWith({ 'accept-encoding': accepted }))).toBe(coding);
});

test('without Accept-Encoding, nothing is compressed', () => {
  expect(codingFor(requestWith({}))).toBe('identity');
});

test('tags are weak, and differ by content', () => {
  expect(tagOf('a')).toMatch(/^W\/"[\w-]{22}"$/);
  expect(tagOf('a')).toBe(tagOf(Buffer.from('a')));
  expect(tagOf('a')).not.toBe(tagOf('b'));
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
] as const)('a body in %s is the same body', async (coding, decompress) => {
  const body = Buffer.from('Saint-Étienne'.repeat(10));
  const encoded = await encode(body, coding);
  expect(encoded.length).toBeLessThan(body.length);
  expect(decompress(encoded)).toEqual(body);
});

test('files are compressed further than answers', async () => {
  const words = Array.from({ length: 5_000 }, (_, at) => `${(at * 7_919) % 1_009} ${at % 13}`);
  const body = Buffer.from(words.join());
  expect((await encode(body, 'br', 9)).length).toBeLessThan((await encode(body, 'br')).length);
});

test('a body has its type and coding in headers', () => {
  const type = ['Content-Type', 'application/json; charset=utf-8'];
  expect(bodyHeaders('identity')).toEqual(type);
  expect(bodyHeaders('br')).toEqual([...type, 'Content-Encoding', 'br']);
});
