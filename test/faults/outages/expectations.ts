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

/** A poll of what is live begins every second and takes at most two. */
const POLL_WITHIN_MS = 3_500;

/** Returns the readiness once its text matches, or as it is when the next poll must be over. */
export async function readinessOf(api: ApiProcess, expected: RegExp): Promise<Answer> {
  const begun = performance.now();
  for (;;) {
    const answer = await api.get('/health/ready');
    if (expected.test(answer.text) || performance.now() - begun > POLL_WITHIN_MS) return answer;
    await sleep(100);
  }
}

/**
 * Every lookup is refused with 503 in time; the process is alive, and says that it is not ready,
 * and why.
 */
export async function expectOutage(api: ApiProcess, reason: RegExp): Promise<void> {
  const ready = await expectRejections(api, reason);
  expectUnavailable(ready);
  expect(ready.text).toMatch(reason);
}

/** Every lookup is refused as well, but the process stays ready: for 30 s all may be too slow or busy. */
export async function expectBusy(api: ApiProcess): Promise<void> {
  expect((await expectRejections(api, /"status":"ok"/)).status).toBe(200);
}

async function expectRejections(api: ApiProcess, reason: RegExp): Promise<Answer> {
  const [answers, live, ready] = await Promise.all([
    api.getAll(),
    api.get('/health/live'),
    readinessOf(api, reason),
  ]);
  for (const answer of answers) expectUnavailable(answer);
  expect(live.status).toBe(200);
  return ready;
}

/** Every lookup is right again, soon enough and without help. */
export async function expectRecovery(api: ApiProcess): Promise<void> {
  expect(await api.untilRight()).toBeLessThan(BACK_WITHIN_MS);
  expect((await readinessOf(api, /"status":"ok"/)).status).toBe(200);
  expect(api.child.exitCode).toBeNull();
}
