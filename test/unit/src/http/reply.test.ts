import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { codingFor } from '../../../../src/http/codings.js';
import { Reply } from '../../../../src/http/reply.js';

test.each([
  ['gzip, deflate, br', 'br'],
  ['deflate, gzip;q=0.5', 'deflate'],
  [`${'x,'.repeat(1_000)}gzip`, 'identity'],
])('the coding for %.40s is %s', (header, coding) => {
  expect(codingFor({ headers: { 'accept-encoding': header } })).toBe(coding);
});

test('a reply holds compressed forms up to its own size, as strings', async () => {
  const json = JSON.stringify(Array.from({ length: 200 }, (_, i) => `Saint-Étienne ${i * i}`));
  const reply = new Reply(json);
  const underWay = reply.encoded('br');
  expect(reply.encoded('br')).toBe(underWay);
  const sent = await underWay;
  expect(brotliDecompressSync(Buffer.from(sent, 'latin1')).toString()).toBe(json);
  expect(reply.encoded('br')).toBe(sent);
  // Hardly compressible: the second form does not fit.
  const random = new Reply(randomBytes(2_000).toString('hex'));
  for (const coding of ['gzip', 'br', 'deflate'] as const) await random.encoded(coding);
  const held = (['gzip', 'br', 'deflate'] as const).filter((coding) => typeof random.encoded(coding) === 'string'); // prettier-ignore
  expect(held.length).toBeLessThan(3);
});
