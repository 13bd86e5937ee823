/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['<rootDir>/test/faults/'],
  injectGlobals: false,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '\\.(ts|js)$': [
      '<rootDir>/test/support/jest/transform.cjs',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, sourceMaps: true },
    ],
  },
  // Geometry is computed in these, so the transform gives them constants, too.
  transformIgnorePatterns: ['/node_modules/(?!(?:clipper2-ts|flatbush|h3-js|topojson-client)/)'],
  // Node's streams use it, also those outside of the test.
  fakeTimers: { doNotFake: ['nextTick'] },
  testSequencer: '<rootDir>/test/support/jest/sequencer.mjs',
  // Far more than any test needs: a machine that is busy with other tests may be four times as slow.
  testTimeout: 400_000,
  globalSetup: '<rootDir>/test/support/jest/setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/teardown.mjs',
  // Tests often wait for Elasticsearch: three keep two processors busy. With four, some tests ran into time limits.
  maxWorkers: 3,
  // Node does not free all modules of earlier test files.
  workerIdleMemoryLimit: '1.5GB',
};
