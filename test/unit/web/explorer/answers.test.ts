import { expect, test } from '@jest/globals';
import { sourceOf } from '../../../../web/explorer/api/cacheStatus.js';
import { askedOnce, failureOf, unreachable } from '../../../../web/explorer/api/failures.js';

test.each([
  ['geographic-data; hit', 'kept'],
  ['geographic-data;hit', 'kept'],
  ['geographic-data; fwd=miss', 'asked'],
  ['geographic-data; fwd=miss; hit-ratio=0', 'asked'],
  [null, undefined],
])('Cache-Status %s is of an answer that is %s', (header, source) => {
  expect(sourceOf(header)).toBe(source);
});

test.each([401, 403])('%i asks for a token', (status) => {
  const failure = failureOf(status, 'No.', undefined);
  expect(failure).toMatchObject({ message: 'No.', needsToken: true, isTemporary: false });
  expect(failure.advice).toMatch(/enter/i);
});

test.each([429, 502, 503, 504])('%i is tried again', (status) => {
  expect(failureOf(status, 'Wait.', 3)).toMatchObject({
    isTemporary: true,
    retryAfterSeconds: 3,
    needsToken: false,
  });
});

test('what is asked once is not said to be tried again by itself', () => {
  expect(askedOnce(failureOf(503, 'Wait.', 3)).advice).toBe('Try again in 3 s.');
  expect(askedOnce(unreachable(false)).advice).toBe('Try again.');
  const stale = failureOf(409, 'Older.', undefined);
  expect(askedOnce(stale)).toBe(stale);
});

test('an answer that is not of the service says so', () => {
  expect(failureOf(502, undefined, undefined).message).toBe(
    'The answer 502 is not of this service.',
  );
});

test('offline is told from a service that is away', () => {
  expect(unreachable(false).message).toBe('You are offline.');
  expect(unreachable(true).message).toBe('The service does not answer.');
});
