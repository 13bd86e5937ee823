import { expect, test } from '@jest/globals';
import { isListed, localOrigins } from '../../../src/origin.js';

const LISTED = ['https://a.example', ...localOrigins('2001:db8::1')];

test.each([
  'https://a.example',
  'http://localhost',
  'http://localhost:3000',
  'https://127.0.0.1:1',
  'http://[::1]:3000',
  'http://[::1]',
  'http://[2001:db8::1]:3000',
])('%s is listed', (origin) => {
  expect(isListed(LISTED, origin)).toBe(true);
});

test.each([
  'null',
  '',
  'https://a.example:8443',
  'http://localhost.example',
  'http://localhost:3000.example',
  'http://localhost:3000:*',
  'ftp://localhost',
  'http://127.0.0.2:3000',
  'http://a.example:80@localhost:3000',
])('%j is not', (origin) => {
  expect(isListed(LISTED, origin)).toBe(false);
});
