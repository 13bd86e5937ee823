import { jest } from '@jest/globals';

// Jest has one `testTimeout` for all projects.
jest.setTimeout(globalThis.testTimeoutMs);
