import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it, test } from '@jest/globals';
import { Reply } from '../../../../../src/lookups/cache/reply.js';

describe('a reply', () => {
  it('holds of a coding no more than its bytes', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `Saint-Étienne ${i * i}`);
    const reply = new Reply(JSON.stringify(names));
    for (const coding of ['gzip', 'br', 'deflate'] as const) {
      const sent = await reply.encode(coding);
      const held: unknown = reply.encoded(coding);
      // The whole memory behind a view stays as long as the view.
      const heldBytes = ArrayBuffer.isView(held) ? held.buffer.byteLength : String(held).length;
      expect(heldBytes).toBe(sent.length);
      await expect(reply.encode(coding)).resolves.toEqual(sent);
    }
  });
});

const LONG = JSON.stringify({ data: 'é'.repeat(100_000) });

test('a body that many want at once is encoded once', async () => {
  const reply = new Reply(LONG);
  const [one, ...others] = await Promise.all([1, 2, 3].map(() => reply.encode('br')));
  expect(brotliDecompressSync(one ?? '').toString()).toBe(LONG);
  for (const other of others) expect(other).toBe(one);
});

test('those who are sent a long body at once share its bytes', async () => {
  const reply = new Reply(LONG);
  const one = await reply.encode('identity');
  expect(one.toString()).toBe(LONG);
  expect(await reply.encode('identity')).toBe(one);
});
