import { afterEach, expect, jest, test } from '@jest/globals';
import { RequestSlots, TokenTurns, within } from '../../../src/concurrency.js';

afterEach(() => {
  jest.useRealTimers();
});

const failing = (): never => {
  throw new Error('at once');
};

/** Begins work that goes on until `end`. */
function begin(run: (work: () => Promise<void>) => Promise<void>) {
  let end: () => void = () => undefined;
  const running = run(() => new Promise<void>((resolve) => (end = resolve)));
  return { running, end: () => { end(); } }; // prettier-ignore
}

test('a slot is free again whatever the work does', async () => {
  const slots = new RequestSlots(1);
  for (let time = 0; time < 3; time += 1) await expect(slots.run('a', failing)).rejects.toThrow('at once'); // prettier-ignore
  const { running, end } = begin((work) => slots.run('a', work));
  await expect(slots.run('b', () => Promise.resolve())).rejects.toMatchObject({ status: 503 });
  end();
  await running;
  expect(await slots.run('b', () => Promise.resolve(3))).toBe(3);
});

test('a token takes no more slots than it leaves free', async () => {
  const slots = new RequestSlots(6);
  const begun = Array.from({ length: 4 }, () => begin((work) => slots.run('a', work)));
  await expect(slots.run('a', () => Promise.resolve())).rejects.toMatchObject({ status: 503 });
  const others = ['b', 'c'].map((token) => begin((work) => slots.run(token, work)));
  await expect(slots.run('d', () => Promise.resolve())).rejects.toMatchObject({ status: 503 });
  for (const { end } of [...begun, ...others]) end();
  await Promise.all([...begun, ...others].map(({ running }) => running));
  expect(await slots.run('a', () => Promise.resolve(1))).toBe(1);
});

test('a token does one thing at a time, in order, and waits for half a second at most', async () => {
  jest.useFakeTimers();
  const turns = new TokenTurns(1, 500);
  await expect(turns.run('a', failing)).rejects.toThrow('at once');
  const first = begin((work) => turns.run('a', work));
  const done: number[] = [];
  const others = [2, 3].map((each) => turns.run('a', () => Promise.resolve(done.push(each))));
  expect(await turns.run('b', () => Promise.resolve('another token'))).toBe('another token');
  expect(done).toEqual([]);
  first.end();
  await Promise.all([first.running, ...others]);
  expect(done).toEqual([2, 3]);
  const long = begin((work) => turns.run('a', work));
  const late = turns.run('a', () => Promise.resolve(done.push(4)));
  const rejected = expect(late).rejects.toMatchObject({ status: 429 });
  await jest.advanceTimersByTimeAsync(500);
  await rejected;
  long.end();
  await long.running;
  expect(await turns.run('a', () => Promise.resolve(5))).toBe(5);
  expect(done).toEqual([2, 3]);
  const several = new TokenTurns(2, 500);
  const both = [1, 2].map(() => begin((work) => several.run('a', work)));
  const third = several.run('a', () => Promise.resolve(done.push(5)));
  await jest.advanceTimersByTimeAsync(400);
  expect(done).toEqual([2, 3]);
  for (const { end } of both) end();
  await third;
  expect(done).toEqual([2, 3, 5]);
});

test('the timer of a time limit ends with the work', async () => {
  jest.useFakeTimers();
  await within(1_000, Promise.resolve());
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(jest.getTimerCount()).toBe(0);
});
