import { expect, test } from '@jest/globals';
import { forCallers, Trace, traced, tracesOf } from '../../../../src/observe/trace.js';

test('a batch names up to eight requests, each once, and counts the others', () => {
  const traces = Array.from({ length: 10 }, (_, i) => new Trace(`r${i}`));
  const batch = [...traces, ...traces].map((trace) => ({ traces: [trace] }));
  expect(traced(tracesOf(batch), forCallers)).toEqual({ opaqueId: 'r0,r1,r2,r3,r4,r5,r6,r7+2' });
  expect(traced(tracesOf(batch.slice(0, 1)), forCallers)).toEqual({ opaqueId: 'r0' });
  expect(forCallers()).toEqual({});
});
