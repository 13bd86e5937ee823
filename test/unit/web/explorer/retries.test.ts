import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Retries } from '../../../../web/explorer/model/retries.js';

let again = 0;
let retries: Retries;
beforeEach(() => {
  jest.useFakeTimers();
  again = 0;
  retries = new Retries(() => {
    again += 1;
  });
});
afterEach(() => {
  jest.useRealTimers();
});

test('waits grow until all is well', () => {
  for (const waitMs of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    const before = again;
    retries.schedule();
    jest.advanceTimersByTime(waitMs - 1);
    expect(again).toBe(before);
    jest.advanceTimersByTime(1);
    expect(again).toBe(before + 1);
  }
  retries.reset();
  retries.schedule();
  jest.advanceTimersByTime(1_000);
  expect(again).toBe(7);
});

test('of two failures the one that asks for more is waited for', () => {
  retries.schedule();
  retries.schedule(30);
  retries.schedule(5);
  jest.advanceTimersByTime(29_999);
  expect(again).toBe(0);
  jest.advanceTimersByTime(1);
  expect(again).toBe(1);
  jest.advanceTimersByTime(60_000);
  expect(again).toBe(1);
});

test.each([2 ** 31 / 1_000, 1e12, Infinity])('after %d seconds nobody would look', (seconds) => {
  retries.schedule(seconds);
  jest.advanceTimersByTime(599_999);
  expect(again).toBe(0);
  jest.advanceTimersByTime(1);
  expect(again).toBe(1);
});
