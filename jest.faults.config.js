import base from './jest.config.js';

/** The suite of faults: tests that kill, pause or starve servers and processes. They need no built-in data. */
export default {
  ...base,
  roots: ['<rootDir>/test/faults'],
  testPathIgnorePatterns: [],
  // These tests measure times: a third one beside them would make them late.
  maxWorkers: 2,
};
