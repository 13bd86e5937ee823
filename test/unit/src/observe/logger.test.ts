import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bufferLines } from '../../../../src/observe/logger.js';

const lines = fc.array(
  fc.tuple(fc.constantFrom('a', 'é', '漢', '😀', 'ab漢'), fc.integer({ min: 0, max: 8_000 })),
  { maxLength: 30 },
);

test('lines of any length and script are written whole, once and in order, several together', () => {
  fc.assert(
    fc.property(lines, (given) => {
      const texts = given.map(([part, times], index) => `${index} ${part.repeat(times)}\n`);
      const written: string[] = [];
      const { write, flush } = bufferLines((text) => written.push(text));
      for (const text of texts) write(text);
      flush();
      flush();
      expect(written.join('')).toBe(texts.join(''));
      expect(written.every((text) => text.endsWith('\n'))).toBe(true);
    }),
  );
  const written: string[] = [];
  const { write, flush } = bufferLines((text) => written.push(text));
  for (let time = 0; time < 100; time += 1) write(`${'a'.repeat(300)}\n`);
  flush();
  expect(written.length).toBeLessThan(5);
});

test('a line is written soon, although no other line follows', async () => {
  const written = new Promise((resolve) => {
    bufferLines(resolve).write('one\n');
    setTimeout(resolve, 2_000, 'late').unref();
  });
  expect(await written).toBe('one\n');
});
