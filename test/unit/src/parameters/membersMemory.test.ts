import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import * as cities from '../../../../src/cities/params.js';
import { readQuery } from '../../../../src/parameters/query.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('values that are known hold nothing of the long queries they came in', () => {
  const read = (number: number): void => {
    const text = `token=${String(number).padStart(16, 'a')}${'&'.repeat(60_000)}`;
    // A text of its own, as Node makes one of each request.
    readQuery(Buffer.from(text).toString('latin1'), cities.findByName);
  };
  read(0);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 200; number += 1) read(number);
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 ** 20);
});
