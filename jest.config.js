/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/runner/environment.mjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['<rootDir>/test/faults/'],
  testRunner: '<rootDir>/test/support/runner/runner.mjs',
  injectGlobals: false,
  // Node loads all modules, of TypeScript too: see runner.mjs. Jest needs the names to find what depends on a file.
  transform: {},
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Node's own streams call it, those of other files, too.
  fakeTimers: { doNotFake: ['nextTick'] },
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  // These answer from a real Elasticsearch; the first one after its start is slow.
  testTimeout: 60_000,
  globalSetup: '<rootDir>/test/support/globalSetup.mjs',
  globalTeardown: '<rootDir>/test/support/globalTeardown.mjs',
  // Enough to keep two processors busy, for a test waits for Elasticsearch now and then; four made some late.
  maxWorkers: 3,
};
