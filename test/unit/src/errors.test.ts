import { describe, expect, test } from '@jest/globals';
import * as errors from '../../../src/errors.js';

describe('every row of the table of failures', () => {
  test.each([
    [errors.invalidRequest([{ path: 'lat', message: 'x' }]), 400, 'invalid_request', {}],
    [errors.unauthorized(), 401, 'unauthorized', { 'WWW-Authenticate': 'Bearer' }],
    [errors.forbidden(), 403, 'forbidden', {}],
    [errors.notFound(), 404, 'not_found', {}],
    [errors.methodNotAllowed(['GET', 'HEAD']), 405, 'method_not_allowed', { Allow: 'GET, HEAD' }],
    [errors.staleSeason(), 409, 'stale_season', {}],
    [errors.payloadTooLarge(16_384), 413, 'payload_too_large', {}],
    [errors.unsupportedMediaType(), 415, 'unsupported_media_type', {}],
    [errors.rateLimited(100, 2), 429, 'rate_limited', { 'Retry-After': '2' }],
    [errors.unavailable(), 503, 'unavailable', { 'Retry-After': '1' }],
    [errors.notReady([]), 503, 'unavailable', { 'Retry-After': '1' }],
    [errors.internal(), 500, 'internal', {}],
  ])('%s', (error, status, code, headers) => {
    expect(error).toBeInstanceOf(errors.ApiError);
    expect({ status: error.status, code: error.code, headers: error.headers }).toEqual({
      status,
      code,
      headers,
    });
    expect(error.message).toMatch(/^[A-Z].*\.$/);
  });
});

test('what went wrong inside is kept for the log, and is no part of the message', () => {
  const cause = new Error('secret query');
  for (const error of [errors.internal(cause), errors.unavailable({ cause })]) {
    expect(error.cause).toBe(cause);
    expect(error.message).not.toContain('secret');
  }
});
