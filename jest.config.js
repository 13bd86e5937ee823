/**
 * The suites of tests, each a folder of `test/`. `npm test` runs the first four. README says what each is for.
 * A suite starts only what its own `globalSetup` provides, so that `npm test -- test/unit` starts nothing.
 */

const support = '<rootDir>/test/support/jest';

/** @returns {import('jest').Config} */
const suite = (name, { data, testTimeoutMs = 60_000 } = {}) => ({
  displayName: name,
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
  injectGlobals: false,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '\\.(ts|js)$': [
      `${support}/transform.cjs`,
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, sourceMaps: true },
    ],
  },
  // Geometry is computed in these, so the transform gives them constants, too.
  transformIgnorePatterns: ['/node_modules/(?!(?:clipper2-ts|flatbush|h3-js|topojson-client)/)'],
  // Node's streams use it, also those outside of the test.
  fakeTimers: { doNotFake: ['nextTick'] },
  globals: { testTimeoutMs },
  setupFilesAfterEnv: [`${support}/timeout.mjs`],
  ...(data && {
    globalSetup: `${support}/${data}.mjs`,
    globalTeardown: `${support}/teardown.mjs`,
  }),
});

export default {
  projects: [
    suite('unit', { testTimeoutMs: 20_000 }),
    suite('http'),
    suite('store', { data: 'smallWorld' }),
    suite('pages', { data: 'smallWorld' }),
    // Whole files are read, and browsers draw maps.
    suite('world', { data: 'wholeWorld', testTimeoutMs: 400_000 }),
    suite('browsers', { data: 'wholeWorld', testTimeoutMs: 400_000 }),
    suite('faults', { data: 'noData', testTimeoutMs: 400_000 }),
  ],
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  // Tests often wait for Elasticsearch: three keep two processors busy. With four, some tests ran into time limits.
  maxWorkers: 3,
  // Node does not free all modules of earlier test files.
  workerIdleMemoryLimit: '1.5GB',
};
