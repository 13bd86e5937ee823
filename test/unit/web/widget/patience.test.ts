import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Patience } from '../../../../web/widget/patience.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('every failure makes it wait longer, up to half a minute, and a success not at all', () => {
  const patience = new Patience();
  expect(patience.pauseMs).toBe(0);
  for (const longestMs of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    patience.failed();
    expect(patience.pauseMs).toBeLessThanOrEqual(longestMs);
    expect(patience.pauseMs).toBeGreaterThanOrEqual(longestMs / 2);
  }
  patience.succeeded();
  expect(patience.pauseMs).toBe(0);
});

test('the service may want more', () => {
  const patience = new Patience();
  patience.failed(7);
  expect(patience.pauseMs).toBe(7_000);
  jest.advanceTimersByTime(6_000);
  expect(patience.pauseMs).toBe(1_000);
  jest.advanceTimersByTime(2_000);
  expect(patience.pauseMs).toBe(0);
});

test.each([2 ** 31 / 1_000, 1e12, Infinity])('%d seconds are more than is believed', (seconds) => {
  const patience = new Patience();
  patience.failed(seconds);
  expect(patience.pauseMs).toBe(600_000);
});

test('a clock that is set back makes nobody wait longer', () => {
  const patience = new Patience();
  patience.failed(7);
  jest.setSystemTime(Date.now() - 86_400_000);
  expect(patience.pauseMs).toBeLessThanOrEqual(7_000);
});
