import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { internal, invalidRequest } from '../../../../src/errors.js';
import { errorBody, Reply } from '../../../../src/http/reply.js';

test('a reply holds compressed forms up to its own size, as strings', async () => {
  const json = JSON.stringify(Array.from({ length: 200 }, (_, i) => `Saint-Étienne ${i * i}`));
  const reply = new Reply(json);
  const underWay = reply.encoded('br');
  expect(reply.encoded('br')).toBe(underWay);
  const sent = await underWay;
  expect(brotliDecompressSync(Buffer.from(sent, 'latin1')).toString()).toBe(json);
  expect(reply.encoded('br')).toBe(sent);
  // Hardly compressible: the second form does not fit.
  const random = new Reply(randomBytes(2_000).toString('hex'));
  for (const coding of ['gzip', 'br', 'deflate'] as const) await random.encoded(coding);
  const held = (['gzip', 'br', 'deflate'] as const).filter((coding) => typeof random.encoded(coding) === 'string'); // prettier-ignore
  expect(held.length).toBeLessThan(3);
});

test.each([
  [1_023, 'identity', 1_023 + 230],
  [1_024, 'br', 2 * 1_024 + 230],
])(
  'a body of %d bytes is sent in the coding %s, and counts as %d bytes',
  (length, coding, bytes) => {
    const reply = new Reply('x'.repeat(length));
    expect([reply.codingFor('br'), reply.maxBytes]).toEqual([coding, bytes]);
    expect(reply.encoded('identity')).toBe(reply.latin1);
  },
);

test('a body is one character for each byte of UTF-8, and its tag is that of its bytes', () => {
  const reply = new Reply('"é"');
  expect(Buffer.from(reply.latin1, 'latin1').toString()).toBe('"é"');
  expect(new Reply('"e"').latin1).toBe('"e"');
  expect(reply.etag).toBe(new Reply('"é"').etag);
  expect(reply.etag).not.toBe(new Reply('"è"').etag);
});

test('the body of an error has details only if there are some', () => {
  const { message } = internal();
  const error = { code: 'internal', message, request_id: 'a' };
  expect(JSON.parse(errorBody(internal(), 'a'))).toEqual({ status: 'error', error });
  const details = [{ path: 'k', message: 'must be a number' }];
  const invalid = JSON.parse(errorBody(invalidRequest(details), 'b')) as { error: unknown };
  expect(invalid.error).toMatchObject({ code: 'invalid_request', details, request_id: 'b' });
});
