import { afterEach, beforeEach, jest } from '@jest/globals';
import { notFound } from '../../../../src/errors.js';
import { type ChangeStub, type Note, stubChanges } from './changeStub.js';

/** Lets time stand still in every test of a file, until the test moves it on. */
export function stopTime(): void {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

/** Lets all happen that needs no time to pass. */
export const turn = (): Promise<void> => jest.advanceTimersByTimeAsync(0);

/** Appends to what is stored; refuses where nothing is. */
export const append = (letter: string) => (stored: Note | undefined) => {
  if (stored === undefined) throw notFound();
  return { text: stored.text + letter };
};

/** Changes of three notes, all of them empty at first. */
export function start(options: Parameters<typeof stubChanges>[1] = {}): ChangeStub {
  return stubChanges({ a: '', b: '', c: '' }, options);
}
