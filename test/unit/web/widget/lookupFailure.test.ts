import { expect, test } from '@jest/globals';
import { failureOf } from '../../../../web/widget/lookupFailure.js';

const answer = (status: number, body: string, retryAfter?: string): Response =>
  new Response(body, {
    status,
    headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  });

test('the account of the service is read', async () => {
  const body = '{"status":"error","error":{"code":"unavailable","message":"Later"}}';
  const { detail } = await failureOf(answer(503, body, '7'));
  expect(detail).toEqual({
    code: 'unavailable',
    status: 503,
    message: 'Later',
    retryAfterSeconds: 7,
  });
});

test('so is a date, as proxies send it', async () => {
  const { detail } = await failureOf(answer(503, '', new Date(Date.now() + 60_000).toUTCString()));
  expect(detail.retryAfterSeconds).toBeGreaterThan(50);
  expect(detail.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test.each(['', '<html>', '"text"', 'null', '{"error":null}'])(
  'a body that is not of the service, such as %j, is a failure all the same',
  async (body) => {
    const { detail } = await failureOf(answer(502, body, 'soon'));
    expect(detail).toEqual({
      code: 'unavailable',
      status: 502,
      message: 'The service answered 502.',
      retryAfterSeconds: undefined,
    });
  },
);
