import { describe, expect, it } from '@jest/globals';
import { codingFor } from '../../../../src/middleware/codings.js';

describe('the coding for a caller', () => {
  it('is the best one that they take', () => {
    expect(codingFor({ headers: { 'accept-encoding': 'gzip, deflate, br' } })).toBe('br');
    expect(codingFor({ headers: { 'accept-encoding': 'deflate, gzip;q=0.5' } })).toBe('deflate');
  });

  it('is none where the header is longer than anybody needs, and costs too much to read', () => {
    const header = `${'x,'.repeat(1_000)}gzip`;
    expect(codingFor({ headers: { 'accept-encoding': header } })).toBe('identity');
  });
});
