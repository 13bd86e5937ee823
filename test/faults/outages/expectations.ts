import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { type Answer, type ApiProcess, BACK_WITHIN_MS, UNAVAILABLE_WITHIN_MS } from './api.js';

function expectUnavailable({ status, retryAfter, text, durationMs, waitedMs }: Answer): void {
  expect({ status, body: JSON.parse(text) as unknown }).toMatchObject({
    status: 503,
    body: { status: 'error', error: { code: 'unavailable' } },
  });
  expect(retryAfter).toMatch(/^[1-9]\d*$/);
  expect(durationMs).toBeLessThan(UNAVAILABLE_WITHIN_MS);
  expect(waitedMs).toBeLessThan(2 * UNAVAILABLE_WITHIN_MS);
}

/** Longer than the API takes a check of its readiness for the present state. */
const CHECK_COUNTS_FOR_MS = 1_100;

/** Returns what the API says of its readiness, checked now. */
export async function readinessOf(api: ApiProcess): Promise<Answer> {
  await sleep(CHECK_COUNTS_FOR_MS);
  return api.get('/health/ready');
}

/**
 * Every lookup is refused with 503 in time; the process is alive, and says that it is not ready,
 * and why.
 */
export async function expectOutage(api: ApiProcess, reason: RegExp): Promise<void> {
  const [answers, live, ready] = await Promise.all([
    api.getAll(),
    api.get('/health/live'),
    readinessOf(api),
  ]);
  for (const answer of answers) expectUnavailable(answer);
  expect(live.status).toBe(200);
  expectUnavailable(ready);
  expect(ready.text).toMatch(reason);
}

/** Every lookup is right again, soon enough and without help. */
export async function expectRecovery(api: ApiProcess): Promise<void> {
  expect(await api.untilRight()).toBeLessThan(BACK_WITHIN_MS);
  expect((await readinessOf(api)).status).toBe(200);
  expect(api.child.exitCode).toBeNull();
}
