/** Stands for `@jest/globals`: those of the file of tests that runs in this process. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function provideGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
