import { getEventListeners, setMaxListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { GeographicData } from '../../../web/client/src/index.js';

const reason = new Error('the page was left');

test('two thousand calls that end in every way leave nothing behind', async () => {
  const ends = (signal: AbortSignal | null | undefined): Promise<Response> =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  const answer = (status: number): Promise<Response> =>
    Promise.resolve(new Response('{"status":"ok"}', { status }));
  const kinds: ((signal?: AbortSignal | null) => Promise<Response>)[] = [
    () => answer(200),
    () => answer(503),
    () => Promise.reject(new TypeError('gone')),
    ends,
  ];
  let turn = 0;
  const { cities } = new GeographicData({
    url: 'http://127.0.0.1:9',
    token: 'a',
    fetch: (_, { signal }) => {
      turn += 1;
      return kinds[turn % kinds.length]?.(signal) ?? answer(200);
    },
  });
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const controllers = Array.from({ length: 100 }, () => new AbortController());
  const signals = controllers.map(({ signal }) => signal);
  setMaxListeners(0, ...signals);
  const calls = Array.from({ length: 2_000 }, (_, index) =>
    cities.findByName({ token: 'a' }, { signal: signals[index % signals.length] }),
  );
  const settled = Promise.allSettled(calls);
  await new Promise((resolve) => setImmediate(resolve));
  expect(timers()).toBeGreaterThan(before);
  for (const controller of controllers) controller.abort(reason);
  const outcomes = await settled;
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBe(reason);
  for (const signal of signals) expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(timers()).toBe(before);
});
