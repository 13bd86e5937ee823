import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { Addresses } from '../../../../../src/lookups/cache/addresses.js';
import { boundedMap } from '../../../../../src/lookups/cache/budget.js';
import { KeptDocuments } from '../../../../../src/lookups/cache/documents.js';
import { Reply } from '../../../../../src/lookups/cache/reply.js';

const BYTES = 8 * 2 ** 20;
/** More of each than fit. */
const FLOOD = 60_000;
const VERSION = 'AbCdEfGhIjKlMnOp';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const question = (i: number): string =>
  JSON.stringify({ limit: 10, token: `t${i}`, language: 'en' });

/** What is smallest has the most overhead. */
const floods: [string, () => object][] = [
  [
    'short answers',
    () => {
      const answers = boundedMap<Reply>(BYTES, ({ maxBytes }) => maxBytes);
      for (let i = 0; i < FLOOD; i += 1)
        answers.set(
          `${VERSION} ${question(i)}`,
          new Reply(`{"status":"ok","data":[${i}]}`, `${i}`),
        );
      return answers;
    },
  ],
  [
    'addresses',
    () => {
      const addresses = new Addresses(BYTES);
      for (let i = 0; i < FLOOD; i += 1) {
        const address = { version: VERSION, key: `${VERSION} ${question(i)}`, ignored: [] };
        // Kept from the second time on.
        addresses.set(`/cities/findByName?token=t${i}`, address);
        addresses.set(`/cities/findByName?token=t${i}`, address);
      }
      return addresses;
    },
  ],
  [
    'ids of nothing',
    () => {
      const documents = new KeptDocuments(BYTES);
      for (let i = 0; i < FLOOD; i += 1)
        documents.learn(VERSION, 'lands', { found: new Map(), unknown: [`88${i}`] }, () => null);
      return documents;
    },
  ],
];

describe('a flood of different questions', () => {
  it.each(floods)('takes of the memory what it may: %s', (_, fill) => {
    const before = usedBytes();
    const kept = fill();
    const taken = usedBytes() - before;
    expect(kept).toBeDefined();
    expect(taken).toBeLessThan(1.2 * BYTES);
  });
});
