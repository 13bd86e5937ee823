import { describe, expect, it } from '@jest/globals';
import { Reply } from '../../../../src/kept/reply.js';

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
