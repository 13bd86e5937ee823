import { expect, test } from '@jest/globals';
import { acceptedLanguages } from '../../../../src/http/acceptedLanguages.js';

test.each([
  [undefined, []],
  ['', []],
  ['*', []],
  ['de', ['de']],
  ['de-CH, de;q=0.9, en;q=0.8', ['en', 'de']],
  ['no', ['nb']],
  // In one order, so that callers share answers.
  ['en,de', ['en', 'de']],
  ['hu;q=0, da;q=0.000, sv;q=0.1', ['sv']],
  ['tlh, x-y, \u0000, ;;,,', []],
  // The first three.
  ['de,fr,en,hu', ['en', 'fr', 'de']],
  [`de,${'x'.repeat(500)}`, []],
  [`de,${'x'.repeat(497)}`, ['de']],
  [`de,${'x'.repeat(498)}`, []],
  ['de; q=0, fr', ['fr']],
  ['de;q=0.01', ['de']],
  ['de;Q=0', []],
])('%j: %j', (header, languages) => {
  expect(acceptedLanguages({ headers: { 'accept-language': header } })).toEqual(languages);
});
