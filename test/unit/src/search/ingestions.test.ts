import type { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Ingestions } from '../../../../src/search/ingestions.js';
import { cities } from '../../../../indices/cities.js';

/** Returns a function that reads whether cities are being ingested, by a lock of this sequence number. */
function watch() {
  let lock = {};
  const mget = () => Promise.resolve({ docs: [lock] });
  const ingestions = new Ingestions({ mget } as unknown as Client, 'geo');
  return async (sequence: number, beatAt: Date, holder = 'one') => {
    const times = { begun_at: beatAt.toISOString(), beat_at: beatAt.toISOString() };
    lock = { _seq_no: sequence, _source: { holder, host: 'elsewhere', pid: 1, ...times } };
    return (await ingestions.read([cities], 1_000)).has('cities');
  };
}

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') });
});
afterEach(() => {
  jest.useRealTimers();
});
const after = (seconds: number) => new Date(Date.now() + seconds * 1_000);

test('a run on a machine whose clock is minutes behind is under way while it is seen to beat', async () => {
  const isIngested = watch();
  expect(await isIngested(1, after(-180))).toBe(false);
  for (const sequence of [2, 3]) {
    jest.advanceTimersByTime(2_000);
    expect(await isIngested(sequence, after(-180))).toBe(true);
  }
  jest.advanceTimersByTime(59_000);
  expect(await isIngested(3, after(-180))).toBe(true);
  jest.advanceTimersByTime(1_000);
  expect(await isIngested(3, after(-180))).toBe(false);
});

test('a killed run counts as under way for a minute at most, whatever its clock said', async () => {
  const isIngested = watch();
  expect(await isIngested(1, after(3_600))).toBe(false);
  const beatAt = after(0);
  expect(await isIngested(2, beatAt, 'another')).toBe(true);
  jest.advanceTimersByTime(60_000);
  expect(await isIngested(2, beatAt, 'another')).toBe(false);
});

test('a run that was seen once, and was killed long ago, is not under way', async () => {
  const isIngested = watch();
  expect(await isIngested(5, after(0))).toBe(true);
  const lastBeat = after(30);
  jest.advanceTimersByTime(3_600_000);
  expect(await isIngested(20, lastBeat)).toBe(false);
});
