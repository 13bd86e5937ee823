import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bufferLines } from '../../../../src/observe/logger.js';
import { eventually } from '../../../support/patience.js';

const written: string[] = [];
const buffered = bufferLines({
  write: (text) => written.push(text) > 0,
  flushSync: () => undefined,
});
/** Too long for the buffer, so that all before it is written as well. */
const END = `${'.'.repeat(20_000)}\n`;

const lines = fc.array(
  fc.tuple(fc.constantFrom('a', 'é', '漢', '😀', 'ab漢'), fc.integer({ min: 0, max: 8_000 })),
  { maxLength: 30 },
);

test('lines of any length and script are written whole, once and in order', () => {
  fc.assert(
    fc.property(lines, (given) => {
      const texts = given.map(([part, times], index) => `${index} ${part.repeat(times)}\n`);
      for (const text of [...texts, END]) buffered.write(text);
      const parts = written.splice(0);
      expect(parts.join('')).toBe(texts.join('') + END);
      expect(parts.every((text) => text.endsWith('\n'))).toBe(true);
    }),
  );
});

test('many lines are written together, and the last ones soon', async () => {
  for (let time = 0; time < 100; time += 1) buffered.write(`${'a'.repeat(300)}\n`);
  await eventually('all are written', () => written.join('').length === 100 * 301);
  expect(written.splice(0).length).toBeLessThan(5);
});
