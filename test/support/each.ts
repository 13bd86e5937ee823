import { afterAll, afterEach, beforeEach, jest } from '@jest/globals';

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

type Ends = { stop: () => unknown } | { remove: () => unknown } | { close: () => unknown };

/** Returns a server, client or folder that is ended after the tests of a file, or of a group. */
export function untilEnd<Made extends Ends>(made: Made): Made {
  afterAll(async () => {
    if ('stop' in made) await made.stop();
    else if ('remove' in made) await made.remove();
    else await made.close();
  });
  return made;
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
