import base from './jest.config.js';

/** The suite of faults: what kills, pauses, starves or starts servers and processes. It needs none of the built-in data. */
export default {
  ...base,
  roots: ['<rootDir>/test/faults'],
  testPathIgnorePatterns: [],
  globalSetup: '<rootDir>/test/support/faultsSetup.mjs',
  globalTeardown: '<rootDir>/test/support/faultsTeardown.mjs',
};
