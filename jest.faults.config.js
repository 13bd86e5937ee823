import base from './jest.config.js';

/** The suite of faults: what kills, pauses, starves or starts servers and processes. It needs none of the built-in data. */
export default {
  ...base,
  roots: ['<rootDir>/test/faults'],
  testPathIgnorePatterns: [],
  // They are about time: beside two others, each on a processor, one would be late.
  maxWorkers: 2,
  globalSetup: '<rootDir>/test/support/faultsSetup.mjs',
  globalTeardown: '<rootDir>/test/support/faultsTeardown.mjs',
};
