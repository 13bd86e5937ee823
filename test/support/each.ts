import { afterEach, beforeEach, jest } from '@jest/globals';

/** Makes an object before each test, and removes it afterwards. The returned one has the members of the latest. */
export function inEachTest<Made extends { remove: () => unknown }>(make: () => Made): Made {
  const latest = {} as Made;
  beforeEach(() => {
    Object.assign(latest, make());
  });
  afterEach(async () => {
    await latest.remove();
  });
  return latest;
}

/** Uses fake timers in each test. */
export function fakeTimers(config?: Parameters<typeof jest.useFakeTimers>[0]): void {
  beforeEach(() => {
    jest.useFakeTimers(config);
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}
