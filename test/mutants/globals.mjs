import { ModernFakeTimers } from '@jest/fake-timers';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

// Stands in for `@jest/globals`: collects tests, so that the runner can run them again and again in one process.

export { expect } from 'expect';

/** The groups that are open, the innermost last. */
const open = [];
/** The tests of the file that is being loaded. */
let tests = [];

const addTest = (name, run) => {
  tests.push({ id: `${open[0].name} ${tests.length} ${name}`, name, run, groups: [...open] });
};
const addGroup = (name, define) => {
  open.push({ name, beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] });
  define();
  open.pop();
};
export const test = Object.assign(addTest, { each: bind(addTest, false) });
export const describe = Object.assign(addGroup, { each: bind(addGroup, false) });

const hook = (kind) => (run) => void open.at(-1)[kind].push(run);
export const beforeAll = hook('beforeAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const afterAll = hook('afterAll');

const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
const mocker = new ModuleMocker(globalThis);
export const jest = {
  fn: mocker.fn.bind(mocker),
  spyOn: mocker.spyOn.bind(mocker),
  restoreAllMocks: () => mocker.restoreAllMocks(),
  useFakeTimers: () => timers.useFakeTimers({ doNotFake: ['nextTick'] }),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
  setSystemTime: (now) => timers.setSystemTime(now),
};

/** Loads a file, and returns its tests. */
export async function testsOf(name, url) {
  tests = [];
  open.push({ name, beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] });
  await import(url);
  open.pop();
  return tests;
}
